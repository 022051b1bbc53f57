//! Tests the process: the real binary, started with real settings and ended by real signals.
#![cfg(feature = "service")]
#![cfg(unix)]

mod descriptors;
mod failed_start;
#[path = "../support/http.rs"]
mod http;
#[allow(dead_code, reason = "other test binaries use the rest of it")]
mod program;
#[cfg(target_os = "linux")]
#[path = "../support/terminal.rs"]
mod pty;
mod settings;
mod shutdown;
mod telemetry;
mod unread_log;
