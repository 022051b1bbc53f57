//! `sudoku-service rate`: rates a file of puzzles.

use std::process::ExitCode;

use clap::Args;

use super::query::query;
use super::stage::Stage;
use crate::http::lines::Rate;

/// The arguments of `rate`.
#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// Also print every step to the solution, in text after the rating and separated by ` | `
    #[arg(long)]
    path: bool,

    /// The highest rating of a step; a harder step ends the rating early
    #[arg(long, value_name = "RATING")]
    max_rating: Option<String>,

    /// Use no technique that assumes that the puzzle has one solution
    #[arg(long)]
    without_uniqueness: bool,

    #[command(flatten)]
    stage: Stage,
}

/// Answers each line with the rating of its puzzle.
pub fn run(flags: &Flags) -> ExitCode {
    let options = query([
        ("path", flags.path.then_some("true")),
        ("max_rating", flags.max_rating.as_deref()),
        ("uniqueness", flags.without_uniqueness.then_some("false")),
    ]);
    flags.stage.run(Rate { node_limit: flags.stage.solver.node_limit, nodes: Rate::MOST_NODES }, &options)
}
