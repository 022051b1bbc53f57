//! `sudoku-service explain`: explains a file of grids.

use std::process::ExitCode;

use clap::Args;

use super::query::query;
use super::stage::Stage;
use crate::http::lines::Explain;

/// The arguments of `explain`.
#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// Parts beyond those that fit the verdict, separated by commas: smallest-core, additions, minimal-puzzle, canonical,
    /// symmetry
    #[arg(long, value_name = "PARTS")]
    ask: Option<String>,

    #[command(flatten)]
    stage: Stage,
}

/// Answers each line with the explanation of its grid.
pub fn run(flags: &Flags) -> ExitCode {
    let options = query([("ask", flags.ask.as_deref())]);
    flags.stage.run(Explain { node_limit: flags.stage.solver.node_limit }, &options)
}
