//! Lines of tab-separated columns, one of which is the puzzle.

use super::{push_digits, solution, too_long};
use crate::batch::{Failure, LineForm, Reading};
use crate::http::problem::{Code, ErrorList, GridError, Problem};
use crate::sudoku::solver::Finding;
use crate::sudoku::{Grid, notation};

/// A null, as Hive, Spark's TRANSFORM and PostgreSQL's COPY write it.
const NULL: &[u8] = b"\\N";

/// Lines of columns separated by tabs. Every line has an answer: its own columns, then the verdict (`unique` or
/// `multiple`), the solution, and the problem (`CODE: detail`), of which those that do not apply are `\N`.
///
/// A puzzle that is `\N` has no verdict, solution or problem. If a line is too long, only the columns before the
/// puzzle's are known; the puzzle becomes `\N`.
#[derive(Clone, Copy, Debug)]
pub struct TabLines {
    /// The number of the column with the puzzle, counted from 0.
    pub column: usize,
}

impl LineForm for TabLines {
    /// The line.
    type Kept<'a> = &'a [u8];

    fn read<'a>(&self, line: &'a [u8], _number: u64, refusal: &mut Vec<u8>) -> Reading<&'a [u8]> {
        let Some(puzzle) = line.split(|&byte| byte == b'\t').nth(self.column) else {
            let found = line.split(|&byte| byte == b'\t').count();
            let detail = format!("expected the puzzle in column {}, found {found} columns", self.column + 1);
            write_problem(line, &Problem::new(Code::InvalidRequest, detail), refusal);
            return Reading::Refused;
        };
        if puzzle == NULL {
            write_answer(line, [NULL, NULL, NULL], refusal);
            return Reading::Answered;
        }
        match parse(puzzle) {
            Ok(grid) => Reading::Puzzle(grid, line),
            Err(problem) => {
                write_problem(line, &problem, refusal);
                Reading::Refused
            }
        }
    }

    fn write(&self, _number: u64, line: &[u8], puzzle: &Grid, finding: &Finding, answer: &mut Vec<u8>) {
        match solution(puzzle, finding) {
            Ok((grid, is_only)) => {
                let mut digits = Vec::with_capacity(81);
                push_digits(&grid, &mut digits);
                write_answer(line, [if is_only { b"unique" } else { b"multiple" }, &digits, NULL], answer);
            }
            Err(problem) => write_problem(line, &problem, answer),
        }
    }

    fn write_failed(&self, _number: u64, line: &[u8], answer: &mut Vec<u8>) {
        write_problem(line, &Problem::solver_failed(), answer);
    }

    fn write_too_long(&self, start: &[u8], _number: u64, answer: &mut Vec<u8>) {
        let mut columns: Vec<&[u8]> = start.split(|&byte| byte == b'\t').collect();
        // The last column may be truncated.
        columns.pop();
        columns.truncate(self.column);
        columns.resize(self.column + 1, NULL);
        write_problem(&columns.join(&b'\t'), &too_long(), answer);
    }

    fn write_end(&self, number: u64, why: &Failure, answer: &mut Vec<u8>) {
        write_problem(NULL, &super::ended(number, why), answer);
    }
}

fn parse(puzzle: &[u8]) -> Result<Grid, Problem> {
    if let Some(grid) = notation::plain_line(puzzle) {
        return Ok(grid);
    }
    let text = std::str::from_utf8(puzzle).map_err(|error| {
        let detail = format!("the byte 0x{:02X} is not UTF-8", puzzle[error.valid_up_to()]);
        Problem::invalid_grid(ErrorList::of(GridError { detail, ..GridError::default() }))
    })?;
    let text = notation::parse(text).map_err(|error| {
        let mut errors = ErrorList::default();
        errors.push_text(&error, |_, error| GridError { line: None, ..error });
        Problem::invalid_grid(errors)
    })?;
    Ok(text.grid)
}

fn write_problem(columns: &[u8], problem: &Problem, answer: &mut Vec<u8>) {
    let text = format!("{}: {}", problem.code().name(), problem.detail());
    let escaped = text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r");
    write_answer(columns, [NULL, NULL, escaped.as_bytes()], answer);
}

fn write_answer(columns: &[u8], appended: [&[u8]; 3], answer: &mut Vec<u8>) {
    answer.extend_from_slice(columns);
    for column in appended {
        answer.push(b'\t');
        answer.extend_from_slice(column);
    }
    answer.push(b'\n');
}
