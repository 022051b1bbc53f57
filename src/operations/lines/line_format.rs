//! The interfaces of the formats of lines. Each format reads lines and writes answers, so that the two may differ.

use super::defaults::Defaults;
use super::echo::Kept;
use super::work::{GridLine, LineAnswer, LineWork, OptionsOf};
use crate::operations::problem::Problem;
use crate::sudoku::Grid;

/// How a line is read.
pub trait LineReader: Send + Sync + 'static {
    /// Reads a line. If the line has an answer that needs no work, `writer` writes it to `answer`.
    fn read<'a, W: LineWork>(
        &'a self,
        line: &'a [u8],
        number: u64,
        defaults: &'a Defaults<OptionsOf<W>>,
        writer: &dyn LineWriter,
        answer: &mut Vec<u8>,
    ) -> Reading<GridLine<'a, OptionsOf<W>>>;

    /// What the answer repeats of a line of which only the start is known. The start may be empty.
    fn kept_of<'a>(&self, start: &'a [u8]) -> Kept<'a>;
}

/// The content of a line.
#[derive(Clone, Copy, Debug)]
pub enum Reading<K> {
    /// A puzzle.
    Puzzle(Grid, K),
    /// Nothing to answer: an empty line or a comment.
    Skipped,
    /// A null or a header, whose answer was written.
    Answered,
    /// Something invalid, whose problem was written.
    Refused,
}

/// How an answer is written.
pub trait LineWriter: Send + Sync {
    /// Writes the answer to a line.
    fn write(&self, number: u64, kept: Kept<'_>, answer: &dyn LineAnswer, text: &mut Vec<u8>);

    /// Writes the problem of a line. `columns` are the names of the columns that an answer would have.
    fn write_problem(&self, number: u64, kept: Kept<'_>, problem: Problem, columns: &[&str], text: &mut Vec<u8>);

    /// Completes a line without a puzzle by columns, some of which may be null, if the format has columns.
    fn write_columns(&self, _: Kept<'_>, _columns: &mut dyn Iterator<Item = Option<&str>>, _text: &mut Vec<u8>) {}
}
