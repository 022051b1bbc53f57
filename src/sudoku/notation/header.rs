//! The columns of files of puzzles: their headers, and how the rows below are read.

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
    separator: char,
    columns: usize,
    puzzle: usize,
    /// Whether the file says so, rather than its first row.
    is_declared: bool,
}

impl Header {
    /// The column that a header names.
    pub fn of(line: &str) -> Option<Self> {
        let place = |puzzle: &&str| Self::names(line).position(|name| name.eq_ignore_ascii_case(puzzle));
        let puzzle = is_header(line).then(|| PUZZLE_NAMES.iter().find_map(place))??;
        Self::at(line, puzzle).filter(|header| header.columns > 1)
    }

    /// The column with this number, from 0, if a line has so many.
    pub fn at(line: &str, puzzle: usize) -> Option<Self> {
        let (separator, columns) = (separator(line), Self::names(line).count());
        (puzzle < columns).then_some(Self { separator, columns, puzzle, is_declared: true })
    }

    /// The column of the grid in the first row of a file without a header. Puzzles in rows with another number of fields may
    /// follow.
    pub fn of_row(row: &str) -> Option<Self> {
        let grid = parse(row).ok()?.grid;
        let is_grid = |field: &str| parse(field).is_ok_and(|text| text.grid == grid);
        let puzzle = Self::names(row).position(is_grid)?;
        let header = Self::at(row, puzzle).filter(|header| header.columns > 1)?;
        Some(Self { is_declared: false, ..header })
    }

    /// The names of the columns in the first line of a file.
    pub fn names(line: &str) -> impl Iterator<Item = &str> {
        fields_of(line, separator(line)).map(|name| name.trim().trim_matches(QUOTES))
    }

    /// Reads the puzzle of a row, which has as many fields as the header, or is a puzzle alone.
    ///
    /// # Errors
    /// The faults of its field.
    pub fn read(self, row: &str) -> Result<Text, NotationError> {
        let columns = fields_of(row, self.separator).count();
        if columns != self.columns {
            let differs = NotationError::of(1, FaultKind::Columns { columns, wanted: self.columns });
            // A puzzle may stand alone, but a complete grid may be the rest of a row.
            return match parse(row) {
                Ok(text) if !text.grid.is_complete() && (columns == 1 || !self.is_declared) => Ok(text),
                Err(error) if !self.is_declared => Err(error),
                _ => Err(differs),
            };
        }
        let field = fields_of(row, self.separator).nth(self.puzzle).unwrap_or_default();
        let value = field.trim().trim_matches(QUOTES);
        let before = row[..value.as_ptr() as usize - row.as_ptr() as usize].chars().count();
        parse(value).map_err(|error| error.behind(0, before))
    }
}

/// What separates the fields of a line: a comma if nothing does.
fn separator(line: &str) -> char {
    line.chars().find(|c| SEPARATORS.contains(c)).unwrap_or(SEPARATORS[0])
}

/// The fields of a line. A separator in quotes is no end of a field.
fn fields_of(line: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    line.split(move |c: char| {
        is_quoted ^= c == '"';
        c == separator && !is_quoted
    })
}

/// The quotes around a field.
pub(super) const QUOTES: [char; 2] = ['"', '\''];
