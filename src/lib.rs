//! An HTTP service that solves, validates, rates, explains and generates 9x9 sudoku grids.
//!
//! # Architecture, from the inside out
//! - [`sudoku`] is the domain: digits, cells, houses and grids that cannot hold an invalid value, their notations, the
//!   rules, the exact solver, the human solver, explanations, the canonical form and the generator. It depends on the
//!   standard library only.
//! - [`batch`] answers many puzzles: it cuts a stream of lines into chunks, works on their puzzles, and writes the answers
//!   in order. A trait defines what a line looks like and what is done with its puzzle; [`http::lines`] implements it for
//!   every form and operation.
//! - [`pool`] connects async code to the solver: a fixed set of threads behind bounded queues, with admission, deadlines,
//!   cancellation, and panics that cost one job.
//! - [`http`] is the transport, and the only code that knows axum and serde: what every request passes, the routes,
//!   requests, answers, problems, the contract, metrics and pages.
//! - [`server`] is the edge of the process: the accept loop, the limits of connections, the drain and the signals. It
//!   serves any `tower` service.
//! - [`config`] turns flags and environment variables into one validated value. [`telemetry`] installs the log, whose
//!   lines name the request of the current [`scope`], and, with the feature `otlp`, exports spans. [`service`] puts
//!   everything together and runs it. [`cli`] holds the subcommands that need no server.
//!
//! # Invariants
//! - The domain imports no other part and no crate. The pool imports nothing of the transport. No files import each other
//!   in a circle. `tests/architecture.rs` checks this.
//! - No search runs on an async thread; the pool runs all of them.
//! - There is no `unsafe` outside `sudoku/solver/lanes/`, and each block there states the fact that makes it sound.
//! - Every error answer is a [`http::problem::Problem`].
//! - Every queue, buffer, header, body, connection count and search is bounded. A bound that an operator has a reason to
//!   change is a setting; every other one is a named constant with its reason.
//! - Writing the log never blocks a thread that serves.

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
