//! Progress of a command on standard error: a line that changes on a terminal, otherwise one every ten seconds.

use std::io::{self, IsTerminal, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::exit;

/// The progress of a command. A thread tells it, even while one puzzle takes long.
pub struct Progress {
    /// The position in the input, and the number of puzzles that are done.
    done: Arc<[AtomicU64; 2]>,
    is_shown: bool,
    /// The thread, which ends once the sender is dropped.
    teller: (Sender<()>, JoinHandle<()>),
}

impl Progress {
    /// The progress of work of this length, or of unknown length. Nothing is shown among answers on a terminal.
    pub fn start(length: Option<u64>, to_standard_output: bool) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let is_shown = is_terminal && !(to_standard_output && io::stdout().is_terminal());
        let between = if is_terminal { Duration::from_millis(500) } else { Duration::from_secs(10) };
        let (done, started) = (Arc::<[AtomicU64; 2]>::default(), Instant::now());
        let (end, ended) = channel::<()>();
        let counts = Arc::clone(&done);
        let tell = move || {
            while ended.recv_timeout(between) == Err(RecvTimeoutError::Timeout) {
                let [position, puzzles] = [0, 1].map(|place: usize| counts[place].load(Ordering::Relaxed));
                let part = length.filter(|length| *length > 0);
                let part = part.map(|length| format!(", {} %", 100 * position / length)).unwrap_or_default();
                let text = format!("{} in {} s{part}", counted(puzzles, "puzzle"), started.elapsed().as_secs());
                if is_shown {
                    change(&text);
                } else if !is_terminal {
                    exit::tell(text);
                }
            }
            if is_shown {
                change("");
            }
        };
        Self { done, is_shown, teller: (end, thread::spawn(tell)) }
    }

    /// Sets the position in the input, and the number of puzzles that are done.
    pub fn set(&self, position: u64, puzzles: u64) {
        self.done[0].store(position, Ordering::Relaxed);
        self.done[1].store(puzzles, Ordering::Relaxed);
    }

    /// Ends; returns whether it was shown on a terminal.
    pub fn finish(self) -> bool {
        let (end, teller) = self.teller;
        drop(end);
        let _ = teller.join();
        self.is_shown
    }
}

/// Replaces the last line of the terminal.
fn change(text: &str) {
    let _ = write!(io::stderr(), "\r{text:<60}\r{text}");
}

/// A number of things, such as `1 puzzle`.
pub fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
