//! `sudoku-service canonical`: finds the canonical forms of a file of grids.

use std::process::ExitCode;

use super::stage::Stage;
use crate::http::lines::Canonicalize;

/// Answers each line with the canonical form of its grid.
pub fn run(stage: &Stage) -> ExitCode {
    stage.run(Canonicalize, "")
}
