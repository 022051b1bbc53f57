//! The part of a batch that its caller implements: reading a line, working on its puzzle and writing the answer.

use super::answers::Answers;
use super::split::Chunk;
use crate::sudoku::solver::CancelFlag;

/// How the lines of a batch are read, what is done with their puzzles, and how the answers are written.
pub trait AnyLines: Send + Sync {
    /// Answers the lines of a chunk. Calls `give_way` between groups of puzzles. The work stops soon after `cancel` is raised;
    /// the lines that remain are then answered with a problem.
    ///
    /// Once the answers exceed `room` bytes, stops after the current group and returns the remaining lines.
    fn answer(
        &self,
        chunk: &Chunk,
        cancel: &CancelFlag,
        room: usize,
        give_way: &mut dyn FnMut(),
    ) -> (Answers, Option<Chunk>);

    /// Writes the last line of answers that end early; `number` is the first line without an answer.
    fn write_end(&self, number: u64, why: &Failure, answer: &mut Vec<u8>);
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
