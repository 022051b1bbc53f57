//! Batches, over a real socket and with the command.

mod client;
mod command;
mod detection;
mod generate;
mod insight;
mod insight_commands;
mod lane;
mod mixes;
mod ndjson;
mod negotiation;
mod operation_commands;
mod output;
#[path = "../process/program.rs"]
#[expect(dead_code, reason = "each test binary uses a part of it")]
mod program;
mod stage;
mod streaming;
#[path = "../support/mod.rs"]
mod support;
mod text;

use support::puzzles::{EASY as PUZZLE, EASY_SOLUTION as SOLUTION, TWO_SOLUTIONS as TWO};
