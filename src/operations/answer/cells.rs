//! Cells, houses and conflicts in responses.

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

use crate::sudoku::logic::words::capital;
use crate::sudoku::{self, HouseKind, rules};

/// A cell of the grid.
#[derive(Clone, Copy, Serialize, ToSchema, Debug)]
#[schema(as = Cell, example = json!({"row": 1, "column": 3, "index": 2}))]
pub struct Cell {
    /// The row, counted from the top.
    #[schema(minimum = 1, maximum = 9)]
    pub row: u8,
    /// The column, counted from the left.
    #[schema(minimum = 1, maximum = 9)]
    pub column: u8,
    /// The index, counted row by row from the top left.
    #[schema(minimum = 0, maximum = 80)]
    pub index: u8,
}

impl From<sudoku::Cell> for Cell {
    fn from(cell: sudoku::Cell) -> Self {
        Self { row: cell.row(), column: cell.column(), index: cell.index() as u8 }
    }
}

/// A row, a column or a 3x3 box.
#[derive(Clone, Copy, Serialize, ToSchema, Debug)]
pub struct House {
    /// Its kind.
    pub kind: HouseKind,
    /// Its number: rows are counted from the top, columns from the left, boxes row by row.
    #[schema(minimum = 1, maximum = 9)]
    pub number: u8,
}

/// A digit that occurs more than once in one house.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Conflict {
    /// The repeated digit.
    #[schema(minimum = 1, maximum = 9)]
    pub digit: u8,
    /// The house in which it is repeated.
    pub house: House,
    /// The cells of the house that contain it: at least two or, of a claim, those besides its own.
    #[schema(min_items = 1, max_items = 9)]
    pub cells: Vec<Cell>,
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
