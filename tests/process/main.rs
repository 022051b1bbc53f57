//! The process: the real binary, started with real settings and ended with real signals.
#![cfg(unix)]

mod program;
mod settings;
mod shutdown;
mod telemetry;
