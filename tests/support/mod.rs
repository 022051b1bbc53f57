//! Modules that several test binaries share.
#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod puzzles;
pub mod random;
#[path = "../../src/sudoku/solver/reference.rs"]
pub mod reference;
#[cfg(feature = "service")]
pub mod service;
