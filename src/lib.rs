//! An HTTP JSON service that solves and validates 9x9 sudoku grids.
//!
//! # The parts, from the inside out
//! - [`sudoku`] is the domain: digits, cells, houses and grids that cannot hold a bad value, their text notations, the
//!   rules, and the exact solver. It needs the standard library only, and knows no clock, no environment and no log.
//! - [`batch`] is the engine for many puzzles: it cuts a stream of lines into chunks, solves a chunk, and writes its
//!   answers in order. What a line looks like is a trait that others implement.
//! - [`pool`] is the bridge from async code to the solver: a fixed set of threads behind a bounded queue, with admission,
//!   deadlines, cancellation, and panics that cost one job. It knows no HTTP.
//! - [`http`] is the transport, and the only code that knows axum and serde: the routes, the JSON forms, the one
//!   catalogue of problems, the contract, the metrics and the pages.
//! - [`server`] is the process edge: the accept loop, the bounds on a connection, the drain and the signals. It serves
//!   any `tower` service and knows no sudoku.
//! - [`config`] turns flags and the environment into one validated value. [`telemetry`] installs the log, whose lines
//!   name the request of the current [`scope`], and, with the feature `otlp`, exports spans. [`service`] puts everything
//!   together and runs it. [`cli`] holds the subcommands that need no server.
//!
//! # What never is
//! - The domain imports nothing of the other parts, nor any crate; the pool imports nothing of the transport. A test
//!   walks the source and fails on a forbidden import.
//! - No search runs on an async thread: the transport gives every search to the pool.
//! - No `unsafe` stands outside `sudoku/solver/lanes/`, and there each block names the fact that it rests on.
//! - No error becomes an answer but as a [`http::problem::Problem`].
//! - Every queue, buffer, header, body, connection count and search is bounded. A bound that an operator has a reason to
//!   change is a setting; each other one is a named constant with its reason.

pub mod batch;
pub mod cli;
pub mod config;
pub mod http;
pub mod pool;
pub mod scope;
pub mod server;
pub mod service;
pub mod sudoku;
pub mod telemetry;
