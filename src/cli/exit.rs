//! Exit codes of the commands that write lines.

use std::fmt;
use std::io;
use std::process::ExitCode;

use crate::http::problem::Problem;

/// Exit code: the answer to at least one line is a problem.
pub const SOME_PROBLEM: u8 = 1;
/// Exit code: an option is invalid, the input cannot be read, or the output cannot be written.
const FAILED: u8 = 2;

/// Reports that something cannot be read or written.
pub fn failed(what: impl fmt::Display, error: &io::Error) -> ExitCode {
    eprintln!("sudoku-service: {what}: {error}");
    ExitCode::from(FAILED)
}

/// Reports invalid options, which were parsed as query parameters.
pub fn invalid(problem: &Problem) -> ExitCode {
    eprintln!("sudoku-service: {}", flags_of(problem.detail()));
    ExitCode::from(FAILED)
}

/// The detail of a problem with the names of flags instead of query parameters.
fn flags_of(detail: &str) -> String {
    let mut parts = detail.split("query parameter ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (name, rest) = part.split_at(part.find(':').unwrap_or(part.len()));
        format!("{text}--{}{rest}", name.replace('_', "-"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_parameters_are_named_as_flags() {
        let detail = "query parameter max_rating: expected a rating; query parameter path: expected true or false";
        assert_eq!(flags_of(detail), "--max-rating: expected a rating; --path: expected true or false");
    }
}
