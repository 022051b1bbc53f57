//! One puzzle per line, in any text notation that fits on a line (`.sdm`), and its answer on one line.

use std::io::Write as _;

use super::defaults::Defaults;
use super::form::Form;
use super::operation::{Line, LineAnswer, Operation};
use super::problem::{ended, too_long};
use crate::batch::{Failure, Reading};
use crate::http::answer::grid::Notation;
use crate::http::problem::{ErrorList, GridError, Problem};
use crate::http::request::sniff::looks_like_json;
use crate::http::request::{fields, grid, json};
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
        let asked = || Line { kept: (), notation: Notation::Text(Layout::Line), options: defaults.options.clone() };
        if let Some(grid) = notation::plain_line(line) {
            return Reading::Puzzle(grid, asked());
        }
        let text = match std::str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let (_, character) = json::place_of(line, error.valid_up_to());
                let detail = format!("the byte 0x{:02X} is not UTF-8", line[error.valid_up_to()]);
                let error = GridError { character: Some(character), detail, ..GridError::default() };
                self.write_problem(number, (), Problem::invalid_grid(ErrorList::of(error)), O::COLUMNS, answer);
                return Reading::Refused;
            }
        };
        let begin = text.trim_start();
        if begin.is_empty() || begin.starts_with('#') || notation::is_header(begin) {
            return Reading::Skipped;
        }
        match grid::of_text(text) {
            Ok(posed) => Reading::Puzzle(posed.grid, asked()),
            Err(error) => {
                let hint = if looks_like_json(begin.as_bytes()) {
                    "JSON lines need the content type application/x-ndjson, or a first line that is JSON"
                } else {
                    fields::hint(&error)
                };
                let mut errors = ErrorList::default();
                // The answer already names the line.
                errors.push_text(&error, |_, error| GridError { line: None, ..error });
                self.write_problem(number, (), Problem::invalid_grid(errors).with_hint(hint), O::COLUMNS, answer);
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

    fn write_too_long(&self, number: u64, _start: &[u8], columns: &[&str], text: &mut Vec<u8>) {
        self.write_problem(number, (), too_long(), columns, text);
    }

    fn write_end(&self, number: u64, why: &Failure, columns: &[&str], text: &mut Vec<u8>) {
        self.write_problem(number, (), ended(number, why), columns, text);
    }
}
