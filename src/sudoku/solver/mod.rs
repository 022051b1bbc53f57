//! The exact solver: [`solve`] finds the solutions of a grid, [`solve_many`] those of several grids, and
//! [`count_solutions`] counts them.
//!
//! Invariants: a returned solution is complete, obeys the rules and contains the clues; no solution is returned twice;
//! a search reports a number of solutions only once it has proved that number; the same grid and budget give the same
//! outcome every time and on every [`Backend`], unless the cancel flag is raised.
//!
//! How it works: `board` lays out the 81 cells in three vectors, `rows` has the rules for a whole board at once, and
//! `propagate` applies them until nothing changes. If the position is still open, `search` guesses the cell that
//! `guess` chooses. Where several solutions are likely, it guesses the cells of `pairs` instead, and `exchange` may
//! find the second solution in the first. All of this is written once, over the vectors of `lanes`, which has one
//! implementation for each instruction set; `backend` detects which of them the processor has.
//!
//! ```
//! use sudoku_service::sudoku::Grid;
//! use sudoku_service::sudoku::solver::{Budget, Finding, solve};
//!
//! let clues: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419.......8..79".parse()?;
//! match solve(&clues, &Budget::unlimited().keeping(3).with_node_limit(1_000_000)).finding {
//!     Finding::None => println!("no solution"),
//!     Finding::One(solution) => println!("{solution}"),
//!     Finding::Many(solutions) => assert_eq!((solutions.iter().count(), solutions.more()), (2, false)),
//!     Finding::Interrupted { cause, found } => println!("{cause:?} after {} solutions", found.len()),
//! }
//! # Ok::<(), sudoku_service::sudoku::notation::NotationError>(())
//! ```

#![expect(
    clippy::inline_always,
    reason = "code that is not inlined into `Lanes::run` is compiled without its instructions"
)]

mod backend;
mod board;
mod budget;
mod cancel;
mod exchange;
mod guess;
mod lanes;
mod mini_rows;
mod outcome;
mod pair_guesses;
mod position;
mod propagate;
#[cfg(test)]
mod reference;
mod search;
mod solution_list;
mod stack;
#[cfg(test)]
mod tests;

pub use backend::Backend;
pub use budget::Budget;
pub use cancel::CancelFlag;
pub use outcome::{Finding, Interruption, Outcome, Solutions, Stats};

use super::{Cell, Grid, Position};

/// Finds the solutions of a grid within a budget.
///
/// A grid whose digits conflict has none.
pub fn solve(puzzle: &Grid, budget: &Budget) -> Outcome {
    Backend::detect().solve(puzzle, budget)
}

/// Finds the solutions of a grid that keep to its pencil marks.
pub fn solve_position(position: &Position, budget: &Budget) -> Outcome {
    Backend::detect().solve_position(position, budget)
}

/// Finds the solutions of a position without its pencil marks. If there are several, blank cells that may hold only one digit count
/// as filled.
pub fn solve_without_marks(position: &Position, budget: &Budget) -> Finding {
    let bare = solve(position.grid(), budget).finding;
    if !matches!(bare, Finding::Many(_)) {
        return bare;
    }
    let filled = solve(&position.filled(), budget).finding;
    if matches!(filled, Finding::One(_)) { filled } else { bare }
}

/// Finds a solution of a grid within a budget, without looking for another. For a grid with one solution, this takes a
/// fraction of the time of [`solve`]. The number of solutions that the budget keeps has no effect. The result is an error if the
/// search was interrupted before it found a solution.
pub fn find_any(position: impl Into<Position>, budget: &Budget) -> (Result<Option<Grid>, Interruption>, Stats) {
    Backend::detect().find_any(position, budget)
}

/// Finds another solution of a puzzle than this one. If a cell is given, one in which it has another digit: for a puzzle of
/// which it is the only clue removed, there is no other.
pub(super) fn find_other(puzzle: &Grid, known: &Grid, cell: Option<Cell>) -> Option<Grid> {
    Backend::detect().find_other(puzzle, known, cell)
}

/// Finds the solutions of several grids, each within the budget. Appends the outcomes in the order of the grids.
///
/// With AVX-512, this is faster than a [`solve`] for each grid, because the rules are applied to two grids side by
/// side.
pub fn solve_many(puzzles: &[Grid], budget: &Budget, outcomes: &mut Vec<Outcome>) {
    Backend::detect().solve_many(puzzles, budget, outcomes);
}

/// Counts the solutions of a grid, up to `limit`. Returns 0 for a grid whose digits conflict.
pub fn count_solutions(puzzle: &Grid, limit: usize) -> usize {
    Backend::detect().count_solutions(puzzle, limit)
}
