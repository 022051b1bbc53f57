//! Exit codes of the commands.

use std::fmt;
use std::io;
use std::process::ExitCode;

use crate::operations::problem::Problem;

/// Exit code: the answer to at least one line is a problem.
pub const SOME_PROBLEM: u8 = 1;
/// Exit code: an option is invalid, the input cannot be read, or the output cannot be written.
const FAILED: u8 = 2;

/// Reports that an output cannot be written. A reader that closes it early, such as `head`, is not an error.
pub fn unwritten(output: impl fmt::Display, error: &io::Error) -> ExitCode {
    if error.kind() == io::ErrorKind::BrokenPipe { ExitCode::SUCCESS } else { failed(output, error) }
}

/// Reports that something cannot be read or written.
pub fn failed(what: impl fmt::Display, error: &io::Error) -> ExitCode {
    eprintln!("sudoku-service: {what}: {error}");
    ExitCode::from(FAILED)
}

/// Reports invalid flags.
pub fn invalid(problem: &Problem) -> ExitCode {
    eprintln!("sudoku-service: {}", problem.detail());
    ExitCode::from(FAILED)
}
