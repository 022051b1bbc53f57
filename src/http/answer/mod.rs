//! Answers, as JSON or text and in the caller's notation.

pub mod canonical;
pub mod cells;
pub mod contradiction;
pub mod grid;
mod long_list;
mod response;
pub mod steps;
mod verdict;

pub use long_list::LongList;
pub use response::{Answer, Unwritten};
pub use verdict::Verdict;
