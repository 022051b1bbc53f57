//! Arbitrary grids: every backend gives the same outcome, guesses included, and its solutions are solutions.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_service::sudoku::solver::{Backend, Budget, Finding, Outcome};
use sudoku_service::sudoku::{Grid, rules};

/// So that a grid of few clues, or none solvable, costs little.
const NODES: u64 = 2_000;

fuzz_target!(|input: &[u8]| {
    let Some((&keep, cells)) = input.split_first() else { return };
    let Some(puzzle) = grid(cells) else { return };
    let budget = Budget::unlimited().keeping(usize::from(keep % 8)).with_node_limit(NODES);
    let mut expected: Option<Outcome> = None;
    for backend in Backend::available() {
        let mut outcomes = Vec::new();
        backend.solve_many(&[puzzle, Grid::EMPTY, puzzle], &budget, &mut outcomes);
        let alone = backend.solve(&puzzle, &budget);
        assert_eq!((&outcomes[0], &outcomes[2]), (&alone, &alone), "{}", backend.name());
        assert_eq!(expected.get_or_insert_with(|| alone.clone()), &alone, "{}", backend.name());
    }
    let Some(outcome) = expected else { return };
    let solutions: Vec<_> = match &outcome.finding {
        Finding::None => Vec::new(),
        Finding::One(solution) => vec![solution],
        Finding::Many(solutions) => solutions.iter().collect(),
        Finding::Interrupted { found, .. } => found.iter().collect(),
    };
    for solution in solutions {
        assert!(solution.is_complete() && solution.contains(&puzzle) && !rules::has_conflict(solution));
    }
});

/// A byte a cell, a third of them clues that conflict with none before: other grids have no solution for a dull reason.
/// Grids that do conflict come from inputs whose second byte is odd.
fn grid(cells: &[u8]) -> Option<Grid> {
    let (&mode, cells) = cells.split_first()?;
    let mut puzzle = Grid::EMPTY;
    for (index, &byte) in cells.iter().take(81).enumerate() {
        if byte % 28 < 9 {
            let mut values = *puzzle.values();
            values[index] = byte % 28 + 1;
            let with = Grid::from_values(values)?;
            if mode % 2 == 1 || !rules::has_conflict(&with) {
                puzzle = with;
            }
        }
    }
    Some(puzzle)
}
