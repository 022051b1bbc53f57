//! Redundant givens of a puzzle.

use super::effort::Effort;
use crate::sudoku::{Cell, Grid};

/// The redundant givens of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redundancy {
    /// The givens, ordered by index. Removing any one of them alone leaves exactly one solution.
    pub redundant: Vec<Cell>,
    /// Whether every given was decided. Otherwise there may be more redundant givens.
    pub exact: bool,
}

impl Redundancy {
    /// Finds the redundant givens of a grid with exactly one solution.
    pub fn of(grid: &Grid, effort: &mut Effort) -> Self {
        let (redundant, exact) = effort.unique(Cell::of(grid.filled()), |&cell| grid.with(cell, None));
        Self { redundant, exact }
    }

    /// Whether no given can be removed; `None` if unknown.
    pub fn is_minimal(&self) -> Option<bool> {
        match (self.redundant.is_empty(), self.exact) {
            (false, _) => Some(false),
            (true, true) => Some(true),
            (true, false) => None,
        }
    }
}

/// A puzzle with the same unique solution, but without redundant givens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinimalPuzzle {
    /// The puzzle.
    pub puzzle: Grid,
    /// Whether it is proven that no given can be removed.
    pub minimal: bool,
}

/// Removes givens from a grid with exactly one solution, row by row: each one whose removal leaves just one solution.
pub fn minimal_puzzle(grid: &Grid, effort: &mut Effort) -> MinimalPuzzle {
    let mut minimal = true;
    let puzzle = Cell::of(grid.filled()).fold(*grid, |puzzle, cell| {
        let without = puzzle.with(cell, None);
        match effort.is_unique(&without) {
            Some(true) => without,
            Some(false) => puzzle,
            None => {
                minimal = false;
                puzzle
            }
        }
    });
    MinimalPuzzle { puzzle, minimal }
}
