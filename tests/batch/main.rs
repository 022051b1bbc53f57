//! Batches, over a real socket and with the command.
#![cfg(feature = "service")]

mod annotate;
mod client;
mod columns;
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
#[cfg(target_os = "linux")]
#[path = "../support/terminal.rs"]
mod pty;
mod room;
mod several;
mod stage;
mod streaming;
#[path = "../support/mod.rs"]
mod support;
#[cfg(target_os = "linux")]
mod terminal;
mod text;
mod variants;

use support::puzzles::{EASY as PUZZLE, EASY_SOLUTION as SOLUTION, TWO_SOLUTIONS as TWO};
