//! Givens that a puzzle can do without.

use super::cells::CellSet;
use super::effort::Effort;
use crate::sudoku::{Cell, Grid};

/// The givens of a puzzle that can each be left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redundancy {
    /// The givens without any one of which the puzzle still has exactly one solution, in the order of their index.
    pub redundant: Vec<Cell>,
    /// Whether every given was decided. Otherwise there may be more.
    pub exact: bool,
}

impl Redundancy {
    /// Finds the redundant givens of a grid with exactly one solution.
    #[must_use]
    pub fn of(grid: &Grid, effort: &mut Effort) -> Self {
        let mut exact = true;
        let redundant = CellSet::givens(grid)
            .iter()
            .filter(|&cell| {
                let is_unique = effort.is_unique(&grid.with(cell, None));
                exact &= is_unique.is_some();
                is_unique == Some(true)
            })
            .collect();
        Self { redundant, exact }
    }

    /// Whether no given can be left out; `None` if that was not found out.
    #[must_use]
    pub fn is_minimal(&self) -> Option<bool> {
        match (self.redundant.is_empty(), self.exact) {
            (false, _) => Some(false),
            (true, true) => Some(true),
            (true, false) => None,
        }
    }
}

/// A puzzle with the same one solution and none of whose givens can be left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinimalPuzzle {
    /// The puzzle.
    pub puzzle: Grid,
    /// Whether it is proven that no given can be left out.
    pub minimal: bool,
}

/// Leaves out each given of a grid with exactly one solution where the others still leave one, row by row.
#[must_use]
pub fn minimal_puzzle(grid: &Grid, effort: &mut Effort) -> MinimalPuzzle {
    let mut minimal = true;
    let puzzle = CellSet::givens(grid).iter().fold(*grid, |puzzle, cell| {
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
