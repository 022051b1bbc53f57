//! The forms of a grid: text and JSON.

use std::borrow::Cow;

use super::json::{self, Document, Malformed, Value, ValueKind};
use crate::operations::answer::grid::{CellType, Notation};
use crate::operations::problem::{ErrorList, GridError, Place, SEVERAL};
use crate::sudoku::logic::Board;
use crate::sudoku::notation::{self, Candidates, Fault, FaultKind, Item, ItemKind, Lookalike, NotationError, Shape};
use crate::sudoku::{Cell, Grid, Position};

/// A grid as a caller sent it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentGrid {
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

impl SentGrid {
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

impl From<notation::Text> for SentGrid {
    fn from(text: notation::Text) -> Self {
        let candidates = text.candidates.map(Box::new);
        Self { candidates, ..Self::new(text.grid, Notation::Text(text.layout)) }
    }
}

/// Reads a grid from text in any notation.
///
/// # Errors
/// The faults in the text.
pub fn of_text(text: &str) -> Result<SentGrid, NotationError> {
    let posed = notation::parse(text).map(SentGrid::from)?;
    Ok(SentGrid { placed: notation::placed(text, &posed.grid), ..posed })
}

/// A text without the quotation marks of JSON or CSV that are around all of it.
pub fn unquoted(text: &str) -> &str {
    let value = text.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    value.filter(|value| !value.contains('"')).unwrap_or(text)
}

/// Reads a grid from a value of a document. `None` if it is invalid; every error is added to `errors`.
///
/// # Errors
/// The document turns out to be invalid JSON.
pub fn read(
    document: &Document<'_>,
    value: Value<'_>,
    at: &Place,
    errors: &mut ErrorList<GridError>,
) -> Result<Option<SentGrid>, Malformed> {
    let item = item(document, value, 0)?;
    let refused = match &item.kind {
        ItemKind::Word(text) if item.written.starts_with('"') => {
            let located = |error| GridError { at: Some(at.clone()), ..error };
            return Ok(of_text(text).map_err(|error| errors.push_text(&error, located)).ok());
        }
        ItemKind::List(items) if !items.is_empty() && items.iter().all(is_line) => {
            Some((None, format!("found {} grid{}; {SEVERAL}", items.len(), if items.len() == 1 { "" } else { "s" })))
        }
        ItemKind::List(_) | ItemKind::Members(_) => None,
        ItemKind::Word(_) | ItemKind::Other => {
            let detail = "expected an array, a string or an object of cells such as `A1`".to_owned();
            Some((Some(json::excerpt(item.written)), detail))
        }
    };
    if let Some((found, detail)) = refused {
        errors.push(|| GridError { at: Some(at.clone()), found, detail, ..GridError::default() });
        return Ok(None);
    }
    let read = item.grid(&mut |path, fault| errors.push(|| error(&item, path, at, &fault)));
    Ok(read.map(|(grid, shape, first)| {
        let is_string = first.is_some_and(|first| first.written.starts_with('"'));
        let cell_type = if is_string { CellType::String } else { CellType::Number };
        let notation = match shape {
            Shape::Rows | Shape::Names => Notation::Rows(cell_type),
            Shape::Flat => Notation::Flat(cell_type),
            Shape::Strings => Notation::Strings,
        };
        SentGrid::new(grid, notation)
    }))
}

const DIGITS: &str = "0123456789";

/// What a value is as a grid, its rows, its cells or the digits of these, by its depth from 0 to 3.
///
/// # Errors
/// The document turns out to be invalid JSON.
pub fn item<'a>(document: &Document<'a>, value: Value<'a>, depth: usize) -> Result<Item<'a>, Malformed> {
    let read = |value| item(document, value, depth + 1);
    let list = |items: Vec<Value<'a>>| items.into_iter().map(read).collect::<Result<_, _>>().map(ItemKind::List);
    let kind = match document.read(value)? {
        ValueKind::Array(items) if depth < 3 => list(items)?,
        ValueKind::Object(members) if depth == 0 && !members.is_empty() => {
            if let Some(rows) = numbered_rows(&members) {
                list(rows)?
            } else {
                let read = |(name, value)| Ok((name, read(value)?));
                ItemKind::Members(members.into_iter().map(read).collect::<Result<_, _>>()?)
            }
        }
        ValueKind::String(text) => ItemKind::Word(text),
        ValueKind::Null | ValueKind::Number("-1") => ItemKind::Word(value.written().into()),
        ValueKind::Number(number) => json::integer(number, 0..=9)
            .map_or(ItemKind::Other, |digit: usize| ItemKind::Word(DIGITS[digit..=digit].into())),
        ValueKind::Array(_) | ValueKind::Object(_) | ValueKind::Bool(_) => ItemKind::Other,
    };
    Ok(Item { written: value.written(), kind })
}

/// The rows of a grid that was written as an object with the indices 0 to 8, as some languages write an array.
fn numbered_rows<'a>(members: &[(Cow<'_, str>, Value<'a>)]) -> Option<Vec<Value<'a>>> {
    let row = |index: usize| members.iter().find(|(name, _)| *name == index.to_string()).map(|&(_, value)| value);
    let rows: Vec<Value<'a>> = (0..9).map_while(row).filter(|row| row.written().starts_with('[')).collect();
    (rows.len() == 9 && members.len() == 9).then_some(rows)
}

/// Whether an item is a grid on one line, rather than a row.
fn is_line(item: &Item<'_>) -> bool {
    matches!(&item.kind, ItemKind::Word(text) if text.len() == Cell::COUNT)
}

/// The error of a fault at the end of a path from this item, whose place is given.
fn error(item: &Item<'_>, path: &[usize], at: &Place, fault: &Fault) -> GridError {
    let at = path.iter().enumerate().fold(at.clone(), |at, (depth, &i)| match &item.at(&path[..depth]).kind {
        ItemKind::Members(members) => at.member(&members[i].0),
        _ => at.item(i),
    });
    let value = json::excerpt(item.at(path).written);
    let error = GridError { at: Some(at), line: None, ..GridError::in_text(fault) };
    match fault.kind {
        FaultKind::Word => {
            let detail = format!("found {value} instead of a digit from 1 to 9, or 0 or null for a blank");
            GridError { found: Some(value), detail, ..error }
        }
        FaultKind::Row | FaultKind::Coordinate => GridError { found: Some(value), ..error },
        _ => error,
    }
}

/// Whether a text with this error is JSON, or begins like it, rather than a grid.
pub fn is_json(error: &NotationError) -> bool {
    error.faults()[0].kind == FaultKind::LooksLike(Lookalike::Json)
}

/// A hint at the most likely cause of this error, which is `several` if the text seems to have several puzzles. Perhaps an empty
/// string.
pub fn hint(error: &NotationError, several: &'static str) -> &'static str {
    let has = |is_meant: fn(FaultKind) -> bool| error.faults().iter().any(|fault| is_meant(fault.kind));
    if has(|kind| matches!(kind, FaultKind::SeveralPuzzles(_) | FaultKind::OnlyComments)) {
        "`curl -d @file` removes line breaks; `curl --data-binary @file` sends the file unchanged"
    } else if has(|kind| match kind {
        FaultKind::Length { cells, wanted } => cells == Cell::COUNT && wanted == 9,
        FaultKind::LineCount(lines) => lines >= 18,
        FaultKind::LooksLike(Lookalike::Markup(games)) => games > 1,
        kind => matches!(kind, FaultKind::TooManyLines),
    }) {
        several
    } else {
        ""
    }
}
