//! The domain: digits, cells, houses, grids and their notations, the rules, and the analysis of grids.
//!
//! It depends on the standard library only: no HTTP, JSON, async code, clock, environment or logging. To use it without the
//! service, depend on the crate with `default-features = false`.
//!
//! | question | answer |
//! | --- | --- |
//! | What does this text say? | [`Grid`]'s `parse`, [`notation::parse`] for the layout and pencil marks as well |
//! | Does it break the rules? | [`rules::conflicts`] |
//! | What is the solution? How many are there? | [`solver::solve`], [`solver::count_solutions`] |
//! | How hard is it, and how would a person solve it? | [`logic::rate`], [`logic::path`] |
//! | What is the next step? | [`logic::hint`] |
//! | Why has it no solution, or several? | [`explain::Explanation::of`] |
//! | Is it the same puzzle as another? | [`canonical::canonical`] |
//! | Is there a new one? | [`generate::generate`] |
//!
//! ```
//! use sudoku_service::sudoku::solver::{Budget, Finding, count_solutions, solve};
//! use sudoku_service::sudoku::{Grid, rules};
//!
//! let puzzle: Grid = "
//!     53. .7. ...
//!     6.. 195 ...
//!     .98 ... .6.
//!     8.. .6. ..3
//!     4.. 8.3 ..1
//!     7.. .2. ..6
//!     .6. ... 28.
//!     ... 419 ..5
//!     ... .8. .79
//! "
//! .parse()?;
//! assert_eq!(puzzle.clues(), 30);
//! assert!(rules::conflicts(&puzzle).is_empty());
//!
//! let Finding::One(solution) = solve(&puzzle, &Budget::unlimited()).finding else {
//!     panic!("the puzzle has one solution");
//! };
//! assert!(rules::is_solved(&solution) && solution.contains(&puzzle));
//! assert_eq!(count_solutions(&puzzle, 2), 1);
//! # Ok::<(), sudoku_service::sudoku::notation::NotationError>(())
//! ```

pub mod canonical;
pub mod explain;
pub mod generate;
pub mod logic;
pub mod notation;
pub mod rules;
pub mod solver;
pub mod variants;

mod bits;
mod cell;
mod digit;
mod grid;
mod house;
mod mistakes;
pub(crate) mod named;
mod position;
mod symmetry;

pub use cell::Cell;
pub use digit::Digit;
pub use grid::Grid;
pub use house::{House, HouseKind};
pub use mistakes::{Mistake, mistakes};
pub use position::Position;
pub use symmetry::Symmetry;
