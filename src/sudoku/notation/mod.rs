//! Reads and writes the text notations of a grid.
//!
//! [`parse`] reads every form of text in the table [`FORMS`]. A text that matches two forms, or has two readings in one
//! form, is accepted only if they give the same grid. Otherwise the error names both.
//!
//! | characters | meaning |
//! | --- | --- |
//! | `1` to `9`, and the decimal digits of other scripts | givens |
//! | `.` `0` `_` `x` `X` `?` `·` `□` `⬜` | blanks |
//! | white space, `\|` `+` `/` `,` `;` `=`, box-drawing and invisible characters | separators |
//! | `*` `-` | each a frame character or a blank, the same throughout the text |
//! | a line that begins with `#`, `%`, `!` or `//` | a comment, but for `#`, a number and 81 cells |
//! | a line such as `:---+---:`, or with a word of three letters | ignored if the rest is a grid |
//!
//! A text that is not a grid is rejected with the location of every fault; a missing character never shifts the cells
//! after it. A text of another known kind, such as JSON or a CSV file of three columns, is reported as such.

mod blocks;
mod character_counts;
mod containers;
mod decorations;
mod diagnosis;
mod error;
mod fields;
mod forms;
mod groups;
mod header;
mod items;
mod json;
mod lines;
mod literal;
mod pencil_marks;
mod placed;
mod plain_grids;
mod remark;
mod symbol;

pub use error::{Fault, FaultKind, Lookalike, NotationError};
pub use forms::{FORMS, Form};
pub use header::{Header, PUZZLE_NAMES, fields, is_header, is_open, names, puzzle_among, separator, value};
pub use items::{Item, ItemKind, Shape, named_cell};
pub use json::{is_json, looks_like_json};
pub use lines::is_comment;
pub use pencil_marks::{format_candidates, format_marks};
pub use placed::placed;
pub use remark::is_heading;

use super::Grid;
use character_counts::Source;

/// The pencil marks of each cell, row by row: bit 0 for the digit 1 to bit 8 for 9. A filled cell has only the bit of
/// its digit; a cell without pencil marks has none, and one that has no candidate left has only [`NO_CANDIDATE`].
pub type Candidates = [u16; 81];

/// Says that a cell has no candidate left, where a text lists those that are removed.
pub const NO_CANDIDATE: u16 = 1 << 9;

/// How the cells of a text are laid out. An answer to the text uses the same layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// 81 cells on one line.
    Line,
    /// Nine rows of nine cells on one line, joined by dashes.
    Dashed,
    /// Nine lines of nine cells.
    Lines,
}

impl Layout {
    /// Writes a grid in this layout, with `.` for a blank and without a line break at the end.
    pub fn format(self, grid: &Grid) -> String {
        let line = grid.to_string();
        let joint = match self {
            Self::Line => return line,
            Self::Dashed => "-",
            Self::Lines => "\n",
        };
        let rows: [&str; 9] = std::array::from_fn(|row| &line[9 * row..9 * row + 9]);
        rows.join(joint)
    }
}

/// A grid read from a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// The grid.
    pub grid: Grid,
    /// How its cells were laid out.
    pub layout: Layout,
    /// The pencil marks, if the text has them.
    pub candidates: Option<Candidates>,
}

impl Text {
    /// A grid without pencil marks.
    const fn of(grid: Grid, layout: Layout) -> Self {
        Self { grid, layout, candidates: None }
    }

    /// The grid of 81 values from 0 to 9; `None` for any other number of them.
    fn of_values(values: &[u8], layout: Layout) -> Option<Self> {
        values.try_into().ok().map(|values| Self::of(Grid::from_known_values(values), layout))
    }
}

/// The result of reading a text in one form: a grid, or `None` if the text does not have this form. The error is that the text is
/// ambiguous, or the faults of a text that has this form and counts only if no other form reads it.
type Outcome = Result<Option<Text>, NotationError>;

