//! Batches, over a real socket and with the command.

mod annotate;
mod client;
mod columns;
pub mod command;
mod generate;
mod insight;
mod lane;
mod mixes;
mod ndjson;
mod negotiation;
mod operation_commands;
mod output;
mod room;
mod several;
mod stage;
mod streaming;
#[cfg(target_os = "linux")]
mod terminal;
mod text;

use crate::support::puzzles::{EASY as PUZZLE, EASY_SOLUTION as SOLUTION, TWO_SOLUTIONS as TWO};
