//! Lines of tab-separated columns, one of which is the puzzle.

use super::defaults::Defaults;
use super::form::Form;
use super::operation::{Line, LineAnswer, Operation};
use super::problem::{invalid_grid, text_of};
use crate::batch::Reading;
use crate::http::answer::grid::Notation;
use crate::http::problem::{Code, Problem};
use crate::http::request::grid;
use crate::sudoku::notation::Layout;
use crate::sudoku::{Grid, notation};

/// A null, as Hive, Spark's TRANSFORM and PostgreSQL's COPY write it.
const NULL: &str = "\\N";

/// The name of the last column of an answer.
const PROBLEM: &str = "problem";

/// Lines of columns separated by tabs. Every line has an answer: its own columns, then those of the operation, then the
/// problem (`CODE: detail`). Added columns that do not apply are `\N`.
///
/// A header such as `puzzle` is completed with the names of the columns. A puzzle that is `\N` has neither an answer
/// nor a problem. The answer to a line that is too long has only the columns before the puzzle's, and `\N` for the
/// puzzle.
#[derive(Clone, Copy, Debug)]
pub struct TabLines {
    /// The number of the column with the puzzle, from 0.
    pub column: usize,
}

impl Form for TabLines {
    /// The line.
    type Kept<'a> = &'a [u8];

    fn read<'a, O: Operation>(
        &'a self,
        line: &'a [u8],
        number: u64,
        defaults: &'a Defaults<O::Options>,
        answer: &mut Vec<u8>,
    ) -> Reading<Line<&'a [u8], O::Options>> {
        let Some(puzzle) = line.split(|&byte| byte == b'\t').nth(self.column) else {
            let found = line.split(|&byte| byte == b'\t').count();
            let detail = format!("expected the puzzle in column {}, found {found} columns", self.column + 1);
            self.write_problem(number, line, Problem::new(Code::InvalidRequest, detail), O::COLUMNS, answer);
            return Reading::Refused;
        };
        if puzzle == NULL.as_bytes() {
            write_row(line, O::COLUMNS.iter().map(|_| NULL).chain([NULL]), answer);
            return Reading::Answered;
        }
        match parse(puzzle) {
            Ok(grid) => {
                let (notation, options) = (Notation::Text(Layout::Line), defaults.options.clone());
                Reading::Puzzle(grid, Line { kept: line, notation, options })
            }
            Err(_) if std::str::from_utf8(puzzle).is_ok_and(notation::is_header) => {
                write_row(line, O::COLUMNS.iter().copied().chain([PROBLEM]), answer);
                Reading::Answered
            }
            Err(problem) => {
                self.write_problem(number, line, problem, O::COLUMNS, answer);
                Reading::Refused
            }
        }
    }

    fn write(&self, _number: u64, line: &[u8], answer: &impl LineAnswer, text: &mut Vec<u8>) {
        text.extend_from_slice(line);
        answer.write_columns(text);
        write_row(b"", [NULL], text);
    }

    fn write_problem(&self, _number: u64, line: &[u8], problem: Problem, columns: &[&str], text: &mut Vec<u8>) {
        let problem = format!("{}: {}", problem.code().name(), problem.detail());
        let escaped = problem.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r");
        write_row(line, columns.iter().map(|_| NULL).chain([escaped.as_str()]), text);
    }

    fn write_truncated(&self, number: u64, start: &[u8], problem: Problem, columns: &[&str], text: &mut Vec<u8>) {
        let mut known: Vec<&[u8]> = start.split(|&byte| byte == b'\t').collect();
        // The last one may be truncated.
        known.pop();
        known.truncate(self.column);
        known.resize(self.column + 1, NULL.as_bytes());
        self.write_problem(number, &known.join(&b'\t'), problem, columns, text);
    }
}

fn parse(puzzle: &[u8]) -> Result<Grid, Problem> {
    if let Some(grid) = notation::plain_line(puzzle) {
        return Ok(grid);
    }
    let posed = grid::of_text(text_of(puzzle)?).map_err(|error| invalid_grid(&error))?;
    Ok(posed.grid)
}

/// Writes a line followed by more columns, and ends the row.
fn write_row<'a>(line: &[u8], columns: impl IntoIterator<Item = &'a str>, text: &mut Vec<u8>) {
    text.extend_from_slice(line);
    for column in columns {
        text.push(b'\t');
        text.extend_from_slice(column.as_bytes());
    }
    text.push(b'\n');
}
