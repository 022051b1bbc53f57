//! Why a text is not a grid, and where.

use std::fmt;

use super::character_counts::MOST_LINES;
use crate::sudoku::Cell;

/// Why a text is not a grid: its faults in reading order, at least one.
///
/// The first [`NotationError::MOST_FAULTS`] are kept; any others are only counted. A fault is plain data; its message
/// is formatted when it is displayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    faults: Vec<Fault>,
    more: usize,
}

impl NotationError {
    /// Maximum number of faults that are kept.
    pub const MOST_FAULTS: usize = 100;

    pub(super) const fn none() -> Self {
        Self { faults: Vec::new(), more: 0 }
    }

    pub(super) fn of(line: usize, kind: FaultKind) -> Self {
        Self { faults: vec![Fault::of_line(line, kind)], more: 0 }
    }

    /// Appends a fault if there is room, or else counts it.
    pub(super) fn push(&mut self, fault: Fault) {
        self.extend(1, std::iter::once(fault));
    }

    /// The same for so many faults, of which those that are only counted are not made.
    pub(super) fn extend(&mut self, count: usize, faults: impl Iterator<Item = Fault>) {
        let kept = count.min(Self::MOST_FAULTS - self.faults.len());
        self.faults.extend(faults.take(kept));
        self.more += count - kept;
    }

    /// The same error of the part of a text below this many lines and, on its first line, behind this many characters.
    pub(super) fn behind(mut self, lines: usize, characters: usize) -> Self {
        for fault in &mut self.faults {
            fault.character = fault.character.map(|at| if fault.line == 1 { at + characters } else { at });
            fault.line += lines;
        }
        self
    }

    /// Whether the text has two readings that give different grids.
    pub(super) fn is_ambiguous(&self) -> bool {
        matches!(self.faults[..], [Fault { kind: FaultKind::Ambiguous(..), .. }])
    }

    /// The first faults, at least one and at most [`NotationError::MOST_FAULTS`], in the order of lines. In a line, those of
    /// characters are in their order; a fault of the whole line comes before or after them, the more telling first.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The number of faults beyond those in [`NotationError::faults`].
    pub const fn more(&self) -> usize {
        self.more
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            let joint = if i == 0 { "" } else { "; " };
            write!(f, "{joint}{fault}")?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for NotationError {}

/// One fault of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The position of the character in the line, from 1, if the fault is a single character.
    pub character: Option<usize>,
    /// The row of the grid, from 1, if the rest of the text determines it.
    pub row: Option<u8>,
    /// The cell, if the rest of the text determines it.
    pub cell: Option<Cell>,
    /// What is wrong.
    pub kind: FaultKind,
}

impl Fault {
    /// A fault of a whole line.
    pub(super) const fn of_line(line: usize, kind: FaultKind) -> Self {
        Self { line, character: None, row: None, cell: None, kind }
    }
}

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A character that is neither a digit, a blank nor a separator.
    Character(char),
    /// A word that is neither a digit nor a blank.
    Word,
    /// Something else instead of a row.
    Row,
    /// This number of rows, instead of nine.
    RowCount(usize),
    /// The name of a cell in a dictionary that is unknown or repeated.
    Coordinate,
    /// A line with the wrong number of cells.
    Length {
        /// The number of cells found.
        cells: usize,
        /// 81 for a single line, 9 for one of several.
        wanted: usize,
    },
    /// A group of cells between borders that has another size than the groups of a grid.
    Group {
        /// The number of the group in its line, from 1.
        group: usize,
        /// The number of cells found.
        cells: usize,
        /// 3 for a row of a box, 9 for a row of the grid.
        wanted: usize,
    },
    /// A row with another number of fields than its header.
    Columns {
        /// The number of fields.
        columns: usize,
        /// The number of names in the header.
        wanted: usize,
    },
    /// This number of lines with cells: several, but not nine.
    LineCount(usize),
    /// More lines, not counting empty ones, than a text with a grid has.
    TooManyLines,
    /// One line that holds this number of grids, several.
    SeveralPuzzles(usize),
    /// A complete grid beside what may be left of the puzzle that it solves.
    Undecided,
    /// Both 0 and another sign for blanks, and no 9: the digits may count from 0.
    CountsFromZero,
    /// No cells.
    Empty,
    /// Nothing but comments.
    OnlyComments,
    /// Two readings with these names, which give different grids.
    Ambiguous(&'static str, &'static str),
    /// The text is of a known kind that is not a grid.
    LooksLike(Lookalike),
}

