//! The parts of answers, as JSON, as text and as pictures, in the caller's notation.

pub mod canonical;
pub mod cells;
pub mod claims;
pub mod contradiction;
pub mod declaration;
pub mod format;
pub mod grid;
pub mod hint_text;
pub mod hints;
pub mod limited_writer;
pub mod picture;
pub mod ratings;
pub mod repairs;
pub mod steps;
pub mod trace;
pub mod verdict;
