//! The log, and measurements of the process for metrics.

mod log_queue;
mod process_usage;

use std::backtrace::Backtrace;
use std::io::{self, IsTerminal};
use std::panic::PanicHookInfo;
use std::time::Duration;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

pub use log_queue::{DroppedLines, LogThread};
pub use process_usage::ProcessUsage;

use crate::scope;

/// Parses a log filter: a level, or a list such as `info,sudoku_service::http=debug`.
///
/// # Errors
/// The text is not a valid filter; the error states what is expected. A single word that is not a level is rejected,
/// although `tracing` would accept it as a module: it is most likely a misspelt level.
pub fn filter(text: &str) -> Result<Targets, String> {
    let expected = || "expected error, warn, info, debug, trace, off, or a list such as info,hyper=warn".to_owned();
    if text.split(',').any(|part| !part.contains('=') && part.parse::<LevelFilter>().is_err()) {
        return Err(expected());
    }
    text.parse().map_err(|_| expected())
}

/// Installs the log: lines that pass the filter are written to standard error, in a human-readable form if it is a
/// terminal, otherwise as one JSON object per line. Panics are logged too. A separate thread writes the lines, so that
/// logging never blocks. Dropping the result waits for the last lines.
///
/// # Errors
/// The system cannot start that thread.
///
/// # Panics
/// A subscriber is already installed.
pub fn install(filter: Targets) -> io::Result<LogThread> {
    let (thread, queue) = LogThread::start(io::stderr())?;
    if io::stderr().is_terminal() {
        let lines = fmt::layer().with_writer(queue).with_target(false);
        tracing_subscriber::registry().with(filter).with(lines).init();
    } else {
        let lines = fmt::layer().json().flatten_event(true).with_span_list(false).with_writer(queue);
        tracing_subscriber::registry().with(filter).with(lines).init();
    }
    std::panic::set_hook(Box::new(log_panic));
    Ok(thread)
}

/// A duration for the log: in milliseconds, with at most three decimals.
#[must_use]
pub fn milliseconds(duration: Duration) -> f64 {
    // The quotient of integers is the number nearest to the decimal one, so it is printed without further digits.
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

/// Logs one line per panic, in the scope of the request that caused it.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let panic_message = panic.payload_as_str().unwrap_or("(not a string)");
    let location = panic.location().map(ToString::to_string).unwrap_or_default();
    let thread = std::thread::current().name().unwrap_or_default().to_owned();
    // Disabled unless RUST_BACKTRACE is set.
    let backtrace = Backtrace::capture();
    scope::current_span().in_scope(|| tracing::error!(panic_message, location, thread, %backtrace, "panicked"));
}
