//! The memory for the chunks of a batch and their answers.

use crate::batch::ChunkSize;
use crate::http::memory::{Memory, MemoryPermit};
use crate::operations::problem::Problem;

/// Number of bytes of answers after which a job ends. The answer to its last line may exceed it.
pub const ANSWER_ROOM: usize = 64 * 1024;

/// Size of the permit for a job: its chunk, and its answers including the last one, unless that is long: then the permit grows.
const JOB: usize = ChunkSize::SHARED.bytes + 2 * ANSWER_ROOM;

/// What a batch holds at most of an input whose puzzles are not one a line: while they are cut out, their text twice.
const GATHERED: usize = 2 * 20 * 1024;

/// The memory for the jobs of a batch. One permit is kept for the remaining lines of a job whose answers have no room.
/// Jobs with later lines, which wait for their turn, therefore cannot take all of the memory.
#[derive(Debug)]
pub struct JobMemory {
    memory: Memory,
    _gathered: MemoryPermit,
    kept: Option<MemoryPermit>,
}

impl JobMemory {
    /// The memory for a new batch.
    ///
    /// # Errors
    /// There is none left for its first job.
    pub fn new(memory: Memory) -> Result<Self, Problem> {
        let (gathered, kept) = (memory.hold(GATHERED)?, Some(memory.hold(JOB)?));
        Ok(Self { memory, _gathered: gathered, kept })
    }

    /// A permit for a job, in addition to the one that is kept.
    pub fn take_spare(&mut self) -> Option<MemoryPermit> {
        let hold = || self.memory.hold(JOB).ok();
        if self.kept.is_none() {
            self.kept = hold();
        }
        self.kept.as_ref().and_then(|_| hold())
    }

    /// A permit for a job; if there is no other, the one that is kept.
    pub fn take(&mut self) -> Option<MemoryPermit> {
        self.take_spare().or_else(|| self.kept.take())
    }
}
