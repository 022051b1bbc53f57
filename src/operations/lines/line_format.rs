//! How lines are read, and how their answers are written. The two formats may differ.

use std::io;

use super::defaults::Defaults;
use super::echo::Kept;
use super::json::JsonWriter;
use super::line::{LineAnswer, Reading};
use super::settings::{Columns, LineFormat, Separator};
use super::{columns, json, text};
use crate::operations::answer::limited::Limited;
use crate::operations::operation::Operation;
use crate::operations::problem::Problem;
use crate::operations::reading::Posed;

/// How lines are read.
#[derive(Debug)]
pub struct LineReader {
    /// Their format.
    pub format: LineFormat,
    /// Where the puzzle is among columns, and how the rows of a file are read.
    pub columns: Columns,
}

impl LineReader {
    /// Reads a line without its line break.
    pub fn read<'a, O: Operation<Input = Posed>>(
        &'a self,
        line: &'a [u8],
        number: u64,
        defaults: &'a Defaults<O::Options>,
    ) -> Reading<'a, O::Options> {
        let Self { format, columns } = self;
        match *format {
            LineFormat::Json => json::read::<O>(line, number, defaults),
            LineFormat::Text => text::read(line, number, columns, &defaults.options),
            LineFormat::Columns(separator) => columns::read(line, number, separator, columns, &defaults.options),
        }
    }

    /// What the answer repeats of a line of which only the start is known. The start may be empty.
    pub fn kept_of<'a>(&self, start: &'a [u8]) -> Kept<'a> {
        match self.format {
            LineFormat::Json => json::kept_of(start),
            LineFormat::Text => Kept { missing: 1, ..Kept::default() },
            LineFormat::Columns(separator) => columns::kept_of(start, separator, self.columns.puzzle),
        }
    }
}

/// How answers are written.
#[derive(Debug)]
pub enum LineWriter {
    /// As JSON.
    Json(JsonWriter),
    /// As text.
    Text {
        /// Whether each line of an answer stays a line.
        is_exploded: bool,
    },
    /// As columns.
    Columns(Separator),
}

impl LineWriter {
    /// Writes in this format, with what JSON needs.
    pub fn new(format: LineFormat, json: JsonWriter) -> Self {
        match format {
            LineFormat::Json => Self::Json(json),
            LineFormat::Text => Self::Text { is_exploded: json.list.is_some() },
            LineFormat::Columns(separator) => Self::Columns(separator),
        }
    }

    /// Writes the answer to a line.
    ///
    /// # Errors
    /// It is too long, or there is no memory for it.
    pub fn write(
        &self,
        number: u64,
        kept: Kept<'_>,
        answer: &impl LineAnswer,
        text: &mut Limited<'_>,
    ) -> io::Result<()> {
        match self {
            Self::Json(json) => json.write(number, kept, answer, text),
            Self::Text { is_exploded } => text::write(answer, *is_exploded, text),
            Self::Columns(separator) => columns::write(*separator, kept, answer, text),
        }
    }

    /// Writes the problem of a line. `columns` is the number of columns that an answer would have.
    pub fn write_problem(&self, number: u64, kept: Kept<'_>, problem: Problem, columns: usize, text: &mut Vec<u8>) {
        match self {
            Self::Json(json) => json.write_problem(number, kept, problem, text),
            Self::Text { .. } => text::write_problem(number, &problem, text),
            Self::Columns(separator) => columns::write_problem(*separator, kept, &problem, columns, text),
        }
    }

    /// Completes a line without a puzzle by the names of these columns and of that of problems, or by as many nulls, if the
    /// format has columns.
    pub fn write_columns(&self, kept: Kept<'_>, columns: &[&str], is_header: bool, text: &mut Vec<u8>) {
        match self {
            Self::Json(json) if !is_header => json.write_nulls(kept, text),
            Self::Json(_) | Self::Text { .. } => {}
            Self::Columns(separator) => columns::write_columns(*separator, kept, columns, is_header, text),
        }
    }
}
