//! Batches, over a real socket and with the command.

mod client;
mod command;
mod detection;
mod generate;
mod insight;
mod insight_commands;
mod lane;
mod ndjson;
mod negotiation;
#[path = "../process/program.rs"]
#[expect(dead_code, reason = "each test binary uses a part of it")]
mod program;
#[path = "../support/service.rs"]
#[expect(dead_code, reason = "each test binary uses a part of it")]
mod service;
mod stage;
mod streaming;
mod text;

/// A puzzle.
pub const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Its only solution.
pub const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A grid with two solutions.
pub const TWO: &str = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179";
