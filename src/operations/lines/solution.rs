//! The answer to a line to solve. As text, it is the solution's 81 digits, followed by a space and `multiple` if there are other
//! solutions; as columns, the verdict and the solution.

use std::io;

use serde_json::Value;

use super::line::LineAnswer;
use super::settings::LineFormat;
use crate::operations::answer::declaration::{AnswerPart, Schemas};
use crate::operations::answer::grid::{AnswerGrid, CellType, Notation};
use crate::operations::answer::limited_writer::LimitedWriter;
use crate::operations::operation::Answer;
use crate::operations::plain_rows;
use crate::sudoku::Grid;
use crate::sudoku::notation::Layout;

/// The answer to a line.
#[derive(Debug)]
pub enum Solution<A> {
    /// A solution, and whether it is the only one. It is serialized by hand, because serde would take as long as the
    /// solver.
    Plain {
        /// The solution.
        grid: Grid,
        /// Whether it is the only one.
        is_only: bool,
        /// The notation of the answer.
        notation: Notation,
        /// The number of givens.
        clues: usize,
    },
    /// An answer as to a single request.
    Whole(Box<A>),
}

impl<A: Answer> LineAnswer for Solution<A> {
    const NAMES: &'static [&'static str] = A::COLUMNS;

    fn schema(schemas: &mut Schemas) -> Value {
        <A as AnswerPart>::schema(schemas)
    }

    fn write(&self, format: LineFormat, between: &str, line: &mut LimitedWriter<'_>) -> io::Result<()> {
        let (grid, is_only, notation, clues) = match self {
            Self::Plain { grid, is_only, notation, clues } => (grid, *is_only, *notation, *clues),
            Self::Whole(answer) => return answer.write(format, between, line),
        };
        let line = &mut *line.buffer;
        match format {
            LineFormat::Json => {
                line.extend_from_slice(if is_only {
                    b"{\"verdict\":\"unique\",\"solution\":"
                } else {
                    b"{\"verdict\":\"multiple\",\"solution\":"
                });
                write_grid(grid, notation, line);
                line.extend_from_slice(b",\"clues\":");
                serde_json::to_writer(&mut *line, &clues).expect("a number is JSON");
                line.push(b'}');
            }
            LineFormat::Text => {
                push_digits(grid, line);
                line.extend_from_slice(if is_only { b"" } else { b" multiple" });
            }
            LineFormat::Columns(separator) => {
                separator.push(Some(if is_only { b"unique" } else { b"multiple" }), line);
                line.push(separator.byte());
                push_digits(grid, line);
            }
        }
        Ok(())
    }
}

/// Appends the digits of a grid.
fn push_digits(grid: &Grid, text: &mut Vec<u8>) {
    text.extend(grid.values().iter().map(|digit| digit + b'0'));
}

fn write_grid(grid: &Grid, notation: Notation, line: &mut Vec<u8>) {
    match notation {
        Notation::Text(Layout::Line) => {
            line.push(b'"');
            push_digits(grid, line);
            line.push(b'"');
        }
        Notation::Rows(CellType::Number) => line.extend_from_slice(&plain_rows::write(grid)),
        Notation::Rows(CellType::String) | Notation::Flat(_) | Notation::Strings | Notation::Text(_) => {
            serde_json::to_writer(line, &AnswerGrid { grid: *grid, notation }).expect("a grid is JSON");
        }
    }
}
