//! The JSON forms of a grid, both ways: what a caller sent is remembered, so that it is answered in kind.

use serde::ser::{Serialize, SerializeSeq, Serializer};

use super::json::{self, Document, Kind, Malformed, Pointer, Value};
use super::wire::GridError;
use crate::sudoku::notation::{self, Layout};
use crate::sudoku::{Cell, Digit, Grid};

/// The notation that a grid was sent in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Nine arrays of nine cells.
    Rows(CellType),
    /// One array of 81 cells.
    Flat(CellType),
    /// An array of nine strings of nine cells.
    Strings,
    /// A text, by itself or in a JSON string.
    Text(Layout),
}

/// What the cells of an array were.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellType {
    /// Numbers.
    Number,
    /// Strings of one character.
    String,
}

/// A grid as a caller sent it.
#[derive(Clone, Copy, Debug)]
pub struct Posed {
    /// The grid.
    pub grid: Grid,
    /// The notation that answers use too.
    pub notation: Notation,
}

/// Why a value is no grid.
pub enum Unreadable {
    /// Its faults in reading order, at least one.
    Faults(Vec<GridError>),
    /// The document is no JSON after all.
    Malformed(Malformed),
}

impl From<Malformed> for Unreadable {
    fn from(malformed: Malformed) -> Self {
        Self::Malformed(malformed)
    }
}

/// Reads a grid from a value of a document.
///
/// # Errors
/// Every fault with its place.
pub fn read(document: &Document<'_>, value: Value<'_>, at: &Pointer) -> Result<Posed, Unreadable> {
    match document.look(value)? {
        Kind::String(text) => match notation::parse(&text) {
            Ok(text) => Ok(Posed { grid: text.grid, notation: Notation::Text(text.layout) }),
            Err(error) => Err(Unreadable::Faults(
                error
                    .faults()
                    .iter()
                    .map(|fault| GridError { pointer: Some(at.to_string()), ..GridError::in_text(fault) })
                    .collect(),
            )),
        },
        Kind::Array(items) => ArrayReader { document, faults: Vec::new() }.read(&items, at),
        Kind::Object(_) | Kind::Number(_) | Kind::Bool | Kind::Null => Err(Unreadable::Faults(vec![GridError {
            pointer: Some(at.to_string()),
            found: Some(value.excerpt()),
            detail: "a grid is an array or a string".to_owned(),
            ..GridError::default()
        }])),
    }
}

/// Reads an array and collects what is wrong with it.
struct ArrayReader<'d, 'a> {
    document: &'d Document<'a>,
    faults: Vec<GridError>,
}

/// A cell of an array: its digit or 0, and the type to answer with.
#[derive(Clone, Copy)]
struct ReadCell {
    value: u8,
    cell_type: CellType,
}

