//! The answer to a line to solve. As text, it is the solution's 81 digits, followed by a space and `multiple` if there are other
//! solutions; as columns, the verdict and the solution.

use std::io;

use super::line::LineAnswer;
use crate::operations::answer::grid::{AnswerGrid, CellType, Notation};
use crate::operations::answer::limited::Limited;
use crate::operations::operation::Answer;
use crate::operations::plain_rows;
use crate::operations::schemas::{self, AnswerSchema};
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
    },
    /// An answer as to a single request.
    Whole(Box<A>),
}

impl<A: Answer> LineAnswer for Solution<A> {
    const NAMES: &'static [&'static str] = A::COLUMNS;

    fn schema() -> AnswerSchema {
        AnswerSchema::of::<schemas::SolveLine>()
    }

    fn write_json(&self, line: &mut Limited<'_>) -> io::Result<()> {
        match self {
            Self::Plain { grid, is_only, notation } => {
                let line = &mut *line.buffer;
                line.extend_from_slice(if *is_only {
                    b"{\"verdict\":\"unique\",\"solution\":"
                } else {
                    b"{\"verdict\":\"multiple\",\"solution\":"
                });
                write_grid(grid, *notation, line);
                line.push(b'}');
                Ok(())
            }
            Self::Whole(answer) => answer.write_json(line),
        }
    }

    fn write_text(&self, between: &str, line: &mut Limited<'_>) -> io::Result<()> {
        match self {
            Self::Plain { grid, is_only, .. } => {
                let line = &mut *line.buffer;
                push_digits(grid, line);
                if !is_only {
                    line.extend_from_slice(b" multiple");
                }
                Ok(())
            }
            Self::Whole(answer) => answer.write_text(between, line),
        }
    }

    fn write_columns(&self, line: &mut Limited<'_>) -> io::Result<()> {
        match self {
            Self::Plain { grid, is_only, .. } => {
                let line = &mut *line.buffer;
                line.extend_from_slice(if *is_only { b"\tunique\t" } else { b"\tmultiple\t" });
                push_digits(grid, line);
                Ok(())
            }
            Self::Whole(answer) => answer.write_columns(line),
        }
    }
}

/// Appends the digits of a grid.
fn push_digits(grid: &Grid, text: &mut Vec<u8>) {
    let mut digits = *grid.values();
    for digit in &mut digits {
        *digit += b'0';
    }
    text.extend_from_slice(&digits);
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
