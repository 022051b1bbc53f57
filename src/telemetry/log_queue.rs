//! A bounded queue of log lines and the thread that writes them, so that an unread log does not block the
//! threads that serve requests.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Capacity of the queue in bytes: about a thousand lines, which a reader takes in a millisecond.
const CAPACITY: usize = 256 * 1024;

/// Time limit for writing the last lines.
const FLUSH_TIME: Duration = Duration::from_secs(1);

/// The number of lines that were dropped because the queue was full.
#[derive(Clone, Debug, Default)]
pub struct DroppedLines(Arc<AtomicU64>);

impl DroppedLines {
    /// The number so far.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The queue. Writing to it never blocks: if it is full, the line is dropped.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    /// Notified when the state changes.
    changed: Condvar,
    dropped: DroppedLines,
}

#[derive(Debug, Default)]
struct State {
    lines: Vec<u8>,
    closed: bool,
}

impl Queue {
    fn push(&self, line: &[u8]) {
        let mut state = self.state();
        if state.lines.len() + line.len() > CAPACITY {
            drop(state);
            self.dropped.0.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let was_empty = state.lines.is_empty();
        state.lines.extend_from_slice(line);
        drop(state);
        if was_empty {
            self.changed.notify_one();
        }
    }

    /// Waits for lines and takes them. Returns `None` once the queue is closed and empty.
    fn take(&self) -> Option<Vec<u8>> {
        let wait = self.changed.wait_while(self.state(), |state| state.lines.is_empty() && !state.closed);
        let mut state = wait.unwrap_or_else(PoisonError::into_inner);
        let lines = std::mem::take(&mut state.lines);
        (!lines.is_empty()).then_some(lines)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Only a failed allocation could panic under the lock, and that aborts.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for &Queue {
    /// `line` is always a whole line.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.push(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The thread that writes the lines. Dropping this waits for the last lines, for at most a second.
#[derive(Debug)]
pub struct LogThread {
    queue: Arc<Queue>,
    /// Disconnects when the thread ends.
    ended: Receiver<()>,
}

impl LogThread {
    /// Starts a thread that writes the lines of a new queue to `sink`.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub(super) fn start(sink: impl Write + Send + 'static) -> io::Result<(Self, Arc<Queue>)> {
        let queue = Arc::new(Queue::default());
        let (alive, ended) = mpsc::channel();
        let of_thread = Arc::clone(&queue);
        thread::Builder::new().name("log".to_owned()).spawn(move || write_lines(&of_thread, sink, alive))?;
        Ok((Self { queue: Arc::clone(&queue), ended }, queue))
    }

    /// The number of lines dropped because nobody read the log.
    #[must_use]
    pub fn dropped_lines(&self) -> DroppedLines {
        self.queue.dropped.clone()
    }
}

impl Drop for LogThread {
    fn drop(&mut self) {
        self.queue.state().closed = true;
        self.queue.changed.notify_one();
        // Nothing is ever sent: the wait ends with the thread, or at the time limit.
        let _ = self.ended.recv_timeout(FLUSH_TIME);
    }
}

fn write_lines(queue: &Queue, mut sink: impl Write, _alive: Sender<()>) {
    let mut reported = 0;
    while let Some(lines) = queue.take() {
        // If the log's reader is gone, keep serving.
        let _ = sink.write_all(&lines);
        let dropped = queue.dropped.count();
        if dropped > reported {
            // This line enters the same queue, which has room now.
            tracing::warn!(lines = dropped - reported, "log lines were dropped because standard error was not read");
            reported = dropped;
        }
    }
}
