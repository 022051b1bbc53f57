//! The service in this process: its faces, its contract, and the parts that serve them. Some tests also start the program.
#![cfg(feature = "service")]

#[path = "../support/mod.rs"]
mod support;

mod api;
#[cfg(unix)]
mod batch;
mod bytes;
#[cfg(unix)]
mod cases;
mod compatibility;
mod faces;
#[cfg(unix)]
mod mcp;
mod memory_sum;
mod openapi;
mod pictures;
mod pool;
#[cfg(unix)]
mod requests;
mod server;
