//! One JSON document per line (`.ndjson`), and an answer of the same kind.

use super::defaults::{Defaults, ID};
use super::form::Form;
use super::leading_id::leading_id;
use super::operation::{Line, LineAnswer, Operation};
use super::problem::not_utf8;
use crate::batch::Reading;
use crate::http::negotiation;
use crate::http::problem::Problem;
use crate::http::request::fast_path::{self, Plain};
use crate::http::request::fields::Fields;
use crate::http::request::json::Document;
use crate::http::request::{Options, Posed};

/// Maximum number of errors or conflicts that the problem of a line lists: fewer than for a request, since the answers
/// to a whole chunk of lines are in memory together.
const MOST_PER_LINE: usize = 10;

/// Lines of JSON: a grid in any JSON form, or an object with the member `grid` and, optionally, `id` and the options of
/// the operation. Empty lines and lines that begin with `#` are skipped.
///
/// An answer is an object with `line`, `id` if one was sent, and either the members of the answer or `problem`.
#[derive(Clone, Default, Debug)]
pub struct JsonLines {
    /// The URL or path prefix that clients see, for the `type` of problems.
    pub public_url: String,
}

impl Form for JsonLines {
    /// The member `id` as written.
    type Kept<'a> = Option<&'a str>;

    fn read<'a, O: Operation>(
        &'a self,
        line: &'a [u8],
        number: u64,
        defaults: &'a Defaults<O::Options>,
        answer: &mut Vec<u8>,
    ) -> Reading<Line<Option<&'a str>, O::Options>> {
        if let Some(Plain { grid, notation, id }) = fast_path::read(line) {
            return Reading::Puzzle(grid, Line { kept: id, notation, options: defaults.options.clone() });
        }
        if matches!(line.trim_ascii_start(), [] | [b'#', ..]) {
            return Reading::Skipped;
        }
        let (id, read) = read_any(line, number, defaults);
        match read {
            Ok((posed, options)) => Reading::Puzzle(posed.grid, Line { kept: id, notation: posed.notation, options }),
            Err(problem) => {
                self.write_problem(number, id, problem, O::COLUMNS, answer);
                Reading::Refused
            }
        }
    }

    fn write(&self, number: u64, id: Option<&str>, answer: &impl LineAnswer, text: &mut Vec<u8>) {
        begin(number, id, text);
        let brace = text.len();
        answer.write_json(text);
        // The answer's members follow the id, so its opening brace becomes a comma.
        text[brace] = b',';
        text.push(b'\n');
    }

    fn write_problem(&self, number: u64, id: Option<&str>, problem: Problem, _columns: &[&str], text: &mut Vec<u8>) {
        begin(number, id, text);
        text.extend_from_slice(b",\"problem\":");
        text.extend_from_slice(&problem.truncated(MOST_PER_LINE).document(None, &self.public_url));
        text.extend_from_slice(b"}\n");
    }

    fn write_truncated(&self, number: u64, start: &[u8], problem: Problem, columns: &[&str], text: &mut Vec<u8>) {
        self.write_problem(number, leading_id(start), problem, columns, text);
    }
}

/// Reads a line in any form, and its `id` even if the line is invalid.
fn read_any<'a, O: Options>(
    line: &'a [u8],
    number: u64,
    defaults: &'a Defaults<O>,
) -> (Option<&'a str>, Result<(Posed, O), Problem>) {
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => {
            let (column, why) = not_utf8(line, error);
            return (None, Err(Problem::malformed_json(number, column, &why)));
        }
    };
    match Document::parse_line(text, number) {
        Ok(document) => {
            let mut fields = Fields::of_document(document, negotiation::Form::Json, &defaults.members);
            let id = fields.written(ID);
            fields.add_defaults(&defaults.query, O::NAMES);
            let options = O::read(&mut fields);
            (id, fields.finish().map(|posed| (posed, options)))
        }
        Err(malformed) => (None, Err(malformed.into())),
    }
}

fn begin(number: u64, id: Option<&str>, text: &mut Vec<u8>) {
    text.extend_from_slice(b"{\"line\":");
    serde_json::to_writer(&mut *text, &number).expect("a number is JSON");
    if let Some(id) = id {
        text.extend_from_slice(b",\"id\":");
        text.extend_from_slice(id.as_bytes());
    }
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
        let defaults = Defaults::<()>::read("").expect("no options");
        let (id, posed) = read_any(line, 1, &defaults);
        let Ok((posed, ())) = posed else { panic!("{:?} is rejected", String::from_utf8_lossy(line)) };
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
