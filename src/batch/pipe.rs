//! A batch from a reader to a writer, on threads of its own.

use std::io::{self, Read, Write};
use std::num::NonZeroUsize;

use super::answers::{Answers, Tally};
use super::any_lines::{AnyLines, Room};
use super::in_order::{Intake, in_order};
use super::split::{Chunk, Splitter};
use crate::sudoku::solver::CancelFlag;

/// Size of a read, in bytes.
const BUFFER: usize = 256 * 1024;

/// Number of lines in flight per thread. Answers are written in order, so if one chunk is slow, the other threads
/// continue until this many lines wait for it.
const LINES_PER_THREAD: usize = 8192;

/// Maximum number of chunks in flight per thread, since the answers to a chunk of one line can be long.
const CHUNKS_PER_THREAD: usize = 64;

/// The result of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Piped {
    /// Counts of the answers.
    pub tally: Tally,
    /// Number of bytes read.
    pub bytes: u64,
}

/// Why a batch ended early.
#[derive(Debug)]
pub enum PipeError {
    /// The input cannot be read.
    Read(io::Error),
    /// The answers cannot be written. The kind is `BrokenPipe` if their reader is gone.
    Write(io::Error),
}

/// A chunk, and the number of bytes read up to its end.
type Job = (Chunk, u64);

/// Writes the answer to every line of `input` to `output`, in order, with this many threads. `splitter` cuts the input
/// into chunks. Calls `progress` after each write, with the totals so far.
///
/// # Errors
/// The input cannot be read, or the answers cannot be written.
pub fn pipe(
    splitter: Splitter,
    input: impl Read,
    mut output: impl Write + Send,
    lines: &dyn AnyLines,
    threads: NonZeroUsize,
    mut progress: impl FnMut(&Piped) + Send,
) -> Result<Piped, PipeError> {
    let window = threads.get() * (LINES_PER_THREAD / splitter.size().lines).min(CHUNKS_PER_THREAD);
    let cancel = CancelFlag::new();
    let mut piped = Piped::default();
    let (read, written) = in_order(
        threads,
        window,
        |intake| read(splitter, input, intake),
        |(chunk, bytes): Job| (Room::unlimited(|room| lines.answer(&chunk, &cancel, room, &mut || false)).0, bytes),
        |answered| {
            // The thread's panic has been reported, but the output must not silently lack its chunk.
            let (Answers { text, tally }, bytes) =
                answered.ok_or_else(|| io::Error::other("a solver thread failed"))?;
            output.write_all(&text)?;
            piped.tally.add(&tally);
            piped.bytes = bytes;
            progress(&piped);
            Ok(())
        },
    );
    // If the writer fails, the reader ends without an error of its own.
    written.and_then(|()| output.flush()).map_err(PipeError::Write)?;
    piped.bytes = read.map_err(PipeError::Read)?;
    Ok(piped)
}

/// Cuts the input into chunks; returns the number of bytes read.
fn read(mut splitter: Splitter, mut input: impl Read, intake: &Intake<Job, (Answers, u64)>) -> io::Result<u64> {
    let mut buffer = vec![0; BUFFER];
    let mut bytes = 0;
    loop {
        let count = match input.read(&mut buffer) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        bytes += count as u64;
        let mut rest = &buffer[..count];
        let mut next = || match splitter.next_chunk(&mut rest) {
            None if count == 0 => Some((splitter.finish()?, bytes)),
            // No more input is available for now. Its writer may be waiting for the answers.
            None if count < buffer.len() => Some((splitter.take()?, bytes)),
            chunk => Some((chunk?, bytes - rest.len() as u64)),
        };
        while let Some(job) = next() {
            if !intake.put(job) {
                return Ok(bytes);
            }
        }
        if count == 0 {
            return Ok(bytes);
        }
    }
}
