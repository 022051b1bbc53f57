//! Arbitrary grids with arbitrary budgets: every backend gives the same outcome, including guesses, alone and among
//! other grids. Its solutions are valid and distinct, and their number equals the count. A search that reaches its node
//! limit has used exactly that number of nodes.
#![no_main]

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use sudoku_service_fuzz::sudoku::solver::{Backend, Budget, Finding, Interruption, Outcome};
use sudoku_service_fuzz::sudoku::{Grid, rules};

/// Bounds the cost of a grid with few clues.
const MOST_NODES: u64 = 2_000;

fuzz_target!(|input: &[u8]| {
    let Some((&[keep, nodes, mode], cells)) = input.split_first_chunk() else { return };
    let puzzle = grid(mode, cells);
    let keep = usize::from(keep % 8) + 1;
    // Half of the limits are small, and half of the grids need fewer guesses than these limits.
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
    // A search for one solution and its uniqueness uses a different code path from a search for more.
    let [few, more] = [1, 2].map(|keep| {
        let budget = Budget::unlimited().keeping(keep).with_node_limit(MOST_NODES);
        count(&Backend::detect().solve(&puzzle, &budget)).map(|count| count.min(2))
    });
    assert!(few == more || few.is_none() || more.is_none(), "{few:?} {more:?}");
});

/// Returns the number of solutions, unless the search was interrupted. All solutions beyond those kept count as one.
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
    assert_eq!(solutions.iter().collect::<HashSet<_>>().len(), solutions.len(), "duplicate solution");
    for solution in solutions {
        assert!(solution.is_complete() && solution.contains(puzzle) && !rules::has_conflict(solution));
    }
}

/// Reads one byte per cell; about a third of them are clues. In even modes, skips clues that conflict with earlier
/// ones, because such grids trivially have no solution.
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
