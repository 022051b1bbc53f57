//! The domain of the service alone.

#[path = "../../../src/sudoku/mod.rs"]
pub mod sudoku;
