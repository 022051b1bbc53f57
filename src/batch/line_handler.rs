//! The part of a batch that its caller implements: reading a line, working on its puzzle and writing the answer.

use super::answers::Answers;
use crate::sudoku::Grid;
use crate::sudoku::solver::CancelFlag;

/// How the lines of a batch are read, what is done with their puzzles, and how the answers are written.
pub trait LineHandler: Send + Sync + 'static {
    /// What the answer to a line needs besides its grid.
    type Kept<'a>;
    /// The outcome of the work on a puzzle.
    type Outcome;

    /// Reads a line without its line break. If the line has an answer that needs no work, writes it to `answer`.
    fn read<'a>(&'a self, line: &'a [u8], number: u64, answer: &mut Vec<u8>) -> Reading<Self::Kept<'a>>;

    /// Works on the puzzles of some lines. Appends one outcome for each puzzle, in their order. If `cancel` is raised,
    /// the work ends soon, but every puzzle still gets an outcome.
    fn work(&self, puzzles: &[Grid], kept: &[Self::Kept<'_>], cancel: &CancelFlag, outcomes: &mut Vec<Self::Outcome>);

    /// Writes the answer to a line, and counts it.
    fn write(&self, number: u64, kept: &Self::Kept<'_>, puzzle: &Grid, outcome: &Self::Outcome, answers: &mut Answers);

    /// Writes the answer to a line if the work on its puzzle failed.
    fn write_failed(&self, number: u64, kept: &Self::Kept<'_>, answer: &mut Vec<u8>);

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
    /// A null or a header, whose answer was written.
    Answered,
    /// Something invalid, whose problem was written.
    Refused,
}

/// Why the answers end before the batch does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The service is shutting down.
    ShuttingDown,
    /// No data moved in either direction, or too little in both. The text says which, and for how long.
    Stalled(String),
    /// This batch is the slowest, and the service needs its place for another one.
    Replaced,
    /// A bug.
    Failed,
}
