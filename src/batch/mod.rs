//! Batches: a stream of puzzles, one per line, and one answer line for each, in order.
//!
//! A [`Splitter`] cuts the input into [`Chunk`]s of whole lines. [`answer`] answers a chunk, on any thread. The caller
//! puts the answers in order: [`pipe`] does so with threads of its own, from a reader to a writer; the transport uses
//! the threads of the pool. A [`LineHandler`] defines how a line is read, what is done with its puzzle and how the answer is
//! written.
//!
//! Memory is bounded for every input: a line longer than [`LONGEST_LINE`] is discarded as it arrives, and only that
//! line fails. Reading and solving a puzzle allocates nothing.

mod answer;
mod answers;
mod any_lines;
mod in_order;
mod line_handler;
mod pipe;
mod split;

pub use answer::answer;
pub use answers::{Answers, Searches, Tally};
pub use any_lines::AnyLines;
pub use in_order::{Closed, Intake, in_order};
pub use line_handler::{Failure, LineHandler, Reading};
pub use pipe::{PipeError, Piped, pipe};
pub use split::{BYTE_ORDER_MARK, Chunk, ChunkSize, LONGEST_LINE, Splitter};
