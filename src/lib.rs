//! An HTTP JSON service that solves and validates 9x9 sudoku grids.

pub mod sudoku;
