//! The log.

use std::backtrace::Backtrace;
use std::env;
use std::io::{self, IsTerminal};
use std::panic::PanicHookInfo;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::request_scope;

/// Maximum number of lines that wait to be written. A reader takes as many in a millisecond.
const CAPACITY: usize = 1024;

/// Time limit for writing the last lines.
const FLUSH_TIME: Duration = Duration::from_secs(1);

/// Parses a log filter: a level, or a list such as `info,sudoku_service::http=debug`.
///
/// # Errors
/// The text is not a valid filter; the error states what is expected. A single word that is not a level is rejected,
/// although `tracing` would accept it as a module: it is most likely a misspelt level.
pub fn filter(text: &str) -> Result<Targets, String> {
    let expected = || "expected error, warn, info, debug, trace, off, or a list such as info,hyper=warn".to_owned();
    // `tracing` would accept an empty word as the level `error`.
    if text.split(',').any(|part| part.is_empty() || (!part.contains('=') && part.parse::<LevelFilter>().is_err())) {
        return Err(expected());
    }
    text.parse().map_err(|_| expected())
}

/// The thread that writes the log. Dropping this waits for the last lines, for at most a second.
#[derive(Debug)]
pub struct LogThread {
    guard: Option<WorkerGuard>,
    /// Counts the lines that were dropped because nobody read the log.
    pub dropped_lines: ErrorCounter,
}

/// Whether text on this stream may have colours: it is a terminal that has them, and its user wants them.
pub fn has_colours(stream: &impl IsTerminal) -> bool {
    let are_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    stream.is_terminal() && !are_unwanted && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Installs the log: lines that pass the filter are written to standard error, in a human-readable form if it is a
/// terminal, otherwise as one JSON object per line. Panics are logged too. A separate thread writes the lines, so that
/// logging never blocks; while as many wait as it holds, further lines are dropped.
///
/// # Panics
/// A subscriber is already installed, or the system cannot start that thread.
#[must_use]
pub fn install(filter: Targets) -> LogThread {
    let (writer, guard) = NonBlockingBuilder::default().buffered_lines_limit(CAPACITY).lossy(true).finish(io::stderr());
    let dropped_lines = writer.error_counter();
    if io::stderr().is_terminal() {
        let lines = fmt::layer().with_writer(writer).with_target(false).with_ansi(has_colours(&io::stderr()));
        tracing_subscriber::registry().with(filter).with(lines).init();
    } else {
        let lines = fmt::layer().json().flatten_event(true).with_span_list(false).with_writer(writer);
        tracing_subscriber::registry().with(filter).with(lines).init();
    }
    std::panic::set_hook(Box::new(log_panic));
    LogThread { guard: Some(guard), dropped_lines }
}

impl Drop for LogThread {
    fn drop(&mut self) {
        let (guard, (alive, ended)) = (self.guard.take(), mpsc::channel::<()>());
        // On a thread of its own: if nobody reads the log, the guard prints that to standard output, which may block or fail.
        let _ = thread::Builder::new().spawn(move || {
            drop(guard);
            drop(alive);
        });
        // Nothing is ever sent: the wait ends with that thread, or at the time limit.
        let _ = ended.recv_timeout(FLUSH_TIME);
    }
}

/// A duration for the log: in milliseconds, with at most three decimals.
pub fn milliseconds(duration: Duration) -> f64 {
    // The quotient of integers is the number nearest to the decimal one, so it is printed without further digits.
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

/// Logs one line per panic, in the scope of the request that caused it.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let panic_message = panic.payload_as_str().unwrap_or("(not a string)");
    let location = panic.location().map(ToString::to_string).unwrap_or_default();
    let thread = thread::current().name().unwrap_or_default().to_owned();
    // Disabled unless RUST_BACKTRACE is set.
    let backtrace = Backtrace::capture();
    request_scope::span().in_scope(|| tracing::error!(panic_message, location, thread, %backtrace, "panicked"));
}
