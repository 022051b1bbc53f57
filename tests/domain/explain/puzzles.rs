//! The puzzles of these tests, and their effort.

use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::explain::{Effort, EffortLimits};

use crate::support::puzzle_sets;

/// A few of every kind: easy, moderately hard and very hard puzzles, and puzzles with 17 clues.
const OURS: [&str; 6] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..3......4...8..36..8...1...4..6..73...9..........2..5..4.7..686........7..6..5..",
    ".................1....23..4.....5.....26.7....18.....9....8..6...3...5..5..1.....",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
];

/// The default effort.
pub fn effort() -> Effort {
    Effort::new(EffortLimits::default())
}

/// The puzzles of [`OURS`].
pub fn ours() -> Vec<Grid> {
    OURS.iter().map(|line| line.parse().expect("a puzzle")).collect()
}

/// Returns the public puzzle sets by name, each with up to `of_each` puzzles spread over the set.
pub fn public(of_each: usize) -> Vec<(&'static str, Vec<Grid>)> {
    let read = |set: &'static str| {
        let text = puzzle_sets::text(&format!("{set}.txt"));
        let puzzles: Vec<Grid> = text.lines().map(|line| line.parse().expect("a puzzle per line")).collect();
        let step = (puzzles.len() / of_each).max(1);
        (set, puzzles.into_iter().step_by(step).take(of_each).collect())
    };
    puzzle_sets::UNIQUE.into_iter().map(read).collect()
}
