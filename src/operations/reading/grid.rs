//! The forms of a grid: text and JSON.

use std::borrow::Cow;

use super::json::{self, Document, Malformed, Value, ValueKind};
use crate::operations::answer::grid::{CellType, Notation};
use crate::operations::problem::{ErrorList, GridError, Pointer, SEVERAL};
use crate::sudoku::logic::Board;
use crate::sudoku::notation::{self, Candidates, FaultKind, Lookalike, NotationError};
use crate::sudoku::{Cell, Grid, Position};

/// A grid as a caller sent it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posed {
    /// The grid.
    pub grid: Grid,
    /// Its notation, which answers use as well.
    pub notation: Notation,
    /// The pencil marks: those of a text, until the options of the request are applied.
    pub candidates: Option<Box<Candidates>>,
    /// Whether the pencil marks are notes of the places of a digit in a box.
    pub is_partial: bool,
    /// The cells whose digits are known to be no givens, a bit for each.
    pub placed: u128,
}

impl Posed {
    /// A grid without pencil marks.
    pub const fn new(grid: Grid, notation: Notation) -> Self {
        Self { grid, notation, candidates: None, is_partial: false, placed: 0 }
    }

    /// The grid with its pencil marks. Those that remove no candidate are left out.
    pub fn position(&self) -> Position {
        let read = if self.is_partial { Position::partial } else { Position::new };
        let marked = self.candidates.as_ref().map(|marks| read(self.grid, marks));
        let says_more = |marked: &Position| Board::from(marked) != Board::new(&self.grid);
        marked.filter(says_more).unwrap_or_else(|| (&self.grid).into()).with_placed(self.placed)
    }
}

impl From<notation::Text> for Posed {
    fn from(text: notation::Text) -> Self {
        let candidates = text.candidates.map(Box::new);
        Self { candidates, ..Self::new(text.grid, Notation::Text(text.layout)) }
    }
}

/// Reads a grid from text in any notation.
///
/// # Errors
/// The faults in the text.
pub fn of_text(text: &str) -> Result<Posed, NotationError> {
    let posed = notation::parse(text).map(Posed::from)?;
    Ok(Posed { placed: notation::placed(text, &posed.grid), ..posed })
}

/// A text without the quotation marks of JSON, which some clients put around a parameter.
pub fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

/// Reads a grid from a value of a document. `None` if it is invalid; every error is added to `errors`.
///
/// # Errors
/// The document turns out to be invalid JSON.
pub fn read(
    document: &Document<'_>,
    value: Value<'_>,
    at: &Pointer,
    errors: &mut ErrorList<GridError>,
) -> Result<Option<Posed>, Malformed> {
    match document.read(value)? {
        ValueKind::String(text) => Ok(of_text(&text)
            .map_err(|error| {
                errors.push_text(&error, |_, error| GridError { pointer: Some(at.to_string()), ..error });
            })
            .ok()),
        ValueKind::Array(items) => ArrayReader::new(document, errors).read(&items, at),
        ValueKind::Object(members) if !members.is_empty() => {
            let mut reader = ArrayReader::new(document, errors);
            match numbered_rows(&members) {
                Some(rows) => reader.read(&rows, at),
                None => reader.named_cells(&members, at),
            }
        }
        ValueKind::Object(_) | ValueKind::Number(_) | ValueKind::Bool(_) | ValueKind::Null => {
            errors.push(|| invalid(at, value, "expected an array, a string or an object of cells such as `A1`"));
            Ok(None)
        }
    }
}

