//! Known puzzles with the highest ratings, which random attempts do not find.
//!
//! About one in 600 random minimal puzzles is rated 9.0 or higher, and hardly any is rated 9.5 or higher. [`FINDS`]
//! lists some of the latter. They were found by a search that started from random minimal puzzles rated 9.0 to 9.4. It
//! repeatedly removed one to three clues of a puzzle, listed all solutions of the rest, added clues that only one of
//! these solutions has, and removed the clues that were no longer needed. It continued from the results with the
//! highest ratings, and from those that resist trial and error: assume a candidate, apply simple rules, and eliminate
//! it if they lead to a contradiction. None of the puzzles is copied from a collection.
//!
//! Each is transformed at random, which makes about 10¹² puzzles of it. That changes the order in which techniques find their
//! steps and with it some ratings, by up to 0.4, so the result is rated again. If the wish excludes every find, walks begin
//! at those with the nearest ratings (see `walk`).

use super::Wish;
use super::random::Random;
use super::walk::Draft;
use crate::sudoku::canonical::Transformation;
use crate::sudoku::logic::{Technique, Tenths};
use crate::sudoku::{Grid, Symmetry};

/// A wish that excludes all lower ratings begins with a find: puzzles rated 9.3 and 9.4 are near those rated 9.5.
const FROM: Tenths = Tenths(93);

/// The finds, with their ratings.
const FINDS: [(Tenths, &str); 15] = [
    (Tenths(95), "........1.....2.34.35.6..7....7...8.2......5.8...3.4.....9....5.67.8.....9...4..."),
    (Tenths(95), "........1.....2.34.56.7..8......4.....95....6.78.9.......8...9.2......6.9...3.4.."),
    (Tenths(95), "........1..1..234..5...3.......6...7..2....8..6.9....5.1.5.....4.3.7....8....49.."),
    (Tenths(95), "........1.....2..3...45..6...1...3.7.4.8.....5...9...2.3...7...6...8.5..8.2......"),
    (Tenths(96), "........1.....2.3..45.6.7......7.4....1..8..98....9....6.5......8.....6.3.9.....2"),
    (Tenths(96), "........1.....2.3..45.6.7........4....1..8..98..2.9....6.5......8.....6.3.9.....2"),
    (Tenths(96), "........1.....2.3..45...6......3.....274..5..8..7.1..9.6..1.7...7.6...4.9........"),
    (Tenths(96), "........1.....234...5.6........1...7.2.8...3.6....9.....6.7.....4..53.8..9....4.."),
    (Tenths(97), "...........1..2..3.2..45.6....7......65..1.8.9.......1..6..84...7.9...2.3.......8"),
    (Tenths(97), "...........1..2..3.2..45.6....7..4...65..1.8.9.......1..6..85...9.....2.3.......8"),
    (Tenths(97), "...........1..2..3.2..45.6....7......64..1.8.9.......1..6..85...7.9...2.3.......8"),
    (Tenths(99), ".....1..2....3..4...5...6....7..21...1.8....64......9..2..1...7.6...49..3..9..8.."),
    (Tenths(99), ".....1..2....3.45...4...6....7..21...1.8....65......9..2..1...7.6...59..3..9....."),
    (Tenths(99), "........1..2..3.4..5.46.........78...1.2.....3.9.4.......5....2..5..49.87...9..3."),
    (Tenths(102), "........1....23.....45.6.7...6.......5...8.4..8.9..7....87...6..1...5.8.9.....2.."),
];

/// The finds, each transformed at random, those with the ratings nearest to the wished ones first. There are none unless the
/// puzzle must be rated at least 9.3 or need a technique that hardly any easier puzzle uses, and no symmetry is wished.
pub(super) fn finds(wish: &Wish, lowest: Tenths, random: &mut Random) -> Vec<(Draft, Tenths)> {
    let hard = Technique::DynamicPlus..=Technique::NestedNested;
    let is_hard = lowest >= FROM || wish.needs.is_some_and(|technique| hard.contains(&technique));
    if !is_hard || wish.symmetry != Some(Symmetry::None) {
        return Vec::new();
    }
    let mut finds = FINDS;
    random.shuffle(&mut finds);
    finds.sort_by_key(|(rating, _)| {
        lowest.0.saturating_sub(rating.0).max(rating.0.saturating_sub(wish.ratings().end().0))
    });
    let drafts = finds.iter().filter_map(|(rating, puzzle)| {
        let puzzle: Grid = puzzle.parse().ok()?;
        Some((Draft::of(&transformation(random)?.apply(&puzzle))?, *rating))
    });
    drafts.collect()
}

/// Draws a transformation, each with the same probability.
pub(in crate::sudoku) fn transformation(random: &mut Random) -> Option<Transformation> {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut digits);
    Transformation::new(random.below(2) == 1, lines(random), lines(random), digits)
}

/// Draws an order of the lines that keeps those of a band or stack together.
fn lines(random: &mut Random) -> [u8; 9] {
    let mut bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    random.shuffle(&mut bands);
    for band in &mut bands {
        random.shuffle(band);
    }
    std::array::from_fn(|line| bands[line / 3][line % 3])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::sudoku::canonical::canonical;
    use crate::sudoku::solver::count_solutions;

    fn between(first: u8, last: u8, symmetry: Symmetry) -> Vec<Grid> {
        let rating = Some(Tenths(first)..=Tenths(last));
        let wish = Wish { rating, symmetry: Some(symmetry), ..Wish::default() };
        finds(&wish, Tenths(first), &mut Random::new("finds", 0)).iter().map(|(draft, _)| draft.puzzle()).collect()
    }

    #[test]
    fn the_finds_are_different_puzzles_and_stay_equivalent() {
        let all: Vec<Grid> = FINDS.iter().map(|(_, puzzle)| puzzle.parse().expect("a grid")).collect();
        let forms: HashSet<Grid> = all.iter().map(|puzzle| canonical(puzzle).grid).collect();
        assert_eq!(forms.len(), FINDS.len());
        let drawn = between(95, 120, Symmetry::None);
        assert!(drawn.iter().all(|puzzle| count_solutions(puzzle, 2) == 1 && !all.contains(puzzle)));
        assert_eq!(drawn.iter().map(|puzzle| canonical(puzzle).grid).collect::<HashSet<_>>(), forms);
    }

    #[test]
    fn the_finds_nearest_to_the_wish_come_first() {
        for (rating, _) in FINDS {
            let same = FINDS.iter().filter(|(other, _)| *other == rating).count();
            let first = &between(rating.0, rating.0, Symmetry::None)[..same];
            let same = FINDS.iter().filter(|(other, _)| *other == rating).map(|(_, puzzle)| puzzle.parse::<Grid>());
            let forms: HashSet<Grid> = same.map(|puzzle| canonical(&puzzle.expect("a grid")).grid).collect();
            assert!(first.iter().all(|puzzle| forms.contains(&canonical(puzzle).grid)));
        }
        assert_eq!(between(92, 120, Symmetry::None), []);
        assert_eq!(between(95, 120, Symmetry::Rotational180), []);
    }
}
