//! Batches: a stream of puzzles, one per line, and one answer line for each, in order.
//!
//! A [`Splitter`] cuts the input into [`Chunk`]s of whole lines. [`AnyLines::answer`] answers a chunk, on any thread. The caller
//! puts the answers in order: [`pipe`] does so with threads of its own, from a reader to a writer; the transport uses
//! the threads of the pool.
//!
//! Memory is bounded for every input: a line longer than [`LONGEST_LINE`] is discarded as it arrives, and only that
//! line fails. Reading and solving a puzzle allocates nothing.
//!
//! ```
//! use std::num::NonZeroUsize;
//!
//! use sudoku_service::batch::{ChunkSize, Splitter, pipe};
//! use sudoku_service::operations::find;
//! use sudoku_service::operations::lines::LineSettings;
//! use sudoku_service::operations::reading::Arguments;
//!
//! let settings = LineSettings::of(Arguments::default());
//! let solve = find("solve").and_then(|solve| solve.batches).expect("solve has batches");
//! let lines = (solve.make)(settings).expect("no option is invalid");
//!
//! let input = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nno grid\n";
//! let (splitter, mut output) = (Splitter::new(ChunkSize::ALONE), Vec::new());
//! let piped = pipe(splitter, &input[..], &mut output, &*lines, NonZeroUsize::MIN, |_| {}).expect("memory");
//! assert_eq!((piped.tally.results, piped.tally.problems), (1, 1));
//! assert!(output.starts_with(b"534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"));
//! ```

mod answers;
mod any_lines;
mod in_order;
mod pipe;
mod split;

pub use answers::{Answers, Searches, Tally};
pub use any_lines::{AnyLines, Failure, Room};
pub use in_order::{Intake, in_order};
pub use pipe::{PipeError, Piped, pipe};
pub use split::{BYTE_ORDER_MARK, Chunk, ChunkSize, Gather, LONGEST_LINE, Splitter};
