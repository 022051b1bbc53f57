//! The domain: digits, cells, houses, grids and their notations, the rules, and the analysis of grids.
//!
//! It depends on the standard library only: no HTTP, JSON, async code, clock, environment or logging.
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

mod bits;
mod cell;
mod digit;
mod grid;
mod house;
mod mistakes;
mod symmetry;

pub use cell::Cell;
pub use digit::Digit;
pub use grid::Grid;
pub use house::{House, HouseKind};
pub use mistakes::{Mistake, mistakes};
pub use symmetry::Symmetry;
