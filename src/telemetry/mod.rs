//! The log subscriber, and the export of spans. It knows no sudoku.

#[cfg(feature = "otlp")]
pub mod otlp;

use std::backtrace::Backtrace;
use std::io::{self, IsTerminal};
use std::panic::PanicHookInfo;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::scope;

/// Writes the log lines that pass the filter to the standard error, for people if that is a terminal, else one JSON
/// object a line; and makes one log line of every panic.
///
/// # Panics
/// The filter is none, or a subscriber is installed already.
pub fn install(filter: &str) {
    let filter = EnvFilter::builder().parse(filter).expect("the configuration has checked the filter");
    if io::stderr().is_terminal() {
        let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_target(false);
        tracing_subscriber::registry().with(filter).with(lines).init();
    } else {
        tracing_subscriber::registry().with(filter).with(json_lines(io::stderr)).init();
    }
    std::panic::set_hook(Box::new(log_panic));
}

fn json_lines<S, W>(writer: W) -> impl tracing_subscriber::Layer<S>
where
    S: tracing::Subscriber + for<'a> tracing_subscriber::registry::LookupSpan<'a>,
    W: for<'w> MakeWriter<'w> + 'static,
{
    tracing_subscriber::fmt::layer().json().flatten_event(true).with_span_list(false).with_writer(writer)
}

/// One line a panic, in the scope of the request that it happened in.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let panic_message = panic.payload_as_str().unwrap_or("a value that is no text");
    let location = panic.location().map(ToString::to_string).unwrap_or_default();
    let thread = std::thread::current().name().unwrap_or_default().to_owned();
    // Empty unless RUST_BACKTRACE asks for it.
    let backtrace = Backtrace::capture();
    scope::current_span().in_scope(|| tracing::error!(panic_message, location, thread, %backtrace, "panicked"));
}
