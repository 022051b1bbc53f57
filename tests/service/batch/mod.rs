//! Batches, over a real socket and with the command.

mod annotate;
mod client;
pub mod command;
mod generate;
mod insight;
mod order;
mod output;
mod stage;
mod streaming;
#[cfg(target_os = "linux")]
mod terminal;

use crate::support::puzzles::{EASY as PUZZLE, EASY_SOLUTION as SOLUTION, TWO_SOLUTIONS as TWO};
