//! What can be wrong with a text, and where.

use std::fmt;

use crate::sudoku::Cell;

/// Why a text is no grid: every fault, in reading order, at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    faults: Vec<Fault>,
}

impl NotationError {
    pub(super) fn of(fault: Fault) -> Self {
        Self { faults: vec![fault] }
    }

    pub(super) fn sorted(mut faults: Vec<Fault>) -> Self {
        faults.sort_by_key(|fault| (fault.line, fault.character));
        Self { faults }
    }

    /// The faults in reading order, at least one.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            let joint = if i == 0 { "" } else { "; " };
            write!(f, "{joint}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NotationError {}

/// One fault of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1, where the fault is one character.
    pub character: Option<usize>,
    /// The cell, where the rest of the text tells which it is.
    pub cell: Option<Cell>,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong at a place of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A character that is neither a digit, a blank nor a separator.
    Character(char),
    /// A line with this many cells where it needs `wanted`.
    Length {
        /// How many it has.
        cells: usize,
        /// 81 for the only line, 9 for one of several.
        wanted: usize,
    },
    /// Several lines with cells, and not nine.
    LineCount {
        /// How many there are.
        lines: usize,
    },
    /// One line that holds several grids.
    SeveralPuzzles {
        /// How many.
        puzzles: usize,
    },
    /// No cell at all.
    Empty,
    /// Nothing but comments.
    OnlyComments,
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
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        match *self {
            Self::Character(found) => write!(f, "{found:?} is neither a digit from 1 to 9, a blank nor a separator"),
            Self::Length { cells, wanted } => write!(f, "{cells} cell{} where {wanted} are needed", plural(cells)),
            Self::LineCount { lines } => {
                write!(f, "{lines} lines with cells where nine are needed, or one of 81 cells")
            }
            Self::SeveralPuzzles { puzzles } => write!(f, "{puzzles} grids on one line where one is needed"),
            Self::Empty => f.write_str("there is no cell, where a grid has 81"),
            Self::OnlyComments => f.write_str("there are only comments, where a grid has 81 cells"),
        }
    }
}
