//! The process: the real binary, started with real settings and ended with real signals.
#![cfg(unix)]

#[cfg(feature = "otlp")]
mod collector;
#[cfg(feature = "otlp")]
mod otlp;
#[expect(dead_code, reason = "the tests of other faces use the rest of it")]
mod program;
mod settings;
mod shutdown;
mod telemetry;
