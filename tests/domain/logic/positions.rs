//! Positions for each technique: random minimal puzzles that we generated, each with a step of known technique.

use sudoku_service::sudoku::logic::{StepLimits, path};

use crate::logic::oracle::{effects, grid};

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
