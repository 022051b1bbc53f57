//! The interfaces of the formats of lines. Each format reads lines and writes answers, so that the two may differ.

use std::io;

use super::defaults::Defaults;
use super::echo::Kept;
use super::work::{GridLine, LineAnswer, LineWork, OptionsOf};
use crate::operations::answer::limited::Limited;
use crate::operations::problem::Problem;
use crate::sudoku::Grid;

/// How a line is read.
pub trait LineReader: Send + Sync + 'static {
    /// Reads a line without its line break.
    fn read<'a, W: LineWork>(
        &'a self,
        line: &'a [u8],
        number: u64,
        defaults: &'a Defaults<OptionsOf<W>>,
    ) -> Reading<'a, OptionsOf<W>>;

    /// What the answer repeats of a line of which only the start is known. The start may be empty.
    fn kept_of<'a>(&self, start: &'a [u8]) -> Kept<'a>;
}

/// The content of a line.
#[derive(Debug)]
pub enum Reading<'a, O> {
    /// A puzzle.
    Puzzle(Grid, GridLine<'a, O>),
    /// Nothing to answer: an empty line or a comment.
    Skipped,
    /// A header, which the names of the columns complete.
    Header(Kept<'a>),
    /// A null, which as many nulls complete.
    Null(Kept<'a>),
    /// Something invalid.
    Invalid(Kept<'a>, Problem),
}

/// How an answer is written.
pub trait LineWriter: Send + Sync {
    /// Writes the answer to a line.
    ///
    /// # Errors
    /// It is too long, or there is no memory for it.
    fn write(&self, number: u64, kept: Kept<'_>, answer: &dyn LineAnswer, text: &mut Limited<'_>) -> io::Result<()>;

    /// Writes the problem of a line. `columns` are the names of the columns that an answer would have.
    fn write_problem(&self, number: u64, kept: Kept<'_>, problem: Problem, columns: &[&str], text: &mut Vec<u8>);

    /// Completes a line without a puzzle by the names of these columns and of that of problems, or by as many nulls, if the
    /// format has columns.
    fn write_columns(&self, _: Kept<'_>, _columns: &[&str], _is_header: bool, _text: &mut Vec<u8>) {}
}
