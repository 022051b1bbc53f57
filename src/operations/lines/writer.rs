//! How answers are written.

use std::io::{self, Write as _};

use super::echo::LineEcho;
use super::line::{LineAnswer, LineWriter};
use super::settings::LineFormat;
use super::{columns, json, text};
use crate::operations::answer::limited_writer::LimitedWriter;
use crate::operations::problem::Problem;

impl LineWriter {
    /// Writes the answer to a line.
    ///
    /// # Errors
    /// It is too long, or there is no memory for it.
    pub fn write(
        &self,
        number: u64,
        kept: LineEcho<'_>,
        answer: &impl LineAnswer,
        text: &mut LimitedWriter<'_>,
    ) -> io::Result<()> {
        match self.format {
            LineFormat::Json => json::write(self, number, kept, answer, text),
            LineFormat::Text => {
                answer.write(self.format, if self.list.is_some() { "\n" } else { " | " }, text)?;
                text.write_all(b"\n")
            }
            LineFormat::Columns(separator) => columns::write(separator, kept, answer, text),
        }
    }

    /// Writes the problem of a line.
    pub fn write_problem(&self, number: u64, kept: LineEcho<'_>, problem: Problem, text: &mut Vec<u8>) {
        match self.format {
            LineFormat::Json => json::write_problem(self, number, kept, problem, text),
            LineFormat::Text => text::write_problem(number, &problem, text),
            LineFormat::Columns(separator) => columns::write_problem(separator, kept, &problem, &self.added, text),
        }
    }

    /// Completes a line without a puzzle by the names of the columns and of that of problems, or by as many nulls, if the
    /// format has columns.
    pub fn write_columns(&self, kept: LineEcho<'_>, is_header: bool, text: &mut Vec<u8>) {
        match self.format {
            LineFormat::Json if !is_header => json::write_nulls(self, kept, text),
            LineFormat::Json | LineFormat::Text => {}
            LineFormat::Columns(separator) => columns::write_columns(separator, kept, &self.added, is_header, text),
        }
    }
}
