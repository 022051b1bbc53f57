//! The part of a batch that its caller implements: reading a line, working on its puzzle and writing the answer.

use super::answers::Answers;
use super::split::Chunk;
use crate::sudoku::solver::CancelFlag;

/// How the lines of a batch are read, what is done with their puzzles, and how the answers are written.
pub trait AnyLines: Send + Sync {
    /// Whether the work on a line may take seconds.
    fn is_heavy(&self) -> bool;

    /// Answers the lines of a chunk. Calls `give_way` between groups of puzzles, which says whether to stop. The work stops soon
    /// after `cancel` is raised; the lines that remain are then answered with a problem.
    ///
    /// If it is to stop, or once the answers exceed their room, returns the remaining lines.
    fn answer(
        &self,
        chunk: &Chunk,
        cancel: &CancelFlag,
        room: &mut Room<'_>,
        give_way: &mut dyn FnMut() -> bool,
    ) -> (Answers, Option<Chunk>);

    /// Writes the last line of answers that end early; `number` is the first line without an answer.
    fn write_end(&self, number: u64, why: &Failure, answer: &mut Vec<u8>);
}

/// The room for the answers to a chunk.
pub struct Room<'a> {
    /// The number of bytes of answers after which the remaining lines wait.
    pub bytes: usize,
    /// Maximum length of an answer in bytes.
    pub longest: usize,
    /// Whether the answers may take this many bytes of memory.
    pub allow: &'a mut dyn FnMut(usize) -> bool,
}

impl Room<'_> {
    /// Runs this with as much room as it needs.
    pub fn unlimited<T>(run: impl FnOnce(&mut Room<'_>) -> T) -> T {
        run(&mut Room { bytes: usize::MAX, longest: usize::MAX, allow: &mut |_| true })
    }
}

/// Why the answers end before the batch does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The service is shutting down.
    ShuttingDown,
    /// No data moved in either direction, or too little in both. The text says which, and for how long.
    Stalled(String),
    /// The client does not read while it sends, and there is no room for the answers: because other clients have it, or because
    /// they are too many.
    Unread {
        /// Whether they are too many.
        are_too_many: bool,
    },
    /// A bug.
    Failed,
}
