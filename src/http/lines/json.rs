//! One JSON document per line (`.ndjson`), for puzzles and answers.

use serde::Serialize;

use super::leading_id::leading_id;
use super::{MOST_ERRORS_OF_A_LINE, push_digits, solution, too_long};
use crate::batch::{Failure, LineForm, Reading};
use crate::http::answer::grid::{AnswerGrid, CellType, Notation};
use crate::http::problem::Problem;
use crate::http::request::Posed;
use crate::http::request::fast_path::{self, Plain};
use crate::http::request::fields::Fields;
use crate::http::request::json::{self, Document};
use crate::sudoku::Grid;
use crate::sudoku::notation::Layout;
use crate::sudoku::solver::Finding;

/// The member that is echoed.
const ID: &str = "id";

/// Lines of JSON: a grid in any JSON form, or an object with the members `grid` and, optionally, `id`. Empty lines are
/// skipped.
///
/// An answer is an object with `line`, `id` if one was sent, and either `verdict` and `solution` or `problem`.
#[derive(Clone, Default, Debug)]
pub struct JsonLines {
    /// The URL or path prefix that clients see, for the `type` of problems.
    pub public_url: String,
}

/// The parts of a line that its answer repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept<'a> {
    /// The member `id` as written.
    pub id: Option<&'a str>,
    /// The notation of the grid.
    pub notation: Notation,
}

impl LineForm for JsonLines {
    type Kept<'a> = Kept<'a>;

    fn read<'a>(&self, line: &'a [u8], number: u64, refusal: &mut Vec<u8>) -> Reading<Kept<'a>> {
        if let Some(Plain { grid, notation, id }) = fast_path::read(line) {
            return Reading::Puzzle(grid, Kept { id, notation });
        }
        if line.trim_ascii().is_empty() {
            return Reading::Skipped;
        }
        let (id, posed) = read_any(line, number);
        match posed {
            Ok(posed) => Reading::Puzzle(posed.grid, Kept { id, notation: posed.notation }),
            Err(problem) => {
                self.write_problem(number, id, &problem, refusal);
                Reading::Refused
            }
        }
    }

    fn write(&self, number: u64, kept: Kept<'_>, puzzle: &Grid, finding: &Finding, answer: &mut Vec<u8>) {
        match solution(puzzle, finding) {
            Ok((grid, is_only)) => {
                begin(number, kept.id, answer);
                answer.extend_from_slice(if is_only {
                    b",\"verdict\":\"unique\",\"solution\":"
                } else {
                    b",\"verdict\":\"multiple\",\"solution\":"
                });
                write_grid(&grid, kept.notation, answer);
                answer.extend_from_slice(b"}\n");
            }
            Err(problem) => self.write_problem(number, kept.id, &problem, answer),
        }
    }

    fn write_failed(&self, number: u64, kept: Kept<'_>, answer: &mut Vec<u8>) {
        self.write_problem(number, kept.id, &Problem::solver_failed(), answer);
    }

    fn write_too_long(&self, start: &[u8], number: u64, answer: &mut Vec<u8>) {
        self.write_problem(number, leading_id(start), &too_long(), answer);
    }

    fn write_end(&self, number: u64, why: &Failure, answer: &mut Vec<u8>) {
        self.write_problem(number, None, &super::ended(number, why), answer);
    }
}

impl JsonLines {
    fn write_problem(&self, number: u64, id: Option<&str>, problem: &Problem, answer: &mut Vec<u8>) {
        begin(number, id, answer);
        answer.extend_from_slice(b",\"problem\":");
        answer.extend_from_slice(&problem.document(None, &self.public_url));
        answer.extend_from_slice(b"}\n");
    }
}

