//! The parts of answers, as JSON and as text, in the caller's notation.

pub mod canonical;
pub mod cells;
pub mod contradiction;
pub mod format;
pub mod grid;
pub mod list;
pub mod ratings;
pub mod steps;
pub mod verdict;
