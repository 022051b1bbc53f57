//! Exit codes and messages of the commands.

use std::fmt;
use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::operations::problem::Problem;

/// Exit code: the answer to at least one line is a problem.
pub const SOME_PROBLEM: u8 = 1;
/// Exit code: an option is invalid, the input cannot be read, or the output cannot be written.
pub const FAILED: u8 = 2;

/// Writes a line to standard error. If nobody can read it, the command goes on; `eprintln!` would panic.
pub fn tell(message: impl fmt::Display) {
    let _ = io::stderr().write_all(format!("sudoku-service: {message}\n").as_bytes());
}

/// Reports that an output cannot be written. A reader that closes it early, such as `head`, is not an error.
pub fn unwritten(output: impl fmt::Display, error: &io::Error) -> ExitCode {
    if error.kind() == io::ErrorKind::BrokenPipe { ExitCode::SUCCESS } else { failed(output, error) }
}

/// Reports that something cannot be read or written.
pub fn failed(what: impl fmt::Display, error: &io::Error) -> ExitCode {
    tell(format_args!("{what}: {error}"));
    ExitCode::from(FAILED)
}

/// Reports invalid flags.
pub fn invalid(problem: &Problem) -> ExitCode {
    tell(problem.told());
    ExitCode::from(FAILED)
}
