//! The domain: digits, cells, houses, grids, their notations, the rules, and what can be found out about a grid.
//!
//! It needs the standard library only: no HTTP, no JSON, no async, no clock, no environment, no logging.

pub mod canonical;
pub mod explain;
pub mod generate;
pub mod logic;
pub mod notation;
pub mod rules;
pub mod solver;

mod cell;
mod digit;
mod grid;
mod house;

pub use cell::Cell;
pub use digit::Digit;
pub use grid::Grid;
pub use house::{House, HouseKind};
