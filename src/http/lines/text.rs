//! One puzzle per line, in any text notation that fits on a line (`.sdm`), and its solution on one line.

use std::io::Write as _;

use super::{push_digits, solution, too_long};
use crate::batch::{Failure, LineForm, Reading};
use crate::http::problem::{ErrorList, GridError, Problem};
use crate::http::request::{fields, json};
use crate::sudoku::solver::Finding;
use crate::sudoku::{Grid, notation};

/// Lines of text. Empty lines and lines that begin with `#` are skipped.
///
/// An answer is the solution's 81 digits, followed by a space and `multiple` if there are other solutions, or
/// `error CODE line N: detail`.
#[derive(Clone, Copy, Default, Debug)]
pub struct TextLines;

impl LineForm for TextLines {
    type Kept<'a> = ();

    fn read(&self, line: &[u8], number: u64, refusal: &mut Vec<u8>) -> Reading<()> {
        if let Some(grid) = notation::plain_line(line) {
            return Reading::Puzzle(grid, ());
        }
        let text = match std::str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let (_, character) = json::place_of(line, error.valid_up_to());
                let detail = format!("the byte 0x{:02X} is not UTF-8", line[error.valid_up_to()]);
                let error = GridError { character: Some(character), detail, ..GridError::default() };
                write_problem(number, &Problem::invalid_grid(ErrorList::of(error)), refusal);
                return Reading::Refused;
            }
        };
        let begin = text.trim_start();
        if begin.is_empty() || begin.starts_with('#') {
            return Reading::Skipped;
        }
        match notation::parse(text) {
            Ok(text) => Reading::Puzzle(text.grid, ()),
            Err(error) => {
                let hint = if begin.starts_with(['{', '[', '"']) {
                    "JSON lines need the content type application/x-ndjson"
                } else {
                    fields::hint(&error)
                };
                let mut errors = ErrorList::default();
                // The answer already names the line.
                errors.push_text(&error, |_, error| GridError { line: None, ..error });
                write_problem(number, &Problem::invalid_grid(errors).with_hint(hint), refusal);
                Reading::Refused
            }
        }
    }

    fn write(&self, number: u64, (): (), puzzle: &Grid, finding: &Finding, answer: &mut Vec<u8>) {
        match solution(puzzle, finding) {
            Ok((grid, is_only)) => {
                push_digits(&grid, answer);
                answer.extend_from_slice(if is_only { b"\n" } else { b" multiple\n" });
            }
            Err(problem) => write_problem(number, &problem, answer),
        }
    }

    fn write_failed(&self, number: u64, (): (), answer: &mut Vec<u8>) {
        write_problem(number, &Problem::solver_failed(), answer);
    }

    fn write_too_long(&self, _start: &[u8], number: u64, answer: &mut Vec<u8>) {
        write_problem(number, &too_long(), answer);
    }

    fn write_end(&self, number: u64, why: &Failure, answer: &mut Vec<u8>) {
        write_problem(number, &super::ended(number, why), answer);
    }
}

fn write_problem(number: u64, problem: &Problem, answer: &mut Vec<u8>) {
    writeln!(answer, "error {} line {number}: {}", problem.code().name(), problem.detail())
        .expect("writing to a vector cannot fail");
}
