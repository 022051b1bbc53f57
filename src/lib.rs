//! An HTTP JSON service that solves and validates 9x9 sudoku grids.

pub mod batch;
pub mod config;
pub mod healthcheck;
pub mod http;
pub mod pool;
pub mod server;
pub mod service;
pub mod solve;
pub mod sudoku;
pub mod telemetry;
