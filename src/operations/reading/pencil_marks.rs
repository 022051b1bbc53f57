//! Pencil marks: the candidates that a player has noted.

use super::json::{self, Document, Malformed, Value, ValueKind};
use crate::sudoku::notation::{self, Candidates};

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
        ValueKind::Array(items) => items,
        ValueKind::Object(_) | ValueKind::Number(_) | ValueKind::Bool(_) | ValueKind::Null => return Ok(None),
    };
    let mut marks = Vec::with_capacity(81);
    if items.len() == 81 {
        for item in items {
            marks.push(match document.read(item)? {
                ValueKind::Number(mask) => json::integer(mask, 0..=511),
                _ => None,
            });
        }
    } else if items.len() == 9 {
        for row in items {
            let ValueKind::Array(cells) = document.read(row)? else { return Ok(None) };
            if cells.len() != 9 {
                return Ok(None);
            }
            for cell in cells {
                marks.push(digits(document, cell)?);
            }
        }
    }
    Ok(marks.into_iter().collect::<Option<Vec<u16>>>().and_then(|marks| marks.try_into().ok()))
}

fn digits(document: &Document<'_>, cell: Value<'_>) -> Result<Option<u16>, Malformed> {
    let ValueKind::Array(digits) = document.read(cell)? else { return Ok(None) };
    let mut mask = 0;
    for digit in digits {
        let ValueKind::Number(number) = document.read(digit)? else { return Ok(None) };
        let Some(digit) = json::integer(number, 1..=9_u16) else { return Ok(None) };
        mask |= 1 << (digit - 1);
    }
    Ok(Some(mask))
}

/// Reads pencil marks from text, such as 729 characters. If no cell has several marks, the text is a grid, whose digits are
/// its marks.
pub fn of_text(text: &str) -> Option<Candidates> {
    let text = notation::parse(text).ok()?;
    Some(text.candidates.unwrap_or_else(|| text.grid.values().map(|value| 1 << value >> 1)))
}
