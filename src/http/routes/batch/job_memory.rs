//! The memory for the chunks of a batch and their answers.

use crate::batch::ChunkSize;
use crate::http::memory::{Held, Memory};
use crate::http::problem::Problem;

/// The most bytes of answers of a job, which those of its last few lines may exceed. The answers to valid lines are shorter.
pub const ANSWER_ROOM: usize = 64 * 1024;

/// The permit for a job: its chunk, and its answers with what the last few lines add.
const JOB: usize = ChunkSize::SHARED.bytes + 2 * ANSWER_ROOM;

/// The memory for the jobs of a batch. One permit is kept for the lines behind a job whose answers have no room, so that
/// the jobs behind them, which wait for their turn, cannot take all of the memory.
#[derive(Debug)]
pub struct JobMemory {
    memory: Memory,
    kept: Option<Held>,
}

impl JobMemory {
    /// The memory for a new batch.
    ///
    /// # Errors
    /// There is none left for its first job.
    pub fn new(memory: Memory) -> Result<Self, Problem> {
        let kept = Some(memory.hold(JOB)?);
        Ok(Self { memory, kept })
    }

    /// A permit for a job besides the one that is kept.
    pub fn take_spare(&mut self) -> Option<Held> {
        let hold = || self.memory.hold(JOB).ok();
        if self.kept.is_none() {
            self.kept = hold();
        }
        self.kept.as_ref().and_then(|_| hold())
    }

    /// A permit for a job, if need be the one that is kept.
    pub fn take(&mut self) -> Option<Held> {
        self.take_spare().or_else(|| self.kept.take())
    }
}
