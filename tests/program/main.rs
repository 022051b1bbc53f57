//! The program: processes that are started with real settings and ended by real signals, and what documents say of it.
#![cfg(feature = "service")]
#![cfg(unix)]

#[path = "../support/mod.rs"]
mod support;

mod failed_start;
mod readme;
mod release;
mod settings;
mod shutdown;
mod telemetry;
