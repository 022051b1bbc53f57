//! Progress of a command on standard error: a bar on a terminal, otherwise a line every ten seconds.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The time between two lines.
const BETWEEN: Duration = Duration::from_secs(10);

/// The progress of a command. Clones show the same.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    /// When the next line is due, if there are lines.
    due: Option<Arc<Mutex<Instant>>>,
}

/// The progress of work of this length, or of unknown length. `position` is the template of the position of a bar. Nothing
/// is shown among answers on a terminal.
pub fn bar(length: Option<u64>, to_standard_output: bool, position: &str) -> Progress {
    let is_terminal = io::stderr().is_terminal();
    let due = (!is_terminal).then(|| Arc::new(Mutex::new(Instant::now() + BETWEEN)));
    let bar = match length {
        Some(length) => ProgressBar::new(length),
        None => ProgressBar::no_length(),
    };
    if !is_terminal || (to_standard_output && io::stdout().is_terminal()) {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    let template = match length {
        Some(_) => &*format!("{{wide_bar}} {position}  {{msg}}  {{eta}} left"),
        None => "{spinner} {msg}  {elapsed}",
    };
    Progress { bar: bar.with_style(ProgressStyle::with_template(template).expect("the template is valid")), due }
}

impl Progress {
    /// Shows that one more puzzle is done.
    pub fn inc(&self) {
        self.bar.inc(1);
        self.tell(self.bar.position());
    }

    /// Shows this position, and that this many puzzles are done.
    pub fn set(&self, position: u64, puzzles: u64) {
        self.bar.set_position(position);
        self.bar.set_message(counted(puzzles, "puzzle"));
        self.tell(puzzles);
    }

    /// Ends; returns whether a bar was shown.
    pub fn finish(&self) -> bool {
        let shown = !self.bar.is_hidden();
        self.bar.finish_and_clear();
        shown
    }

    fn tell(&self, puzzles: u64) {
        let Some(due) = &self.due else { return };
        let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now < *due {
            return;
        }
        *due = now + BETWEEN;
        let part = self.bar.length().filter(|length| *length > 0);
        let part = part.map(|length| format!(", {} %", 100 * self.bar.position() / length)).unwrap_or_default();
        eprintln!("sudoku-service: {puzzles} puzzles in {} s{part}", self.bar.elapsed().as_secs());
    }
}

/// A number of things, such as `1 puzzle`.
pub fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
