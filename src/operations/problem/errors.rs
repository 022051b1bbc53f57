//! The errors of a request with their locations.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

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

/// A location in a JSON document (RFC 6901).
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Pointer(String);

impl Pointer {
    /// The whole document.
    pub fn root() -> Self {
        Self::default()
    }

    /// The member with this name.
    #[must_use]
    pub fn member(&self, name: &str) -> Self {
        Self(format!("{}/{}", self.0, name.replace('~', "~0").replace('/', "~1")))
    }

    /// The item with this index.
    #[must_use]
    pub fn item(&self, index: usize) -> Self {
        Self(format!("{}/{index}", self.0))
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A named text beside the document, by the face that it came through.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[serde(untagged)]
pub enum Parameter {
    /// A parameter of the query, or a field of a form.
    Query(Cow<'static, str>),
    /// A flag of the command line, by the name of its option.
    Flag(Cow<'static, str>),
}

/// Formats as `parameter max_rating` or `--max-rating`.
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Query(name) => write!(f, "parameter {name}"),
            Self::Flag(name) => write!(f, "--{}", name.replace('_', "-")),
        }
    }
}

/// An invalid member of the document, or an invalid parameter.
#[derive(Clone, Serialize, ToSchema, Debug)]
pub struct RequestError {
    /// The location in the document (RFC 6901).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The parameter of the query, or the field of a form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub parameter: Option<Parameter>,
    /// What is wrong there.
    pub detail: Cow<'static, str>,
}

impl RequestError {
    /// An error in the document.
    pub fn at(pointer: &Pointer, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { pointer: Some(pointer.to_string()), parameter: None, detail: detail.into() }
    }

    /// An error in a parameter.
    pub fn in_parameter(parameter: Parameter, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { pointer: None, parameter: Some(parameter), detail: detail.into() }
    }
}

/// A sentence that names the member rather than its pointer.
impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.pointer, &self.parameter) {
            (Some(pointer), _) if !pointer.is_empty() => {
                let member = pointer[1..].split('/').next().unwrap_or_default();
                write!(f, "`{}`: {}", member.replace("~1", "/").replace("~0", "~"), self.detail)
            }
            (_, Some(parameter)) => write!(f, "{parameter}: {}", self.detail),
            _ => f.write_str(&self.detail),
        }
    }
}

/// An error in a grid, with everything known about its location.
#[derive(Clone, Default, Serialize, ToSchema, Debug)]
pub struct GridError {
    /// The location in the document (RFC 6901); absent for a text body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The parameter or field with the grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub parameter: Option<Parameter>,
    /// The row of the grid, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 9)]
    pub row: Option<u8>,
    /// The column of the grid, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 9)]
    pub column: Option<u8>,
    /// The line of the text, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub line: Option<usize>,
    /// The character of the line or string, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub character: Option<usize>,
    /// What was found there: JSON for a document, the character for a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// What is wrong there.
    pub detail: String,
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
        if let Some(parameter) = &self.parameter {
            write!(f, "{parameter}: ")?;
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
