//! The part of a batch that its caller implements: reading a line and writing its answer.

use crate::sudoku::Grid;
use crate::sudoku::solver::Finding;

/// How the lines of a batch are read and their answers written.
pub trait LineForm: Send + Sync + 'static {
    /// The part of a line, besides its grid, that the answer needs.
    type Kept<'a>: Copy;

    /// Reads a line without its line break. If the line is invalid, writes the answer that says why to `refusal`.
    fn read<'a>(&self, line: &'a [u8], number: u64, refusal: &mut Vec<u8>) -> Reading<Self::Kept<'a>>;

    /// Writes the answer to a line whose grid was searched.
    fn write(&self, number: u64, kept: Self::Kept<'_>, puzzle: &Grid, finding: &Finding, answer: &mut Vec<u8>);

    /// Writes the answer to a line if the solver failed on its grid.
    fn write_failed(&self, number: u64, kept: Self::Kept<'_>, answer: &mut Vec<u8>);

    /// Writes the answer to a line that is longer than [`LONGEST_LINE`](super::LONGEST_LINE) and begins with `start`.
    fn write_too_long(&self, start: &[u8], number: u64, answer: &mut Vec<u8>);

    /// Writes the last line of answers that end early; `number` is the first line without an answer.
    fn write_end(&self, number: u64, why: &Failure, answer: &mut Vec<u8>);
}

/// The content of a line.
#[derive(Clone, Copy, Debug)]
pub enum Reading<K> {
    /// A puzzle.
    Puzzle(Grid, K),
    /// Nothing to answer: an empty line or a comment.
    Skipped,
    /// A null, whose answer was written to `refusal`.
    Answered,
    /// Something invalid.
    Refused,
}

/// Why the answers end before the batch does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The service is shutting down.
    ShuttingDown,
    /// No data moved in either direction, or too little in both. The text says which, and for how long.
    Stalled(String),
    /// A bug.
    Failed,
}
