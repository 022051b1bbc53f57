//! The columns of files of puzzles: their headers, and how the rows below are read.

use std::borrow::Cow;

use super::error::{FaultKind, NotationError};
use super::{Text, parse};

/// Words that name a column of puzzles, the clearest first.
pub const PUZZLE_NAMES: [&str; 10] =
    ["puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board", "clues", "givens"];

/// Words that name a column of solutions.
const SOLUTION_NAMES: [&str; 2] = ["solution", "solutions"];

/// Whether a line is the header of a CSV file of puzzles, such as `puzzle,solution`. A batch skips it.
pub fn is_header(line: &str) -> bool {
    let names = || PUZZLE_NAMES.iter().chain(&SOLUTION_NAMES);
    let is_name = |field: &str| names().any(|name| field.trim_matches(QUOTES).eq_ignore_ascii_case(name));
    line.len() <= 200
        && line.bytes().all(|byte| byte.is_ascii_alphabetic() || b",;\t_\"' \r".contains(&byte))
        && line.split(SEPARATORS).map(str::trim).any(is_name)
}

/// What separates the fields of a line.
pub(super) const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The column of the puzzles in a file of rows of fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    separator: u8,
    columns: usize,
    puzzle: usize,
    /// Whether the file says so, rather than its first row.
    is_declared: bool,
}

impl Header {
    /// The column that a header names.
    pub fn of(line: &str) -> Option<Self> {
        let puzzle = is_header(line).then(|| puzzle_among(&names(line, separator(line))))??;
        Self::at(line, puzzle).filter(|header| header.columns > 1)
    }

    /// The column with this number, from 0, if a line has so many.
    pub fn at(line: &str, puzzle: usize) -> Option<Self> {
        let separator = separator(line);
        let columns = fields(line.as_bytes(), separator).count();
        (puzzle < columns).then_some(Self { separator, columns, puzzle, is_declared: true })
    }

    /// The column of the grid in the first row of a file without a header. Puzzles in rows with another number of fields may
    /// follow.
    pub fn of_row(row: &str) -> Option<Self> {
        let grid = parse(row).ok()?.grid;
        let is_grid = |field: &str| parse(field).is_ok_and(|text| text.grid == grid);
        let puzzle = names(row, separator(row)).iter().position(|field| is_grid(field))?;
        let header = Self::at(row, puzzle).filter(|header| header.columns > 1)?;
        Some(Self { is_declared: false, ..header })
    }

    /// Reads the puzzle of a row, which has as many fields as the header, or is a puzzle alone.
    ///
    /// # Errors
    /// The faults of its field.
    pub fn read(self, row: &str) -> Result<Text, NotationError> {
        let fields = || fields(row.as_bytes(), self.separator);
        let columns = fields().count();
        if columns != self.columns {
            let differs = NotationError::of(1, FaultKind::Columns { columns, wanted: self.columns });
            // A puzzle may stand alone, but a complete grid may be the rest of a row.
            return match parse(row) {
                Ok(text) if !text.grid.is_complete() && (columns == 1 || !self.is_declared) => Ok(text),
                Err(error) if !self.is_declared => Err(error),
                _ => Err(differs),
            };
        }
        let field = fields().nth(self.puzzle).and_then(|field| str::from_utf8(field).ok());
        let value = field.unwrap_or_default().trim().trim_matches(QUOTES);
        let before = row[..value.as_ptr() as usize - row.as_ptr() as usize].chars().count();
        parse(value).map_err(|error| error.behind(0, before))
    }
}

/// What separates the fields of a line: a comma if nothing does.
pub fn separator(line: &str) -> u8 {
    line.chars().find(|c| SEPARATORS.contains(c)).unwrap_or(SEPARATORS[0]) as u8
}

/// The names of the columns in the first line of a file.
pub fn names(line: &str, separator: u8) -> Vec<String> {
    let name =
        |field: &[u8]| String::from_utf8_lossy(&value(field.trim_ascii())).trim().trim_matches(QUOTES).to_owned();
    fields(line.as_bytes(), separator).map(name).collect()
}

/// The column of the puzzles among columns with these names.
pub fn puzzle_among(names: &[String]) -> Option<usize> {
    PUZZLE_NAMES.iter().find_map(|puzzle| names.iter().position(|name| name.eq_ignore_ascii_case(puzzle)))
}

/// The fields of a line, as written.
pub fn fields(line: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let line = rest?;
        let end = field_end(line, separator);
        rest = line.get(end + 1..);
        Some(&line[..end])
    })
}

/// The end of the first field of a line. A field that begins with a quote ends behind the next one that is not doubled, if there is
/// one; any other quote is an ordinary character, and so is each between tabs.
fn field_end(line: &[u8], separator: u8) -> usize {
    if separator != b'\t' && line.trim_ascii_start().starts_with(b"\"") {
        let mut is_open = false;
        let end = line.iter().position(|&byte| {
            is_open ^= byte == b'"';
            byte == separator && !is_open
        });
        if !is_open {
            return end.unwrap_or(line.len());
        }
    }
    line.iter().position(|&byte| byte == separator).unwrap_or(line.len())
}

/// Whether a field begins with a quote that does not end.
pub fn is_open(field: &[u8]) -> bool {
    field.trim_ascii_start().starts_with(b"\"") && field.iter().filter(|&&byte| byte == b'"').count() % 2 == 1
}

/// The value of a field, without the quotes around it.
pub fn value(field: &[u8]) -> Cow<'_, [u8]> {
    let [b'"', quoted @ .., b'"'] = field else { return field.into() };
    let mut is_doubled = false;
    let is_kept = |byte: &&u8| {
        is_doubled = **byte == b'"' && !is_doubled;
        !is_doubled
    };
    if quoted.contains(&b'"') { quoted.iter().filter(is_kept).copied().collect() } else { quoted.into() }
}

/// The quotes around a field.
pub(super) const QUOTES: [char; 2] = ['"', '\''];
