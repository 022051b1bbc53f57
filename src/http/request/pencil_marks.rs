//! Pencil marks: the candidates that a player has noted.

use super::json::{self, Document, Kind, Malformed, Value};

/// The accepted forms of pencil marks.
pub const EXPECTED: &str =
    "expected nine arrays of nine arrays of digits, 729 characters, or 81 bit masks from 0 to 511";

/// Reads pencil marks from a value of a document: a bit for each digit of each cell, bit 0 for 1. `None` if they are
/// invalid.
///
/// # Errors
/// The document turns out to be invalid JSON.
pub fn read(document: &Document<'_>, value: Value<'_>) -> Result<Option<[u16; 81]>, Malformed> {
    let items = match document.read(value)? {
        Kind::String(text) => return Ok(of_text(&text)),
        Kind::Array(items) => items,
        Kind::Object(_) | Kind::Number(_) | Kind::Bool | Kind::Null => return Ok(None),
    };
    let mut marks = Vec::with_capacity(81);
    if items.len() == 81 {
        for item in items {
            marks.push(match document.read(item)? {
                Kind::Number(mask) => json::integer(mask, 0..=511),
                _ => None,
            });
        }
    } else if items.len() == 9 {
        for row in items {
            let Kind::Array(cells) = document.read(row)? else { return Ok(None) };
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
    let Kind::Array(digits) = document.read(cell)? else { return Ok(None) };
    let mut mask = 0;
    for digit in digits {
        match document.read(digit)? {
            Kind::Number(number) => match json::integer(number, 1..=9) {
                Some(digit) => mask |= 1 << (digit - 1),
                None => return Ok(None),
            },
            _ => return Ok(None),
        }
    }
    Ok(Some(mask))
}

/// Reads 729 characters, nine for each cell: a digit if it is a candidate, otherwise `.` or `0`.
pub fn of_text(text: &str) -> Option<[u16; 81]> {
    let text: &[u8; 729] = text.as_bytes().try_into().ok()?;
    let mut marks = [0; 81];
    for (i, &byte) in text.iter().enumerate() {
        match byte {
            b'.' | b'0' => {}
            b'1'..=b'9' => marks[i / 9] |= 1 << (byte - b'1'),
            _ => return None,
        }
    }
    Some(marks)
}
