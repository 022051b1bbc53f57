//! The lines of a batch as a value.

use super::answer::answer;
use super::answers::Answers;
use super::line_handler::{Failure, LineHandler};
use super::split::Chunk;
use crate::sudoku::solver::CancelFlag;

/// A [`LineHandler`] as a value.
pub trait AnyLines: Send + Sync {
    /// Answers the lines of a chunk; see [`answer`].
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

impl<H: LineHandler> AnyLines for H {
    fn answer(
        &self,
        chunk: &Chunk,
        cancel: &CancelFlag,
        room: usize,
        give_way: &mut dyn FnMut(),
    ) -> (Answers, Option<Chunk>) {
        answer(chunk, self, cancel, room, give_way)
    }

    fn write_end(&self, number: u64, why: &Failure, answer: &mut Vec<u8>) {
        LineHandler::write_end(self, number, why, answer);
    }
}
