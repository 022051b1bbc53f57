//! The errors of a request with their locations.

use std::borrow::Cow;
use std::fmt;

use super::place::Place;
use crate::operations::answer::declaration::answer;
use crate::sudoku::Cell;
use crate::sudoku::logic::words::capital;
use crate::sudoku::notation::{Fault, NotationError};

/// Maximum number of errors that a problem lists; further ones are only counted.
pub const MOST_ERRORS: usize = 100;

/// What to do with several puzzles, for errors of requests that take one.
pub const SEVERAL: &str = "send several puzzles to a batch, such as /solve/batch, one per line";

/// The first [`MOST_ERRORS`] errors and the number of further ones. Further errors are never built, so that a body
/// full of errors costs no more than one with a hundred.
#[derive(Clone, Debug)]
pub struct ErrorList<T> {
    listed: Vec<T>,
    more: usize,
}

impl<T> Default for ErrorList<T> {
    fn default() -> Self {
        Self { listed: Vec::new(), more: 0 }
    }
}

impl<T> ErrorList<T> {
    /// One error.
    pub fn of(error: T) -> Self {
        Self { listed: vec![error], more: 0 }
    }

    /// Adds an error.
    pub fn push(&mut self, error: impl FnOnce() -> T) {
        if self.listed.len() < MOST_ERRORS { self.listed.push(error()) } else { self.more += 1 }
    }

    /// Whether there is no error.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// The listed errors and the number of further ones.
    pub fn into_parts(self) -> (Vec<T>, usize) {
        (self.listed, self.more)
    }
}

impl ErrorList<GridError> {
    /// Adds the errors of a text. `locate` completes each with the location of the text.
    pub fn push_text(&mut self, error: &NotationError, locate: impl Fn(GridError) -> GridError) {
        for fault in error.faults() {
            self.push(|| locate(GridError::in_text(fault)));
        }
        self.more += error.more();
    }
}

answer! {
    /// An invalid member of the document, or an invalid parameter.
    #[derive(Clone)]
    pub struct RequestError {
        /// Where it was sent.
        #[serde(flatten)]
        pub at: Place,
        /// What is wrong there.
        pub detail: Cow<'static, str>,
    }
}

impl RequestError {
    /// An error at this place.
    pub fn at(place: &Place, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { at: place.clone(), detail: detail.into() }
    }
}

/// A sentence that names the member rather than its pointer.
impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.at.to_string();
        if place.is_empty() { f.write_str(&self.detail) } else { write!(f, "{place}: {}", self.detail) }
    }
}

answer! {
    /// An error in a grid, with everything known about its location.
    #[derive(Clone, Default)]
    pub struct GridError {
        /// Where the grid or the cell was sent; absent for a text body.
        #[serde(flatten)]
        pub at: Option<Place>,
        /// The row of the grid, if known.
        pub row: Option<u8> {minimum: 1, maximum: 9},
        /// The column of the grid, if known.
        pub column: Option<u8> {minimum: 1, maximum: 9},
        /// The line of the text, counted from 1.
        pub line: Option<usize> {minimum: 1},
        /// The character of the line or string, counted from 1.
        pub character: Option<usize> {minimum: 1},
        /// What was found there: JSON for a document, the character for a text.
        pub found: Option<String>,
        /// What is wrong there.
        pub detail: String,
    }
}

impl GridError {
    /// The error of a fault of a text.
    pub fn in_text(fault: &Fault) -> Self {
        Self {
            row: fault.row.or(fault.cell.map(Cell::row)),
            column: fault.cell.map(Cell::column),
            line: Some(fault.line),
            character: fault.character,
            found: fault.kind.found().map(|found| found.to_string()),
            detail: fault.kind.to_string(),
            ..Self::default()
        }
    }

    /// Where it is in the grid or, if that is not known, in the text; empty if nothing is known, or the text is one line.
    pub fn place(&self) -> String {
        match (self.row, self.column, self.line, self.character) {
            (Some(row), Some(column), ..) => format!("row {row}, column {column}"),
            (Some(row), None, ..) => format!("row {row}"),
            (None, _, Some(line), Some(character)) => format!("line {line}, character {character}"),
            (None, _, Some(line @ 2..), None) => format!("line {line}"),
            _ => String::new(),
        }
    }
}

/// A sentence for a player: what was found is what the place has.
impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place @ (Place::Query(_) | Place::Flag(_))) = &self.at {
            write!(f, "{place}: ")?;
        }
        let place = capital(&self.place());
        match self.detail.strip_prefix("found ") {
            Some(found) if place.is_empty() => write!(f, "The grid has {found}"),
            Some(found) => write!(f, "{place} has {found}"),
            None if place.is_empty() => f.write_str(&capital(&self.detail)),
            None => write!(f, "{place}: {}", self.detail),
        }
    }
}
