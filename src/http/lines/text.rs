//! One puzzle per line, in any text notation that fits on a line (`.sdm`), and its answer on one line.

use std::io::Write as _;

use super::defaults::Defaults;
use super::form::Form;
use super::operation::{Line, LineAnswer, Operation};
use super::problem::{invalid_grid, text_of};
use crate::batch::Reading;
use crate::http::answer::grid::Notation;
use crate::http::problem::Problem;
use crate::http::request::sniff::looks_like_json;
use crate::http::request::{fields, grid};
use crate::sudoku::Grid;
use crate::sudoku::notation::{self, Layout};

/// Lines of text. Empty lines, lines that begin with `#` and headers such as `puzzle,solution` are skipped.
///
/// An answer is the text of the operation, or `error CODE line N: detail`.
#[derive(Clone, Copy, Default, Debug)]
pub struct TextLines;

impl Form for TextLines {
    type Kept<'a> = ();

    fn read<'a, O: Operation>(
        &'a self,
        line: &'a [u8],
        number: u64,
        defaults: &'a Defaults<O::Options>,
        answer: &mut Vec<u8>,
    ) -> Reading<Line<(), O::Options>> {
        let puzzle = |grid| {
            let (notation, options) = (Notation::Text(Layout::Line), defaults.options.clone());
            Reading::Puzzle(grid, Line { kept: (), notation, options })
        };
        if let Some(grid) = notation::plain_line(line) {
            return puzzle(grid);
        }
        match parse(line) {
            Ok(Some(grid)) => puzzle(grid),
            Ok(None) => Reading::Skipped,
            Err(problem) => {
                self.write_problem(number, (), problem, O::COLUMNS, answer);
                Reading::Refused
            }
        }
    }

    fn write(&self, _number: u64, (): (), answer: &impl LineAnswer, text: &mut Vec<u8>) {
        answer.write_text(text);
        text.push(b'\n');
    }

    fn write_problem(&self, number: u64, (): (), problem: Problem, _columns: &[&str], text: &mut Vec<u8>) {
        writeln!(text, "error {} line {number}: {}", problem.code().name(), problem.detail())
            .expect("writing to a vector cannot fail");
    }

    fn write_truncated(&self, number: u64, _start: &[u8], problem: Problem, columns: &[&str], text: &mut Vec<u8>) {
        self.write_problem(number, (), problem, columns, text);
    }
}

/// The grid on a line, unless the line is skipped.
fn parse(line: &[u8]) -> Result<Option<Grid>, Problem> {
    let text = text_of(line)?;
    let begin = text.trim_start();
    if begin.is_empty() || begin.starts_with('#') || notation::is_header(begin) {
        return Ok(None);
    }
    let posed = grid::of_text(text).map_err(|error| {
        invalid_grid(&error).with_hint(if looks_like_json(begin.as_bytes()) {
            "JSON lines need the content type application/x-ndjson, or a first line that is JSON"
        } else {
            fields::hint(&error)
        })
    })?;
    Ok(Some(posed.grid))
}
