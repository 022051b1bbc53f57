//! Cells, houses and conflicts in responses.

use std::fmt;

use super::declaration::answer;
use crate::sudoku::logic::words::capital;
use crate::sudoku::{self, HouseKind, rules};

answer! {
    /// A cell of the grid.
    #[derive(Clone, Copy)]
    #[example {"row": 1, "column": 3, "index": 2}]
    pub struct Cell {
        /// The row, counted from the top.
        pub row: u8 {minimum: 1, maximum: 9},
        /// The column, counted from the left.
        pub column: u8 {minimum: 1, maximum: 9},
        /// The index, counted row by row from the top left.
        pub index: u8 {minimum: 0, maximum: 80},
    }
}

impl From<sudoku::Cell> for Cell {
    fn from(cell: sudoku::Cell) -> Self {
        Self { row: cell.row(), column: cell.column(), index: cell.index() as u8 }
    }
}

answer! {
    /// A row, a column or a 3x3 box.
    #[derive(Clone, Copy)]
    pub struct House {
        /// Its kind.
        pub kind: HouseKind,
        /// Its number: rows are counted from the top, columns from the left, boxes row by row.
        pub number: u8 {minimum: 1, maximum: 9},
    }

    /// A digit that occurs more than once in one house.
    #[derive(Clone)]
    pub struct Conflict {
        /// The repeated digit.
        pub digit: u8 {minimum: 1, maximum: 9},
        /// The house in which it is repeated.
        pub house: House,
        /// The cells of the house that contain it: at least two or, of a claim, those besides its own.
        pub cells: Vec<Cell> {minItems: 1, maxItems: 9},
    }
}

impl From<sudoku::House> for House {
    fn from(house: sudoku::House) -> Self {
        Self { kind: house.kind(), number: house.number() }
    }
}

impl From<rules::Conflict> for Conflict {
    fn from(conflict: rules::Conflict) -> Self {
        Self {
            digit: conflict.digit.get(),
            house: conflict.house.into(),
            cells: conflict.cells.into_iter().map(Cell::from).collect(),
        }
    }
}

impl Conflict {
    /// Such as `Row 1 has the digit 5 more than once`.
    pub fn sentence(&self) -> String {
        format!("{} has the digit {} more than once", capital(&self.house.to_string()), self.digit)
    }
}

/// Formats as `r1c3`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

/// Formats as `row 1`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.name(), self.number)
    }
}

/// Formats as `row 1: 5 at r1c1 r1c2`.
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at", self.house, self.digit)?;
        self.cells.iter().try_for_each(|cell| write!(f, " {cell}"))
    }
}
