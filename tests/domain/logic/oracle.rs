//! Comparison with ratings and steps by Sudoku Explainer, and positions for each technique: random minimal puzzles that we
//! generated, each with a step of known technique.

use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::logic::{Board, Rating, Step, StepLimits, path, rate};

use crate::support::puzzle_sets;

pub fn grid(line: &str) -> Grid {
    line.parse().expect("a grid")
}

/// The board after the first steps on the path of a puzzle.
pub fn after(puzzle: &Grid, steps: &[Step]) -> Board {
    let mut board = Board::new(puzzle);
    for step in steps {
        board.apply(step);
    }
    board
}

fn ratings(rating: &Rating) -> String {
    format!("{}/{}/{}", rating.er, rating.ep, rating.ed)
}

/// Returns the ER of ratings such as `7.1/1.2/1.2`, in tenths.
fn er(ratings: &str) -> u32 {
    ratings.split('/').next().expect("a rating").replace('.', "").parse().expect("a number")
}

/// Formats a step's effects as in the file: `r1c1=5`, or `r1c2<>34 r1c5<>3`. Omits the eliminations in a placement's
/// cell.
pub fn effects(step: &Step) -> String {
    let placed = step.place;
    let others: Vec<_> = step.eliminate.iter().filter(|c| placed.is_none_or(|placed| placed.cell != c.cell)).collect();
    let removed = others
        .chunk_by(|a, b| a.cell == b.cell)
        .map(|same| format!("{}<>{}", same[0].cell, same.iter().map(|c| c.digit.to_string()).collect::<String>()));
    placed.map(|c| format!("{}={}", c.cell, c.digit)).into_iter().chain(removed).collect::<Vec<_>>().join(" ")
}

/// Sudoku Explainer's own ratings where se-equal.tsv, made by another rater, is wrong.
const CORRECTED: [(&str, &str); 1] =
    [("....1.6.2...7.5........214.5.....9.6..9.3.8..6.8.....7.469........8.1...7.1.4....", "7.2/1.2/1.2")];

/// Rates the puzzles of a file with an ER of at most `highest`, and lists the differences.
fn compare_ratings(name: &str, highest: u32) {
    let text = puzzle_sets::text(name);
    let rows = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let mut compared = 0;
    let mut differences = Vec::new();
    for row in rows.filter(|row| er(row[1]) <= highest) {
        let ours = ratings(&rate(&grid(row[0]), &StepLimits::default()));
        let theirs = CORRECTED.iter().find(|(puzzle, _)| *puzzle == row[0]).map_or(row[1], |(_, rating)| rating);
        compared += 1;
        if ours != theirs {
            differences.push(format!("{}: expected {theirs}, found {ours}", row[0]));
        }
    }
    println!("{name}: {compared} ratings compared");
    assert!(compared > 0, "{name} has no puzzle up to {highest}");
    assert!(differences.is_empty(), "{} of {compared} differ:\n{}", differences.len(), differences.join("\n"));
}

/// Compares every step of the puzzles in traces.txt with an ER of at most `highest`.
fn compare_steps(highest: u32) {
    let text = puzzle_sets::text("ratings/traces.txt");
    let mut compared = 0;
    let mut differences = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(head) = lines.next() {
        let (puzzle, rest) = head.split_once('\t').expect("a puzzle and its rating");
        let theirs: Vec<&str> = std::iter::from_fn(|| lines.next_if(|line| line.starts_with(' '))).collect();
        let rated = rest.split('\t').next().expect("a rating");
        if er(rated) > highest {
            continue;
        }
        let (rating, steps) = path(&grid(puzzle), &StepLimits::default());
        if ratings(&rating) != rated || steps.len() != theirs.len() {
            differences.push(format!(
                "{puzzle}: expected {rated}, found {} in {} steps",
                ratings(&rating),
                steps.len()
            ));
        }
        for (theirs, ours) in theirs.iter().zip(&steps) {
            compared += 1;
            let (theirs, ours) = (normal(theirs), format!("{} {}", ours.rating, effects(ours)));
            if theirs != ours {
                differences.push(format!("{puzzle}: expected {theirs}, found {ours}"));
                break;
            }
        }
    }
    println!("traces.txt: {compared} steps compared");
    assert!(compared > 0, "traces.txt has no puzzle up to {highest}");
    assert!(differences.is_empty(), "{} of {compared} differ:\n{}", differences.len(), differences.join("\n"));
}

/// Returns a line of the file without the technique's name, whose style differs, and without the eliminations in a
/// placement's cell.
fn normal(line: &str) -> String {
    let fields: Vec<&str> = line.trim().split('\t').collect();
    let placed = fields[2].split(' ').find_map(|effect| effect.split_once('=')).map(|(cell, _)| cell);
    let kept =
        fields[2].split(' ').filter(|effect| effect.split_once("<>").is_none_or(|(cell, _)| Some(cell) != placed));
    format!("{} {}", fields[0], kept.collect::<Vec<_>>().join(" "))
}

#[test]
fn ratings_of_a_sample_equal_those_of_sudoku_explainer() {
    compare_ratings("ratings/se121.tsv", SAMPLE);
    compare_ratings("ratings/se-equal.tsv", SAMPLE);
}

#[test]
fn steps_of_a_sample_equal_those_of_sudoku_explainer() {
    compare_steps(SAMPLE);
}

/// The highest ER of the samples, in tenths.
const SAMPLE: u32 = 90;

#[test]
#[ignore = "checks thousands of public puzzles"]
fn all_ratings_and_steps_equal_sudoku_explainer() {
    compare_steps(u32::MAX);
    compare_ratings("ratings/se121.tsv", u32::MAX);
    compare_ratings("ratings/se-equal.tsv", u32::MAX);
}

/// The puzzles, each with the index of a step on its path, and the step's technique id, rating and effects.
pub fn positions() -> impl Iterator<Item = (&'static str, usize, &'static str, &'static str, &'static str)> {
    include_str!("positions.txt").lines().map(|line| {
        let fields: Vec<&str> = line.splitn(5, ' ').collect();
        let [puzzle, index, id, rating, effects] = fields[..] else { panic!("five fields, not {line}") };
        (puzzle, index.parse().expect("an index"), id, rating, effects)
    })
}

#[test]
fn each_technique_is_found_in_its_positions() {
    for (puzzle, index, id, rating, effect) in positions() {
        let step = &path(&grid(puzzle), &StepLimits::default()).1[index];
        let found = (step.technique.info().id, step.rating.to_string(), effects(step));
        assert_eq!(found, (id, rating.to_owned(), effect.to_owned()), "{puzzle}");
    }
}