impl<'a> ArrayReader<'_, 'a> {
    fn read(mut self, items: &[Value<'a>], at: &Pointer) -> Result<Posed, Unreadable> {
        let mut kinds = Vec::with_capacity(items.len());
        for &item in items {
            kinds.push(self.document.look(item)?);
        }
        let arrays = kinds.iter().filter(|kind| matches!(kind, Kind::Array(_))).count();
        let texts =
            kinds.iter().filter(|kind| matches!(kind, Kind::String(text) if text.chars().nth(1).is_some())).count();
        let posed = if arrays * 2 > items.len() {
            self.rows(items, kinds, at)?
        } else if texts * 2 > items.len() {
            self.strings(items, &kinds, at)
        } else {
            self.flat(items, &kinds, at)
        };
        posed.ok_or(Unreadable::Faults(self.faults))
    }

    fn rows(&mut self, items: &[Value<'a>], kinds: Vec<Kind<'a>>, at: &Pointer) -> Result<Option<Posed>, Malformed> {
        self.expect_count(items.len(), 9, "row", at);
        let mut cells = Vec::with_capacity(81);
        for (i, (&item, kind)) in items.iter().zip(kinds).enumerate() {
            let pointer = at.item(i);
            let row = (i < 9).then_some(i as u8 + 1);
            let Kind::Array(values) = kind else {
                self.fault(&pointer, row, None, Some(item), "a row is an array of 9 cells, as the other rows are");
                continue;
            };
            if values.len() != 9 {
                let detail = format!("{} where 9 are needed", count(values.len(), "cell"));
                self.fault(&pointer, row, None, None, &detail);
            }
            for (j, &value) in values.iter().enumerate() {
                let kind = self.document.look(value)?;
                let column = (row.is_some() && j < 9).then_some(j as u8 + 1);
                cells.extend(self.cell(value, &kind, || pointer.item(j), row, column));
            }
        }
        Ok(self.grid(&cells).map(|(grid, cell_type)| Posed { grid, notation: Notation::Rows(cell_type) }))
    }

    fn flat(&mut self, items: &[Value<'a>], kinds: &[Kind<'a>], at: &Pointer) -> Option<Posed> {
        if items.len() != 81 {
            let detail = format!("{} where 81 are needed, or 9 rows of 9 cells", count(items.len(), "cell"));
            self.fault(at, None, None, None, &detail);
        }
        let mut cells = Vec::with_capacity(81);
        for (i, (&item, kind)) in items.iter().zip(kinds).enumerate() {
            let cell = if items.len() == 81 { Cell::from_index(i) } else { None };
            cells.extend(self.cell(item, kind, || at.item(i), cell.map(Cell::row), cell.map(Cell::column)));
        }
        self.grid(&cells).map(|(grid, cell_type)| Posed { grid, notation: Notation::Flat(cell_type) })
    }

    fn strings(&mut self, items: &[Value<'a>], kinds: &[Kind<'a>], at: &Pointer) -> Option<Posed> {
        self.expect_count(items.len(), 9, "row", at);
        let mut rows = Vec::with_capacity(9);
        for (i, (&item, kind)) in items.iter().zip(kinds).enumerate() {
            if let Kind::String(row) = kind {
                rows.push(row);
            } else {
                let row = (i < 9).then_some(i as u8 + 1);
                self.fault(&at.item(i), row, None, Some(item), "a row is a string of 9 cells, as the other rows are");
            }
        }
        let rows: [_; 9] = rows.try_into().ok()?;
        match notation::parse_rows(&rows) {
            Ok(grid) if self.faults.is_empty() => Some(Posed { grid, notation: Notation::Strings }),
            Ok(_) => None,
            Err(error) => {
                self.faults.extend(error.faults().iter().map(|fault| GridError {
                    pointer: Some(at.item(fault.line - 1).to_string()),
                    row: Some(fault.line as u8),
                    line: None,
                    ..GridError::in_text(fault)
                }));
                None
            }
        }
    }

    fn expect_count(&mut self, found: usize, wanted: usize, what: &str, at: &Pointer) {
        if found != wanted {
            self.fault(at, None, None, None, &format!("{} where {wanted} are needed", count(found, what)));
        }
    }

    /// The cell, or `None` with the fault noted.
    fn cell(
        &mut self,
        value: Value<'a>,
        kind: &Kind<'a>,
        at: impl Fn() -> Pointer,
        row: Option<u8>,
        column: Option<u8>,
    ) -> Option<ReadCell> {
        let cell = match kind {
            Kind::Null => Some(ReadCell { value: 0, cell_type: CellType::Number }),
            Kind::Number(number) => {
                json::integer(number, 0..=9).map(|value| ReadCell { value: value as u8, cell_type: CellType::Number })
            }
            Kind::String(text) => string_value(text).map(|value| ReadCell { value, cell_type: CellType::String }),
            Kind::Object(_) | Kind::Array(_) | Kind::Bool => None,
        };
        if cell.is_none() {
            self.fault(
                &at(),
                row,
                column,
                Some(value),
                "a cell is a digit from 1 to 9, or 0, null, \"\" or \".\" if it is blank",
            );
        }
        cell
    }

    fn fault(&mut self, at: &Pointer, row: Option<u8>, column: Option<u8>, found: Option<Value<'_>>, detail: &str) {
        self.faults.push(GridError {
            pointer: Some(at.to_string()),
            row,
            column,
            found: found.map(|value| value.excerpt()),
            detail: detail.to_owned(),
            ..GridError::default()
        });
    }

    /// The grid of 81 cells, and the type of its first given, or else of its first blank.
    fn grid(&self, cells: &[ReadCell]) -> Option<(Grid, CellType)> {
        let cells: &[ReadCell; 81] = cells.try_into().ok().filter(|_| self.faults.is_empty())?;
        let grid = Grid::from_values(cells.map(|cell| cell.value))?;
        let first = cells.iter().find(|cell| cell.value != 0).unwrap_or(&cells[0]);
        Some((grid, first.cell_type))
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn string_value(text: &str) -> Option<u8> {
    match text {
        "" | " " | "." | "_" | "x" | "X" | "*" | "-" | "0" => Some(0),
        _ => {
            let mut characters = text.chars();
            let digit = characters.next().and_then(Digit::from_char)?;
            characters.next().is_none().then_some(digit.get())
        }
    }
}

/// A completed grid in the notation that the caller used.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The grid.
    pub grid: Grid,
    /// The caller's notation.
    pub notation: Notation,
}

impl Answer {
    /// The grid as a text: in its own layout if it was sent as one, else on one line.
    #[must_use]
    pub fn text(&self) -> String {
        match self.notation {
            Notation::Text(layout) => layout.format(&self.grid),
            Notation::Rows(_) | Notation::Flat(_) | Notation::Strings => Layout::Line.format(&self.grid),
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.grid.values();
        match self.notation {
            Notation::Text(_) => serializer.serialize_str(&self.text()),
            Notation::Flat(cell_type) => Cells { values, cell_type }.serialize(serializer),
            Notation::Rows(cell_type) => {
                serializer.collect_seq(values.chunks_exact(9).map(|values| Cells { values, cell_type }))
            }
            Notation::Strings => {
                let line = self.grid.to_string();
                serializer.collect_seq((0..9).map(|row| &line[row * 9..row * 9 + 9]))
            }
        }
    }
}

struct Cells<'a> {
    values: &'a [u8],
    cell_type: CellType,
}

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const STRINGS: [&str; 10] = [".", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let mut cells = serializer.serialize_seq(Some(self.values.len()))?;
        for &value in self.values {
            match self.cell_type {
                CellType::Number => cells.serialize_element(&value)?,
                CellType::String => cells.serialize_element(STRINGS[usize::from(value)])?,
            }
        }
        cells.end()
    }
}
