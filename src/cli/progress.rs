//! Progress of a command on standard error: a bar on a terminal, otherwise a line every ten seconds.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::exit;

/// The time between two lines.
const BETWEEN: Duration = Duration::from_secs(10);

/// The progress of a command. Clones show the same.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    puzzles: Arc<AtomicU64>,
}

impl Progress {
    /// The progress of work of this length, or of unknown length. Nothing is shown among answers on a terminal.
    pub fn start(length: Option<u64>, to_standard_output: bool) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let bar = match length {
            Some(length) => ProgressBar::new(length),
            None => ProgressBar::no_length(),
        };
        if !is_terminal || (to_standard_output && io::stdout().is_terminal()) {
            bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        }
        let template = match length {
            Some(_) => "{elapsed} {wide_bar} {percent:>3} %  {msg}  {eta} left",
            None => "{spinner} {msg}  {elapsed}",
        };
        let bar = bar.with_style(ProgressStyle::with_template(template).expect("the template is valid"));
        let progress = Self { bar, puzzles: Arc::default() };
        if is_terminal {
            progress.bar.enable_steady_tick(Duration::from_millis(500));
        } else {
            progress.tell_regularly();
        }
        progress
    }

    /// Shows this position, and that this many puzzles are done.
    pub fn set(&self, position: u64, puzzles: u64) {
        self.bar.set_position(position);
        self.bar.set_message(counted(puzzles, "puzzle"));
        self.puzzles.store(puzzles, Ordering::Relaxed);
    }

    /// Ends; returns whether a bar was shown.
    pub fn finish(&self) -> bool {
        let shown = !self.bar.is_hidden();
        self.bar.finish_and_clear();
        shown
    }

    /// Writes a line now and then, even while one puzzle takes long, until the end.
    fn tell_regularly(&self) {
        let (bar, puzzles) = (self.bar.clone(), Arc::clone(&self.puzzles));
        thread::spawn(move || {
            loop {
                thread::sleep(BETWEEN);
                if bar.is_finished() {
                    return;
                }
                let part = bar.length().filter(|length| *length > 0);
                let part = part.map(|length| format!(", {} %", 100 * bar.position() / length)).unwrap_or_default();
                let puzzles = counted(puzzles.load(Ordering::Relaxed), "puzzle");
                exit::tell(format_args!("{puzzles} in {} s{part}", bar.elapsed().as_secs()));
            }
        });
    }
}

/// A number of things, such as `1 puzzle`.
pub fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
