//! Arbitrary grids within arbitrary budgets: every backend gives the same outcome, guesses included, alone and among
//! others; its solutions are solutions, no two the same; counting them gives their number; a limit cuts at its last
//! node.
#![no_main]

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use sudoku_service_fuzz::sudoku::solver::{Backend, Budget, Finding, Interruption, Outcome};
use sudoku_service_fuzz::sudoku::{Grid, rules};

/// So that a grid of few clues costs little.
const MOST_NODES: u64 = 2_000;

fuzz_target!(|input: &[u8]| {
    let Some((&[keep, nodes, mode], cells)) = input.split_first_chunk() else { return };
    let puzzle = grid(mode, cells);
    let keep = usize::from(keep % 8) + 1;
    // Half of the limits are small, and half of the grids need fewer guesses than that.
    let nodes = if nodes < 128 { u64::from(nodes) } else { MOST_NODES };
    let budget = Budget::unlimited().keeping(keep).with_node_limit(nodes);
    let mut expected: Option<Outcome> = None;
    for backend in Backend::available() {
        let mut outcomes = Vec::new();
        backend.solve_many(&[puzzle, Grid::EMPTY, puzzle], &budget, &mut outcomes);
        let alone = backend.solve(&puzzle, &budget);
        assert_eq!((&outcomes[0], &outcomes[2]), (&alone, &alone), "{}", backend.name());
        assert_eq!(expected.get_or_insert_with(|| alone.clone()), &alone, "{}", backend.name());
        if let Some(count) = count(&alone) {
            assert_eq!(backend.count_solutions(&puzzle, keep + 1), count, "{}", backend.name());
        }
    }
    check(&puzzle, keep, nodes, &expected.expect("there is a backend"));
    // A search for one solution and whether it is the only one goes another way than one for more.
    let [few, more] = [1, 2].map(|keep| {
        let budget = Budget::unlimited().keeping(keep).with_node_limit(MOST_NODES);
        count(&Backend::detect().solve(&puzzle, &budget)).map(|count| count.min(2))
    });
    assert!(few == more || few.is_none() || more.is_none(), "{few:?} {more:?}");
});

/// How many solutions the outcome tells of, unless it was cut; one more than it keeps stands for all others.
fn count(outcome: &Outcome) -> Option<usize> {
    match &outcome.finding {
        Finding::None => Some(0),
        Finding::One(_) => Some(1),
        Finding::Many(solutions) => Some(solutions.iter().count() + usize::from(solutions.more())),
        Finding::Interrupted { .. } => None,
    }
}

fn check(puzzle: &Grid, keep: usize, nodes: u64, outcome: &Outcome) {
    let solutions: Vec<_> = match &outcome.finding {
        Finding::None => Vec::new(),
        Finding::One(solution) => vec![solution],
        Finding::Many(solutions) => solutions.iter().collect(),
        Finding::Interrupted { cause, found } => {
            assert_eq!((*cause, outcome.stats.guesses), (Interruption::NodeLimit, nodes));
            found.iter().collect()
        }
    };
    assert!(solutions.len() <= keep && outcome.stats.guesses <= nodes);
    assert_eq!(solutions.iter().collect::<HashSet<_>>().len(), solutions.len(), "a solution twice");
    for solution in solutions {
        assert!(solution.is_complete() && solution.contains(puzzle) && !rules::has_conflict(solution));
    }
}

/// A byte a cell, a third of them clues. In an even mode none conflicts with those before: other grids have no solution
/// for a dull reason.
fn grid(mode: u8, cells: &[u8]) -> Grid {
    let mut puzzle = Grid::EMPTY;
    for (index, &byte) in cells.iter().take(81).enumerate() {
        if byte % 28 < 9 {
            let mut values = *puzzle.values();
            values[index] = byte % 28 + 1;
            let with = Grid::from_values(values).expect("digits");
            if mode % 2 == 1 || !rules::has_conflict(&with) {
                puzzle = with;
            }
        }
    }
    puzzle
}