/// Reads a line in any form, and its `id` even if the line is invalid.
fn read_any(line: &[u8], number: u64) -> (Option<&str>, Result<Posed, Problem>) {
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => {
            let (_, column) = json::place_of(line, error.valid_up_to());
            let why = format!("the byte 0x{:02X} is not UTF-8", line[error.valid_up_to()]);
            return (None, Err(Problem::malformed_json(number, column, &why)));
        }
    };
    match Document::parse_line(text, number) {
        Ok(document) => {
            let mut fields = Fields::of_document(document, &[ID]);
            let id = fields.written(ID);
            (id, fields.finish().map_err(|problem| problem.truncated(MOST_ERRORS_OF_A_LINE)))
        }
        Err(malformed) => (None, Err(malformed.into())),
    }
}

fn begin(number: u64, id: Option<&str>, answer: &mut Vec<u8>) {
    answer.extend_from_slice(b"{\"line\":");
    write_json(&number, answer);
    if let Some(id) = id {
        answer.extend_from_slice(b",\"id\":");
        answer.extend_from_slice(id.as_bytes());
    }
}

fn write_grid(grid: &Grid, notation: Notation, answer: &mut Vec<u8>) {
    match notation {
        Notation::Text(Layout::Line) => {
            answer.push(b'"');
            push_digits(grid, answer);
            answer.push(b'"');
        }
        Notation::Rows(CellType::Number) => {
            // `[[d,d,d,d,d,d,d,d,d],…]`: 20 bytes per row with the comma before it.
            let mut rows = *b",[0,0,0,0,0,0,0,0,0]";
            answer.push(b'[');
            for (number, row) in grid.values().chunks_exact(9).enumerate() {
                for (i, value) in row.iter().enumerate() {
                    rows[2 + 2 * i] = b'0' + value;
                }
                answer.extend_from_slice(if number == 0 { &rows[1..] } else { &rows });
            }
            answer.push(b']');
        }
        Notation::Rows(CellType::String) | Notation::Flat(_) | Notation::Strings | Notation::Text(_) => {
            write_json(&AnswerGrid { grid: *grid, notation }, answer);
        }
    }
}

fn write_json(value: &impl Serialize, answer: &mut Vec<u8>) {
    serde_json::to_writer(answer, value).expect("numbers and strings are JSON");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Lines that the fast reader accepts.
    fn lines() -> Vec<String> {
        let cells: Vec<&str> = PUZZLE.split("").filter(|cell| !cell.is_empty()).collect();
        let numbers: Vec<&str> = cells.iter().map(|&cell| if cell == "." { "0" } else { cell }).collect();
        let rows: Vec<String> = numbers.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
        let rows = format!("[{}]", rows.join(", "));
        let grids = [format!("\"{PUZZLE}\""), rows.replace('0', "null"), rows, format!("[{}]", numbers.join(","))];
        let mut lines = Vec::new();
        for grid in grids {
            lines.push(format!("{{\"id\": 17, \"grid\": {grid}}}"));
            lines.push(format!("{{\"grid\":{grid},\"id\":\"a b\"}}"));
            lines.push(grid);
        }
        lines
    }

    /// Checks that the general reader reads a line in the same way as the fast reader, if the fast reader accepts it.
    #[track_caller]
    fn check(line: &[u8]) -> bool {
        let Some(Plain { grid, notation, id: plain_id }) = fast_path::read(line) else { return false };
        let (id, posed) = read_any(line, 1);
        let Ok(posed) = posed else { panic!("{:?} is rejected", String::from_utf8_lossy(line)) };
        assert_eq!((posed.grid, posed.notation, id), (grid, notation, plain_id));
        true
    }

    #[test]
    fn the_fast_reader_accepts_the_usual_lines() {
        for line in lines() {
            assert!(check(line.as_bytes()), "{line}");
            assert!(check(format!(" {line}\t").as_bytes()), "{line} with white space around it");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn the_fast_reader_never_disagrees_with_the_general_one(line: Index, place: Index, byte: u8, ascii: bool, remove: bool) {
            let lines = lines();
            let mut line = line.get(&lines).clone().into_bytes();
            let place = place.index(line.len());
            if remove {
                line.remove(place);
            } else {
                const MARKS: &[u8] = b"{}[]\",:.0123456789 \\-+eEnulidgra";
                line[place] = if ascii { MARKS[usize::from(byte) % MARKS.len()] } else { byte };
            }
            check(&line);
        }
    }
}
