//! The parts of documents that several answers share.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

use super::json::Pointer;
use crate::sudoku::notation::{Fault, FaultKind};
use crate::sudoku::{self, rules};

/// A cell of the grid.
#[derive(Clone, Copy, Serialize, ToSchema, Debug)]
#[schema(as = Cell, example = json!({"row": 1, "column": 3, "index": 2}))]
pub struct Cell {
    /// From the top.
    #[schema(minimum = 1, maximum = 9)]
    pub row: u8,
    /// From the left.
    #[schema(minimum = 1, maximum = 9)]
    pub column: u8,
    /// Row by row from the top left.
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
    /// What it is.
    pub kind: HouseKind,
    /// Its number among its kind: rows from the top, columns from the left, boxes row by row.
    #[schema(minimum = 1, maximum = 9)]
    pub number: u8,
}

/// What a house is.
#[derive(Clone, Copy, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum HouseKind {
    /// Nine cells side by side.
    Row,
    /// Nine cells one above the other.
    Column,
    /// A 3x3 box.
    Box,
}

/// A digit that stands more than once in one house.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct Conflict {
    /// The repeated digit.
    #[schema(minimum = 1, maximum = 9)]
    pub digit: u8,
    /// Where it is repeated.
    pub house: House,
    /// The cells of the house that hold it.
    #[schema(min_items = 2, max_items = 9)]
    pub cells: Vec<Cell>,
}

impl From<rules::Conflict> for Conflict {
    fn from(conflict: rules::Conflict) -> Self {
        let kind = match conflict.house.kind() {
            sudoku::HouseKind::Row => HouseKind::Row,
            sudoku::HouseKind::Column => HouseKind::Column,
            sudoku::HouseKind::Box => HouseKind::Box,
        };
        Self {
            digit: conflict.digit.get(),
            house: House { kind, number: conflict.house.number() },
            cells: conflict.cells.into_iter().map(Cell::from).collect(),
        }
    }
}

impl Conflict {
    /// Such as `row 1: 5 at r1c1 r1c2`.
    pub fn summary(&self) -> String {
        let kind = match self.house.kind {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        let mut line = format!("{kind} {}: {} at", self.house.number, self.digit);
        for cell in &self.cells {
            line.push_str(&format!(" r{}c{}", cell.row, cell.column));
        }
        line
    }
}

/// A member of the document or a parameter of the query that is wrong.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct RequestError {
    /// Where in the document (RFC 6901).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pointer: Option<String>,
    /// Which parameter of the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub parameter: Option<String>,
    /// What is wrong there.
    pub detail: Cow<'static, str>,
}

impl RequestError {
    /// A fault of the document.
    pub fn at(pointer: &Pointer, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { pointer: Some(pointer.to_string()), parameter: None, detail: detail.into() }
    }

    /// A fault of the query.
    pub fn of_parameter(parameter: &str, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { pointer: None, parameter: Some(parameter.to_owned()), detail: detail.into() }
    }

    /// One line that names the place.
    pub fn summary(&self) -> String {
        match (&self.pointer, &self.parameter) {
            (Some(pointer), _) if !pointer.is_empty() => format!("{pointer}: {}", self.detail),
            (_, Some(parameter)) => format!("query parameter {parameter}: {}", self.detail),
            _ => self.detail.to_string(),
        }
    }
}

/// A fault of a grid, with all that is known of its place.
#[derive(Clone, Default, Serialize, ToSchema, Debug)]
pub struct GridError {
    /// Where in the document (RFC 6901); absent for a text body.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pointer: Option<String>,
    /// Which parameter of the query holds the grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub parameter: Option<String>,
    /// The grid's row, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 9, nullable = false)]
    pub row: Option<u8>,
    /// The grid's column, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 9, nullable = false)]
    pub column: Option<u8>,
    /// The line of the text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    pub line: Option<usize>,
    /// The character of the line or string, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    pub character: Option<usize>,
    /// What stands there, as it was sent: JSON for a document, the character for a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub found: Option<String>,
    /// What is wrong there.
    pub detail: String,
}

impl GridError {
    /// A fault at a place of a text.
    pub fn in_text(fault: &Fault) -> Self {
        Self {
            row: fault.cell.map(sudoku::Cell::row),
            column: fault.cell.map(sudoku::Cell::column),
            line: Some(fault.line),
            character: fault.character,
            found: match fault.kind {
                FaultKind::Character(found) => Some(found.to_string()),
                FaultKind::Length { .. }
                | FaultKind::LineCount { .. }
                | FaultKind::SeveralPuzzles { .. }
                | FaultKind::Empty
                | FaultKind::OnlyComments => None,
            },
            detail: fault.kind.to_string(),
            ..Self::default()
        }
    }

    /// One line that names the place.
    pub fn summary(&self) -> String {
        let mut place = Vec::new();
        if let Some(parameter) = &self.parameter {
            place.push(format!("query parameter {parameter}"));
        }
        if let Some(pointer) = self.pointer.as_ref().filter(|pointer| !pointer.is_empty()) {
            place.push(pointer.clone());
        }
        if let Some(line) = self.line {
            place.push(format!("line {line}"));
        }
        if let Some(character) = self.character {
            place.push(format!("character {character}"));
        }
        if place.is_empty() { self.detail.clone() } else { format!("{}: {}", place.join(", "), self.detail) }
    }
}
