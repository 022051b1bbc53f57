//! Pencil marks: the candidates that a player has noted.

use super::grid;
use super::json::{self, Document, Malformed, ValueKind};
use crate::sudoku::notation::{self, Candidates, Item, ItemKind};

/// The expected forms of pencil marks.
pub const EXPECTED: &str = "expected nine arrays of nine arrays of digits, 81 bit masks from 0 to 511, or pencil marks as text, such as 729 characters";

/// Reads pencil marks from a value of a document: a bit for each digit of each cell, bit 0 for 1. `None` if they are
/// invalid.
///
/// # Errors
/// The document turns out not to be JSON.
pub fn read(document: &Document<'_>, value: ValueKind<'_>) -> Result<Option<Candidates>, Malformed> {
    let items = match value {
        ValueKind::String(text) => return Ok(of_text(&text)),
        ValueKind::Array(items) if matches!(items.len(), 9 | 81) => items,
        _ => return Ok(None),
    };
    let items = items.into_iter().map(|value| grid::item(document, value, 1)).collect::<Result<Vec<_>, _>>()?;
    let marks = if items.len() == 81 { items.iter().map(mask).collect() } else { of_rows(&items) };
    Ok(marks.and_then(|marks: Vec<u16>| marks.try_into().ok()))
}

fn mask(item: &Item<'_>) -> Option<u16> {
    json::integer(item.written, 0..=511)
}

/// The marks of nine rows of nine lists of digits.
fn of_rows(rows: &[Item<'_>]) -> Option<Vec<u16>> {
    let rows = rows.iter().map(list).collect::<Option<Vec<_>>>()?;
    let digits = |cell| {
        let digits = list(cell)?.iter().map(|digit| json::integer(digit.written, 1..=9_u16));
        digits.map(|digit| Some(1 << (digit? - 1))).try_fold(0, |mask, digit| Some(mask | digit?))
    };
    rows.iter().all(|row| row.len() == 9).then(|| rows.into_iter().flatten().map(digits).collect())?
}

fn list<'i, 't>(item: &'i Item<'t>) -> Option<&'i [Item<'t>]> {
    if let ItemKind::List(items) = &item.kind { Some(items) } else { None }
}

/// Reads pencil marks from text, such as 729 characters. If no cell has several marks, the text is a grid, whose digits are
/// its marks.
pub fn of_text(text: &str) -> Option<Candidates> {
    let text = notation::parse(text).ok()?;
    Some(text.candidates.unwrap_or_else(|| text.grid.values().map(|value| 1 << value >> 1)))
}
