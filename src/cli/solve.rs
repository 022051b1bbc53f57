//! `sudoku-service solve`: solves a file of puzzles without a server.

use std::process::ExitCode;

use super::stage::Stage;
use crate::http::lines::Solve;

/// Answers each line with the solution of its puzzle.
pub fn run(stage: &Stage) -> ExitCode {
    stage.run(Solve { node_limit: stage.solver.node_limit }, "")
}