impl FaultKind {
    /// The invalid character, if the fault is one.
    pub const fn found(self) -> Option<char> {
        if let Self::Character(found) = self { Some(found) } else { None }
    }
}

/// A kind of text that resembles a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lookalike {
    /// JSON sent as text.
    Json,
    /// Rows of this number of separated fields each, other than nine.
    Csv(usize),
    /// A Markdown table of this number of columns, other than nine.
    Table(usize),
    /// An array that Python printed, but cut off, or not of nine rows of nine cells.
    Array,
    /// A square grid of this number of rows and of columns, other than nine.
    Size(usize),
    /// Pencil marks with this number of groups of digits, which is wrong.
    PencilMarks(usize),
    /// A URL without 81 cells in it.
    Address,
    /// A curl command.
    Curl,
    /// XML or HTML with this number of OpenSudoku games, counted up to 100, or with one that is no grid.
    Markup(usize),
    /// A file with sections such as `[State]`, without a grid in `[Puzzle]`.
    Sections,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(character) = self.character {
            write!(f, ", character {character}")?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Character(found) => write!(f, "{found:?} is not a digit from 1 to 9, a blank or a separator"),
            Self::Word => f.write_str("expected a digit from 1 to 9, or a blank such as 0, `.` or `None`"),
            Self::Row => f.write_str("expected a row of 9 cells, like the other rows"),
            Self::RowCount(rows) => write!(f, "found {rows} row{} instead of 9", plural(rows)),
            Self::Coordinate => {
                f.write_str("expected a cell from A1 to I9 (row, column) or an index from 0 to 80, and each only once")
            }
            Self::Length { cells, wanted } => write!(f, "found {cells} cell{} instead of {wanted}", plural(cells)),
            Self::Group { group, cells, wanted } => {
                write!(f, "expected groups of {wanted} cells, found {cells} in group {group}")
            }
            Self::Columns { columns, wanted } => {
                write!(f, "expected {wanted} fields, as in the header, found {columns}")
            }
            Self::LineCount(lines) => {
                write!(f, "expected nine lines of nine cells or one line of 81, found {lines} lines with cells")
            }
            Self::TooManyLines => {
                write!(f, "found more than {MOST_LINES} lines; a grid has nine, or one of 81 cells")
            }
            Self::SeveralPuzzles(puzzles) => write!(f, "expected one grid, found {puzzles} grids on one line"),
            Self::Undecided => f.write_str(
                "expected a puzzle beside its solution, found what may be left of one; name the puzzle's column in a header \
                 such as `puzzle,solution`, or with `column`",
            ),
            Self::CountsFromZero => f.write_str(
                "found both 0 and another blank, and no 9: the digits may count from 0; send 1 to 9, and one blank",
            ),
            Self::Empty => f.write_str("found no cells; a grid has 81"),
            Self::OnlyComments => f.write_str("found only comments; a grid has 81 cells"),
            Self::Ambiguous(first, second) => {
                write!(f, "the text is ambiguous: {first} and {second} give different grids")
            }
            Self::LooksLike(lookalike) => write!(f, "this looks like {lookalike}"),
        }
    }
}

const fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}

impl fmt::Display for Lookalike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Json => f.write_str("JSON; send Content-Type: application/json"),
            Self::Csv(columns) => write!(f, "a CSV file with {columns} columns; a grid has 9"),
            Self::Table(columns) => write!(f, "a Markdown table with {columns} columns; a grid has 9"),
            Self::Array => f.write_str("an array printed by Python, but it does not have nine rows of nine cells"),
            Self::Size(size) => write!(f, "a grid of {size} by {size} cells; only 9 by 9 is supported"),
            Self::PencilMarks(cells) => write!(f, "pencil marks for {cells} cells; a grid has 81"),
            Self::Address => f.write_str(
                "a URL without 81 cells in it; open it and copy the grid itself instead of a short or packed link",
            ),
            Self::Curl => f.write_str("a curl command; send only the grid in it"),
            Self::Markup(0) => f.write_str("XML or HTML; only OpenSudoku files are supported"),
            Self::Markup(1) => f.write_str("an OpenSudoku file, but its game does not have 81 cells"),
            Self::Markup(games) => write!(f, "an OpenSudoku file with {games} games; send only one"),
            Self::Sections => f.write_str("a .sdk file with sections, but [Puzzle] does not contain a grid"),
        }
    }
}
