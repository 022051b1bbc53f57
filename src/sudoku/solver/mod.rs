//! The exact solver: [`solve`] finds the solutions of a grid, [`solve_many`] those of many, [`count_solutions`] counts.
//!
//! Invariants: a solution that is returned is complete, obeys the rules and contains the clues; no solution is
//! returned twice; a verdict is only given when the search space was exhausted as far as it needs; the same grid and
//! budget give the same outcome every time and on every [`Backend`], unless the cancel flag is raised.
//!
//! How it works: `board` lays the 81 cells out in three vectors, `rows` has the rules for a whole board at once, and
//! `propagate` applies them until they give no more. Where they do not, `search` guesses until the solutions are found:
//! a cell that `guess` chooses, or, where several solutions are likely, the cells of `pairs`; there `exchange` may find
//! the second solution in the first. All of this is written once, over the vectors of `lanes`, of which there is a kind
//! for each instruction set; `backend` finds out which the processor has.

#![expect(clippy::inline_always, reason = "what is not inlined into `Lanes::run` is compiled without its instructions")]

mod backend;
mod board;
mod budget;
mod exchange;
mod guess;
mod kept;
mod lanes;
mod outcome;
mod pairs;
mod position;
mod propagate;
#[cfg(test)]
mod reference;
mod rows;
mod search;
mod stack;
#[cfg(test)]
mod tests;

pub use backend::Backend;
pub use budget::{Budget, CancelFlag};
pub use outcome::{Existence, Finding, Interruption, Outcome, Solutions, Stats};

use super::Grid;

/// Finds the solutions of a grid within a budget.
///
/// A grid whose digits conflict has none.
#[must_use]
pub fn solve(puzzle: &Grid, budget: &Budget) -> Outcome {
    Backend::detect().solve(puzzle, budget)
}

/// Finds a solution of a grid within a budget, and does not look for another: for a grid with one solution, in a part of
/// the time of [`solve`]. How many solutions the budget keeps does not matter.
#[must_use]
pub fn find_any(puzzle: &Grid, budget: &Budget) -> (Existence, Stats) {
    Backend::detect().find_any(puzzle, budget)
}

/// Finds the solutions of several grids, each within the budget. The outcomes are put behind those that are already
/// there, in the order of the grids.
///
/// With AVX-512 faster than [`solve`] for one after the other: the rules settle two grids side by side.
pub fn solve_many(puzzles: &[Grid], budget: &Budget, outcomes: &mut Vec<Outcome>) {
    Backend::detect().solve_many(puzzles, budget, outcomes);
}

/// Counts the solutions of a grid and stops at `limit`; 0 for a grid whose digits conflict.
#[must_use]
pub fn count_solutions(puzzle: &Grid, limit: usize) -> usize {
    Backend::detect().count_solutions(puzzle, limit)
}
