//! One JSON document per line (`.ndjson`), and an answer of the same kind.

use super::defaults::Defaults;
use super::echo::{Echo, ID, Kept, META};
use super::line_format::{LineReader, LineWriter};
use super::line_problem::not_utf8;
use super::work::{GridLine, LineAnswer, LineWork, OptionsOf};
use crate::batch::Reading;
use crate::operations::answer::format::Format;
use crate::operations::operation::Operation as _;
use crate::operations::options::Options;
use crate::operations::problem::Problem;
use crate::operations::reading::fast_path::{self, Plain};
use crate::operations::reading::json::Document;
use crate::operations::reading::{Fields, Posed};

/// Maximum number of errors or conflicts that the problem of a line lists: fewer than for a request, since the answers
/// to a whole chunk of lines are in memory together.
const MOST_PER_LINE: usize = 10;

/// Lines of JSON: a grid in any JSON form, or an object with the member `grid` and, optionally, `id`, `meta` and the
/// options of the operation. Empty lines and lines that begin with `#` are skipped.
///
/// An answer is an object with `line`, `id` and `meta` if they were sent, and either the members of the answer or
/// `problem`.
#[derive(Clone, Default, Debug)]
pub struct JsonLines {
    /// The URL or path prefix that clients see, for the `type` of problems.
    pub public_url: String,
}

impl LineReader for JsonLines {
    fn read<'a, W: LineWork>(
        &'a self,
        line: &'a [u8],
        number: u64,
        defaults: &'a Defaults<OptionsOf<W>>,
        writer: &dyn LineWriter,
        answer: &mut Vec<u8>,
    ) -> Reading<GridLine<'a, OptionsOf<W>>> {
        if let Some(Plain { grid, notation, id }) = fast_path::read(line) {
            let kept = kept(Echo { id, meta: None });
            return Reading::Puzzle(
                grid,
                GridLine { kept, notation, candidates: None, options: defaults.options.clone() },
            );
        }
        if matches!(line.trim_ascii_start(), [] | [b'#', ..]) {
            return Reading::Skipped;
        }
        let (echo, read) = read_any::<W>(line, number, defaults);
        let kept = kept(echo);
        match read {
            Ok((Posed { grid, notation, candidates }, options)) => {
                Reading::Puzzle(grid, GridLine { kept, notation, candidates, options })
            }
            Err(problem) => {
                writer.write_problem(number, kept, problem, W::COLUMNS, answer);
                Reading::Refused
            }
        }
    }

    fn kept_of<'a>(&self, start: &'a [u8]) -> Kept<'a> {
        kept(Echo::of_start(start))
    }
}

impl LineWriter for JsonLines {
    fn write(&self, number: u64, Kept { echo, .. }: Kept<'_>, answer: &dyn LineAnswer, text: &mut Vec<u8>) {
        begin(number, echo, text);
        let brace = text.len();
        answer.write_json(text);
        // The answer's members follow, so its opening brace becomes a comma.
        text[brace] = b',';
        text.push(b'\n');
    }

    fn write_problem(&self, number: u64, kept: Kept<'_>, problem: Problem, _columns: &[&str], text: &mut Vec<u8>) {
        begin(number, kept.echo, text);
        text.extend_from_slice(b",\"problem\":");
        text.extend_from_slice(&problem.truncated(MOST_PER_LINE).document(None, &self.public_url));
        text.extend_from_slice(b"}\n");
    }
}

/// What an answer repeats: in a format of columns, the `id`.
fn kept(echo: Echo<'_>) -> Kept<'_> {
    Kept { columns: echo.id.map(str::as_bytes), missing: usize::from(echo.id.is_none()), echo }
}

/// Reads a line in any form, and what its answer repeats even if the line is invalid.
fn read_any<'a, W: LineWork>(
    line: &'a [u8],
    number: u64,
    defaults: &'a Defaults<OptionsOf<W>>,
) -> (Echo<'a>, Result<(Posed, OptionsOf<W>), Problem>) {
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => {
            let (column, why) = not_utf8(line, error);
            return (Echo::default(), Err(Problem::malformed_json(number, column, &why)));
        }
    };
    match Document::parse_line(text, number) {
        Ok(document) => {
            let mut fields = Fields::of_document(document, Format::Json, &defaults.members);
            let echo = Echo { id: fields.written(ID), meta: fields.written(META) };
            fields.add_defaults(&defaults.arguments, OptionsOf::<W>::NAMES);
            let options = OptionsOf::<W>::read(&mut fields);
            W::Operation::check(&options, &mut fields);
            (echo, fields.finish().map(|posed| (posed, options)))
        }
        Err(malformed) => (Echo::default(), Err(malformed.into())),
    }
}

fn begin(number: u64, echo: Echo<'_>, text: &mut Vec<u8>) {
    text.extend_from_slice(b"{\"line\":");
    serde_json::to_writer(&mut *text, &number).expect("a number is JSON");
    echo.write(text);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::operations::lines::solve::SolveLines;
    use crate::operations::reading::Arguments;
    use crate::operations::solve::Solve;

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
        let defaults = Defaults::read::<Solve>(Arguments::default()).expect("no options");
        let (echo, posed) = read_any::<SolveLines>(line, 1, &defaults);
        let Ok((posed, _)) = posed else { panic!("{:?} is rejected", String::from_utf8_lossy(line)) };
        assert_eq!((posed.grid, posed.notation, echo), (grid, notation, Echo { id: plain_id, meta: None }));
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
