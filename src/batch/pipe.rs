//! A batch from a reader to a writer, on threads of its own.

use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::answer::{Answers, Tally, answer};
use super::line_form::LineForm;
use super::split::{Chunk, Splitter};
use crate::sudoku::solver::Budget;

/// Size of a read, in bytes.
const BUFFER: usize = 256 * 1024;

/// Number of chunks in flight per thread. Answers are written in order, so if one chunk is slow, the other threads
/// continue until this many chunks wait for it.
const CHUNKS_A_THREAD: usize = 4;

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

/// A chunk, and where to send its answers.
type Job = (Chunk, SyncSender<Answers>);

/// Answers every line of `input` on `output`, in order, with this many threads. `splitter` cuts the input into chunks.
/// Calls `progress` after each write, with the totals so far.
///
/// # Errors
/// The input cannot be read, or the answers cannot be written.
pub fn pipe<F: LineForm>(
    splitter: Splitter,
    input: impl Read,
    output: impl Write + Send,
    form: &F,
    budget: &Budget,
    threads: NonZeroUsize,
    progress: impl FnMut(&Piped) + Send,
) -> Result<Piped, PipeError> {
    let window = threads.get() * CHUNKS_A_THREAD;
    let (jobs, queue) = mpsc::sync_channel::<Job>(window);
    let (order, in_order) = mpsc::sync_channel(window);
    let queue = Mutex::new(queue);
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(|| work(&queue, form, budget));
        }
        let writer = scope.spawn(|| write(in_order, output, progress));
        let read = read(splitter, input, &Intake { jobs, order });
        let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        // If the writer fails, the reader ends without an error of its own.
        let tally = written.map_err(PipeError::Write)?;
        let bytes = read.map_err(PipeError::Read)?;
        Ok(Piped { tally, bytes })
    })
}

/// Where the reader sends its chunks.
struct Intake {
    jobs: SyncSender<Job>,
    order: SyncSender<(Receiver<Answers>, u64)>,
}

/// The writer has ended.
struct Closed;

impl Intake {
    fn put(&self, chunk: Chunk, bytes: u64) -> Result<(), Closed> {
        let (reply, answers) = mpsc::sync_channel(1);
        self.order.send((answers, bytes)).map_err(|_| Closed)?;
        self.jobs.send((chunk, reply)).map_err(|_| Closed)
    }
}

/// Cuts the input into chunks; returns the number of bytes read.
fn read(mut splitter: Splitter, mut input: impl Read, intake: &Intake) -> io::Result<u64> {
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
        while let Some(chunk) = splitter.next_chunk(&mut rest) {
            if intake.put(chunk, bytes - rest.len() as u64).is_err() {
                return Ok(bytes);
            }
        }
        let chunk = match count {
            0 => splitter.finish(),
            // No more input is available for now. Its writer may be waiting for the answers.
            _ if count < buffer.len() => splitter.take(),
            _ => None,
        };
        let closed = chunk.is_some_and(|chunk| intake.put(chunk, bytes).is_err());
        if closed || count == 0 {
            return Ok(bytes);
        }
    }
}

fn work<F: LineForm>(queue: &Mutex<Receiver<Job>>, form: &F, budget: &Budget) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((chunk, reply)) = job else { return };
        // The writer may have ended.
        let _ = reply.send(answer(&chunk, form, budget, || {}));
    }
}

fn write(
    in_order: Receiver<(Receiver<Answers>, u64)>,
    mut output: impl Write,
    mut progress: impl FnMut(&Piped),
) -> io::Result<Tally> {
    let mut piped = Piped::default();
    for (answers, bytes) in in_order {
        // The thread's panic has been reported, but the output must not silently lack its chunk.
        let Answers { text, tally } = answers.recv().map_err(|_| io::Error::other("a solver thread failed"))?;
        output.write_all(&text)?;
        piped.tally.add(&tally);
        piped.bytes = bytes;
        progress(&piped);
    }
    output.flush()?;
    Ok(piped.tally)
}
