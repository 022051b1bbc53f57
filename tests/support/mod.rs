//! What the test binaries share.
#![allow(dead_code, reason = "each test binary uses a part of it")]

#[cfg(feature = "service")]
pub mod answer;
pub mod approval;
pub mod escapes;
#[cfg(feature = "service")]
pub mod http;
#[cfg(feature = "service")]
pub mod program;
pub mod puzzle_sets;
pub mod puzzles;
pub mod random;
#[path = "../../src/sudoku/solver/reference.rs"]
pub mod reference;
#[cfg(feature = "service")]
pub mod service;
#[cfg(target_os = "linux")]
pub mod terminal;