/// The rows of a grid that was written as an object with the indices 0 to 8, as some languages write an array.
fn numbered_rows<'a>(members: &[(Cow<'_, str>, Value<'a>)]) -> Option<[Value<'a>; 9]> {
    let row = |index: usize| members.iter().find(|(name, _)| *name == index.to_string()).map(|&(_, value)| value);
    let rows: Vec<Value<'a>> = (0..9).map_while(row).filter(|row| row.written().starts_with('[')).collect();
    rows.try_into().ok().filter(|_| members.len() == 9)
}

/// The cell with this name, or this index from 0 to 80.
pub fn named_cell(name: &str) -> Option<Cell> {
    let index = || name.parse().ok().filter(|_| name.bytes().all(|byte| byte.is_ascii_digit()));
    Cell::from_name(name).or_else(|| Cell::from_index(index()?))
}

/// Reads an array and collects its errors.
struct ArrayReader<'d, 'a> {
    document: &'d Document<'a>,
    errors: &'d mut ErrorList<GridError>,
    /// Whether this grid has no error yet.
    valid: bool,
    /// Whether a cell has a blank of each of the kinds of [`notation::blank_kind`].
    blanks: [bool; 2],
}

/// A cell of an array: its digit or 0, and its type.
type ReadCell = (u8, CellType);

impl<'d, 'a> ArrayReader<'d, 'a> {
    fn new(document: &'d Document<'a>, errors: &'d mut ErrorList<GridError>) -> Self {
        Self { document, errors, valid: true, blanks: [false; 2] }
    }

    fn read(&mut self, items: &[Value<'a>], at: &Pointer) -> Result<Option<Posed>, Malformed> {
        let mut kinds = Vec::with_capacity(items.len());
        for &item in items {
            kinds.push(self.document.read(item)?);
        }
        let are_most =
            |is_such: fn(&ValueKind<'_>) -> bool| kinds.iter().filter(|kind| is_such(kind)).count() * 2 > items.len();
        let is_text = |kind: &ValueKind<'_>| matches!(kind, ValueKind::String(text) if text.chars().nth(1).is_some());
        if are_most(|kind| matches!(kind, ValueKind::Array(_))) {
            self.rows(items, kinds, at)
        } else if are_most(is_text) && items.len() != Cell::COUNT {
            Ok(self.strings(items, &kinds, at))
        } else {
            Ok(self.flat(items, &kinds, at))
        }
    }

    fn rows(
        &mut self,
        items: &[Value<'a>],
        kinds: Vec<ValueKind<'a>>,
        at: &Pointer,
    ) -> Result<Option<Posed>, Malformed> {
        let size = items.len();
        let is_row = |kind: &ValueKind<'_>| matches!(kind, ValueKind::Array(cells) if cells.len() == size);
        if !self.may_be_rows(size, kinds.iter().all(is_row), at) {
            return Ok(None);
        }
        let mut cells = Vec::with_capacity(81);
        for (i, (&item, kind)) in items.iter().zip(kinds).enumerate() {
            let row = (i < 9).then_some(i as u8 + 1);
            let ValueKind::Array(values) = kind else {
                self.error(|| GridError {
                    row,
                    ..invalid(&at.item(i), item, "expected an array of 9 cells, like the other rows")
                });
                continue;
            };
            if values.len() != 9 {
                let detail = format!("found {} instead of 9", count(values.len(), "cell"));
                self.error(|| GridError { row, ..of(&at.item(i), detail) });
            }
            for (j, &value) in values.iter().enumerate() {
                let kind = self.document.read(value)?;
                let column = (row.is_some() && j < 9).then_some(j as u8 + 1);
                cells.extend(self.cell(value, &kind, || at.item(i).item(j), row, column));
            }
        }
        Ok(self.grid(&cells, Notation::Rows, at))
    }

    fn flat(&mut self, items: &[Value<'a>], kinds: &[ValueKind<'a>], at: &Pointer) -> Option<Posed> {
        if items.len() != 81 {
            let detail = format!("found {} instead of 81, or 9 rows of 9", count(items.len(), "cell"));
            self.error(|| of(at, detail));
        }
        let mut cells = Vec::with_capacity(81);
        for (i, (&item, kind)) in items.iter().zip(kinds).enumerate() {
            let cell = if items.len() == 81 { Cell::from_index(i) } else { None };
            cells.extend(self.cell(item, kind, || at.item(i), cell.map(Cell::row), cell.map(Cell::column)));
        }
        self.grid(&cells, Notation::Flat, at)
    }

    fn strings(&mut self, items: &[Value<'a>], kinds: &[ValueKind<'a>], at: &Pointer) -> Option<Posed> {
        let is_grid = |kind: &ValueKind<'_>| matches!(kind, ValueKind::String(text) if text.len() == Cell::COUNT);
        if kinds.iter().all(is_grid) {
            let detail = format!("found {}; {SEVERAL}", count(items.len(), "grid"));
            self.error(|| of(at, detail));
            return None;
        }
        let size = items.len();
        let is_row = |kind: &ValueKind<'_>| matches!(kind, ValueKind::String(row) if row.chars().count() == size);
        if !self.may_be_rows(size, kinds.iter().all(is_row), at) {
            return None;
        }
        let mut rows = Vec::with_capacity(9);
        for (i, (&item, kind)) in items.iter().zip(kinds).enumerate() {
            if let ValueKind::String(row) = kind {
                rows.push(row);
            } else {
                let row = (i < 9).then_some(i as u8 + 1);
                self.error(|| GridError {
                    row,
                    ..invalid(&at.item(i), item, "expected a string of 9 cells, like the other rows")
                });
            }
        }
        let rows: [_; 9] = rows.try_into().ok()?;
        let grid = notation::parse_rows(&rows).map_err(|error| {
            self.errors.push_text(&error, |fault, error| GridError {
                pointer: Some(at.item(fault.line - 1).to_string()),
                row: Some(fault.line as u8),
                line: None,
                ..error
            });
        });
        grid.ok().filter(|_| self.valid).map(|grid| Posed::new(grid, Notation::Strings))
    }

    /// Cells by name; those that are missing are blank.
    fn named_cells(&mut self, members: &[(Cow<'_, str>, Value<'a>)], at: &Pointer) -> Result<Option<Posed>, Malformed> {
        const EXPECTED: &str =
            "expected a cell from A1 to I9, a letter for the row and a digit for the column, or an index from 0 to 80";
        let mut cells: [Option<ReadCell>; 81] = [None; 81];
        for (name, value) in members {
            let at = || at.member(name);
            let Some(cell) = named_cell(name) else {
                self.error(|| invalid(&at(), *value, EXPECTED));
                continue;
            };
            if cells[cell.index()].is_some() {
                let (row, column) = (Some(cell.row()), Some(cell.column()));
                self.error(|| GridError { row, column, ..invalid(&at(), *value, "the cell is repeated") });
            }
            let kind = self.document.read(*value)?;
            cells[cell.index()] = self.cell(*value, &kind, at, Some(cell.row()), Some(cell.column()));
        }
        // The type of the cells is that of the first one that was sent.
        let (_, cell_type) = cells.iter().flatten().next().copied().unwrap_or((0, CellType::Number));
        Ok(self.grid(&cells.map(|cell| cell.unwrap_or((0, cell_type))), Notation::Rows, at))
    }

    /// Expects nine rows. Returns whether to go on: a square grid of another size has no other error.
    fn may_be_rows(&mut self, size: usize, is_square: bool, at: &Pointer) -> bool {
        let is_other = size != 9 && is_square && (4..=25).contains(&size);
        if is_other {
            self.error(|| of(at, FaultKind::LooksLike(Lookalike::Size { size }).to_string()));
        } else if size != 9 {
            self.error(|| of(at, format!("found {} instead of 9", count(size, "row"))));
        }
        !is_other
    }

    /// Reads a cell. `None` if it is invalid; the error is recorded.
    fn cell(
        &mut self,
        value: Value<'a>,
        kind: &ValueKind<'a>,
        at: impl Fn() -> Pointer,
        row: Option<u8>,
        column: Option<u8>,
    ) -> Option<ReadCell> {
        let cell = match kind {
            ValueKind::Null | ValueKind::Number("-1") => Some((0, CellType::Number)),
            ValueKind::Number(number) => json::integer(number, 0..=9).map(|value| (value, CellType::Number)),
            ValueKind::String(text) => notation::field_value(text).map(|value| (value, CellType::String)),
            ValueKind::Object(_) | ValueKind::Array(_) | ValueKind::Bool(_) => None,
        };
        if cell.is_some_and(|(digit, _)| digit == 0)
            && let Some(kind) = notation::blank_kind(value.written().trim_matches('"'))
        {
            self.blanks[kind] = true;
        }
        if cell.is_none() {
            self.error(|| {
                let found = value.excerpt();
                let detail = format!("found {found} instead of a digit from 1 to 9, or 0 or null for a blank");
                GridError { row, column, ..invalid(&at(), value, &detail) }
            });
        }
        cell
    }

    fn error(&mut self, error: impl FnOnce() -> GridError) {
        self.valid = false;
        self.errors.push(error);
    }

    /// The grid of 81 cells, with the cell type of its first given or, without givens, of its first blank.
    fn grid(&mut self, cells: &[ReadCell], notation: fn(CellType) -> Notation, at: &Pointer) -> Option<Posed> {
        let cells: &[ReadCell; 81] = cells.try_into().ok().filter(|_| self.valid)?;
        let highest = cells.iter().map(|&(value, _)| value).max();
        if self.blanks == [true; 2] && highest.is_some_and(|highest| (1..9).contains(&highest)) {
            self.error(|| of(at, FaultKind::CountsFromZero.to_string()));
            return None;
        }
        let grid = Grid::from_values(cells.map(|(value, _)| value))?;
        let (_, cell_type) = *cells.iter().find(|(value, _)| *value != 0).unwrap_or(&cells[0]);
        Some(Posed::new(grid, notation(cell_type)))
    }
}

fn invalid(at: &Pointer, found: Value<'_>, detail: &str) -> GridError {
    GridError { found: Some(found.excerpt()), ..of(at, detail.to_owned()) }
}

fn of(at: &Pointer, detail: String) -> GridError {
    GridError { pointer: Some(at.to_string()), detail, ..GridError::default() }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Whether a text with this error is JSON, or begins like it, rather than a grid.
pub fn is_json(error: &NotationError) -> bool {
    error.faults()[0].kind == FaultKind::LooksLike(Lookalike::Json)
}

/// A hint at the most likely cause of this error, or an empty string.
pub fn hint(error: &NotationError) -> &'static str {
    let has = |is_meant: fn(FaultKind) -> bool| error.faults().iter().any(|fault| is_meant(fault.kind));
    if has(|kind| matches!(kind, FaultKind::SeveralPuzzles { .. } | FaultKind::OnlyComments)) {
        "`curl -d @file` removes line breaks; `curl --data-binary @file` sends the file unchanged"
    } else if has(|kind| match kind {
        FaultKind::Length { cells, wanted } => cells == Cell::COUNT && wanted == 9,
        FaultKind::LineCount { lines } => lines >= 18,
        FaultKind::LooksLike(Lookalike::Markup { games }) => games > 1,
        kind => matches!(kind, FaultKind::TooManyLines { .. }),
    }) {
        SEVERAL
    } else {
        ""
    }
}
