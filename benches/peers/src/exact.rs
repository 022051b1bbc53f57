//! Checks that every backend agrees with the peer.

use std::collections::BTreeSet;

use sudoku::Sudoku;
use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::solver::{Backend, Budget, Finding};

use crate::puzzles::Numbers;

/// Searches for one solution use a different code path from searches for more.
pub const LIMITS: [usize; 2] = [1, 2];

fn found(finding: &Finding) -> (Vec<Grid>, bool) {
    match finding {
        Finding::None => (Vec::new(), false),
        Finding::One(solution) => (vec![*solution], false),
        Finding::Many(solutions) => (solutions.iter().copied().collect(), solutions.more()),
        Finding::Interrupted { .. } => unreachable!("the budget has no limit"),
    }
}

/// Compares up to `limit` solutions of every backend with those of the peer.
pub fn agree(name: &str, puzzles: &[Grid], limit: usize) {
    let budget = Budget::unlimited().keeping(limit);
    let mut of_kind = [0; 3];
    for puzzle in puzzles {
        let peer = Sudoku::from_bytes(*puzzle.values()).expect("values of digits").solutions_up_to(limit + 1);
        of_kind[peer.len().min(2)] += 1;
        let mut guesses = None;
        for backend in Backend::available() {
            let outcome = backend.solve(puzzle, &budget);
            let (grids, more) = found(&outcome.finding);
            let count = (grids.len(), more);
            assert_eq!(count, (peer.len().min(limit), peer.len() > limit), "{}: {puzzle}", backend.name());
            let ours: BTreeSet<_> = grids.iter().map(|grid| *grid.values()).collect();
            assert_eq!(ours.len(), grids.len(), "{}: duplicate solution: {puzzle}", backend.name());
            if !more {
                let theirs = peer.iter().map(|solution| solution.to_bytes()).collect();
                assert_eq!(ours, theirs, "{}: {puzzle}", backend.name());
            }
            assert!(grids.iter().all(|grid| grid.contains(puzzle) && is_solved(grid)), "{}: {puzzle}", backend.name());
            assert_eq!(*guesses.get_or_insert(outcome.stats.guesses), outcome.stats.guesses, "{}", backend.name());
        }
    }
    let [none, one, several] = of_kind;
    println!(
        "exact, up to {limit:4} solutions: {name}: {none} without a solution, {one} with one, {several} with several"
    );
}

fn is_solved(grid: &Grid) -> bool {
    Sudoku::from_bytes(*grid.values()).is_ok_and(|grid| grid.is_solved())
}

/// Compares random grids with no, one, two and many solutions, and nearly empty grids.
pub fn agree_on_random(count: usize) {
    let mut numbers = Numbers(20_261_121);
    let puzzles: Vec<_> = (0..count).map(|_| numbers.any()).collect();
    for limit in LIMITS {
        agree("random grids", &puzzles, limit);
    }
    agree("random grids", &puzzles[..count / 20], 100);
    let nearly_empty: Vec<_> = (0..20)
        .map(|clues| {
            let mut values = *numbers.any().values();
            let mut left = clues / 2;
            for value in &mut values {
                if *value != 0 {
                    if left == 0 {
                        *value = 0;
                    } else {
                        left -= 1;
                    }
                }
            }
            Grid::from_values(values).expect("values of digits")
        })
        .collect();
    agree("nearly empty grids", &nearly_empty, 1_000);
}