/// Returns the grid on which all of these readings agree, as the first reads it. Without one, the error is the first one.
fn agreed(readings: impl IntoIterator<Item = (&'static str, Outcome)>) -> Outcome {
    let (mut found, mut faults): (Option<(&'static str, Text)>, Option<NotationError>) = (None, None);
    for (name, reading) in readings {
        match (reading, found) {
            (Ok(Some(text)), Some((first, before))) if before.grid != text.grid => {
                return Err(NotationError::of(1, FaultKind::Ambiguous(first, name)));
            }
            (Ok(Some(text)), None) => found = Some((name, text)),
            (Ok(_), _) => {}
            (Err(error), _) if error.is_ambiguous() => return Err(error),
            (Err(error), _) => faults = faults.or(Some(error)),
        }
    }
    found.map_or_else(|| faults.map_or(Ok(None), Err), |(_, text)| Ok(Some(text)))
}

/// Reads a grid from a text in any form of [`FORMS`].
///
/// ```
/// use sudoku_service::sudoku::notation::{self, Layout};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let read = notation::parse(line)?;
/// assert_eq!(read.layout, Layout::Line);
/// assert_eq!(read.grid.clues(), 30);
///
/// let error = notation::parse(&line[1..]).unwrap_err();
/// assert_eq!(error.to_string(), "line 1: found 80 cells instead of 81");
/// # Ok::<(), notation::NotationError>(())
/// ```
///
/// # Errors
/// The faults of the text in reading order. A text with two readings that give different grids has only the fault
/// [`FaultKind::Ambiguous`].
pub fn parse(text: &str) -> Result<Text, NotationError> {
    if let Some(grid) = plain_line(text.as_bytes()) {
        return Ok(Text::of(grid, Layout::Line));
    }
    // A plain line that lost or gained some cells is the most common damage.
    let is_plain = || text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if NEARLY.contains(&text.len()) && text.len() != 81 && is_plain() {
        return Err(NotationError::of(1, FaultKind::Length { cells: text.len(), wanted: 81 }));
    }
    let source = Source::of(text.trim_end_matches(PADDING));
    let outcome = read(&source, forms::BARE);
    let is_settled = outcome.as_ref().map_or_else(NotationError::is_ambiguous, Option::is_some);
    let undressed = if is_settled { None } else { decorations::undress(source.text) };
    match undressed.as_deref().map(Source::of) {
        // What a text looks like is told by its own start.
        Some(bare) => read(&bare, forms::BARE)?.ok_or_else(|| diagnosis::of(&Source { start: source.start, ..bare })),
        None => outcome?.ok_or_else(|| diagnosis::of(&source)),
    }
}

/// What DOS and programs that write blocks leave behind a text.
pub const PADDING: [char; 2] = ['\0', '\u{1A}'];

/// The lengths of a plain line that can only be a damaged grid. Longer ones may be rows joined by dots.
const NEARLY: std::ops::RangeInclusive<usize> = 76..=86;

/// The grid on which all of these forms agree that read a text.
fn read(source: &Source<'_>, forms: &[Form]) -> Outcome {
    agreed(forms.iter().map(|form| (form.name, (form.read)(source))))
}

/// The same without faults.
fn known(source: &Source<'_>, forms: &[Form]) -> Outcome {
    read(source, forms).or_else(|error| if error.is_ambiguous() { Err(error) } else { Ok(None) })
}

/// The grid of a text with one character per cell.
fn of_characters(text: &str) -> Outcome {
    known(&Source::of(text), forms::OF_CHARACTERS)
}

/// The grid of a text that no form reads with what surrounds its cells.
fn dressed(source: &Source<'_>) -> Outcome {
    let undressed = if known(source, forms::BARE)?.is_none() { decorations::undress(source.text) } else { None };
    undressed.map_or(Ok(None), |text| read(&Source::of(&text), forms::BARE))
}

/// Reads a grid from nine texts of nine cells each. `*` and `-` have the same meaning in all nine. Line breaks are only
/// separators, and there are no comments. The line of a fault is the number of its text.
///
/// # Errors
/// The faults of the texts in reading order.
pub fn parse_rows(rows: &[impl AsRef<str>; 9]) -> Result<Grid, NotationError> {
    let read = |rows: &[String; 9]| plain_grids::read_rows(&Source::of_rows(rows.each_ref().map(String::as_str)));
    let rows = rows.each_ref().map(|row| row.as_ref().replace(['\n', '\r', '\u{B}'], "\t"));
    read(&rows).or_else(|error| {
        // In nine characters, a space is a blank.
        let is_full = rows.iter().all(|row| row.chars().count() == 9);
        if is_full { read(&rows.map(|row| row.replace([' ', '\u{A0}'], "."))) } else { Err(error) }
    })
}

/// Reads the notation of nearly all requests and batch lines: 81 bytes, each a digit or `.`, followed by an optional line
/// feed. Returns `None` for anything else, which [`parse`] may still read.
pub fn plain_line(text: &[u8]) -> Option<Grid> {
    let mut line: [u8; 81] = text.strip_suffix(b"\n").unwrap_or(text).try_into().ok()?;
    // The compiler does not always inline what `map` calls.
    for byte in &mut line {
        *byte = if *byte == b'.' { 0 } else { byte.wrapping_sub(b'0') };
    }
    Grid::from_values(line)
}
