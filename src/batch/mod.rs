//! Batches: a stream of puzzles, a line each, and an answer line for each, in order.
//!
//! The input is cut into [`Chunk`]s of whole lines by a [`Splitter`]; each chunk is answered by [`answer`] on any
//! thread; whoever drives the two puts the answers in order: [`pipe`] with threads of its own, from a reader to a
//! writer, and the transport with the pool's. How a line is read and how its answer is written is for a [`LineForm`].
//!
//! Memory is bounded whatever comes in: a line beyond [`LONGEST_LINE`] is dropped while it arrives and costs that line
//! only. Nothing is allocated for a puzzle that is read and solved.

mod chunk;
mod pipe;
mod split;

pub use chunk::{Answers, Failure, LineForm, Reading, Tally, answer};
pub use pipe::{PipeError, Piped, pipe};
pub use split::{Chunk, ChunkSize, Splitter};

/// The most bytes of a line, its line break not counted.
pub const LONGEST_LINE: usize = 4096;
