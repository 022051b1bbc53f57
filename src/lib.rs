//! An HTTP service that solves, validates, rates, explains and generates 9x9 sudoku grids.
//!
//! To solve grids in another program, use [`sudoku`] with `default-features = false`: then it is the whole library, and
//! has no dependencies. The rest is the service, which is public for its own tests only.
//!
//! # Architecture, from the inside out
//! - [`sudoku`] is the domain: digits, cells, houses and grids that cannot hold an invalid value, their notations, the
//!   rules, the exact solver, the human solver, explanations, the canonical form and the generator. It uses the
//!   standard library only.
//! - [`batch`] answers many puzzles: it splits a stream of lines into chunks, processes them, and writes the answers in
//!   order. A trait defines the format of a line and the work on its puzzle; [`operations::lines`] implements it.
//! - [`pool`] connects async code to the solver: a fixed set of threads behind bounded queues, with admission,
//!   deadlines, cancellation, and panics that fail only their own job.
//! - [`operations`] is what the service can do. Each operation is one file: its options, its work, its answer and its
//!   examples. Reading, problems and the lines of batches are here, too. Every face follows from the declarations.
//! - [`http`] is the transport, and the only code that knows axum: the middleware that every request passes through, one
//!   handler for all operations, the contract, metrics and pages. [`cli`] is the command line, beside it.
//! - [`mcp`] makes tools for language models of the operations: messages of the Model Context Protocol, which [`http`] and
//!   [`cli`] carry.
//! - [`server`] is the edge of the process: the accept loop, connection limits, draining and signals. It
//!   serves any `tower` service.
//! - [`config`] parses flags and environment variables into one validated value. [`telemetry`] installs the log, whose
//!   lines name the request of the current [`request_scope`]. [`solver_threads`] is the one setting that commands share
//!   with the server. [`service`] puts everything together and runs it.
//!
//! # Invariants
//! - The domain imports no other part and no crate. The operations know no face, and no other face knows [`http`]. Neither
//!   files nor parts have import cycles. `tests/domain/architecture/` checks this.
//! - No search runs on an async thread; the pool runs all of them.
//! - There is no `unsafe` outside `sudoku/solver/lanes/`, and each block there states why it is sound.
//! - Every error answer is a [`operations::problem::Problem`], except a [`mcp::Fault`]: a message that is no valid request.
//! - Every queue, buffer, header, body, connection count and search is bounded. A limit that an operator has a reason
//!   to change is a setting; every other limit is a named constant with its reason.
//! - Logging never blocks a thread that serves requests.
#![cfg_attr(not(feature = "service"), allow(rustdoc::broken_intra_doc_links, reason = "the parts above are missing"))]

pub mod sudoku;

#[cfg(feature = "service")]
pub mod batch;
#[cfg(feature = "service")]
pub mod cli;
#[cfg(feature = "service")]
pub mod config;
#[cfg(feature = "service")]
pub mod http;
#[cfg(feature = "service")]
pub mod mcp;
#[cfg(feature = "service")]
pub mod operations;
#[cfg(feature = "service")]
pub mod pool;
#[cfg(feature = "service")]
pub mod request_scope;
#[cfg(feature = "service")]
pub mod server;
#[cfg(feature = "service")]
pub mod service;
#[cfg(feature = "service")]
pub mod solver_threads;
#[cfg(feature = "service")]
pub mod telemetry;
