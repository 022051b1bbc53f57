//! One JSON document per line (`.ndjson`), and an answer of the same kind.

use std::io::{self, Write as _};

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::echo::{Echo, ID, LineEcho, META, members};
use super::line::{LineAnswer, LineWriter, Reading};
use super::make::Lines;
use super::settings::LineFormat;
use crate::operations::answer::format::Format;
use crate::operations::answer::limited_writer::{self, LimitedWriter};
use crate::operations::operation::Operation;
use crate::operations::problem::Problem;
use crate::operations::reading::fast_path::{self, Plain};
use crate::operations::reading::json::{Document, not_utf8, place_of};
use crate::operations::reading::names::{GRID, PROBLEM};
use crate::operations::reading::{Fields, SentGrid};
use crate::sudoku::notation::PUZZLE_NAMES;

/// Maximum number of errors or conflicts that the problem of a line lists: fewer than for a request, since the answers
/// to a whole chunk of lines are in memory together.
const MOST_PER_LINE: usize = 10;

/// Reads a line of JSON: a grid in any JSON form, or an object with the member `grid` and, optionally, `id`, `meta` and the
/// options of the operation. Empty lines and lines that begin with `#` are skipped.
pub fn read<'a, O: Operation<Input = SentGrid>>(
    of: &'a Lines<O>,
    line: &'a [u8],
    number: u64,
) -> Reading<'a, O::Options> {
    if of.settings.columns.member.is_none()
        && let Some(Plain { grid, notation, id }) = fast_path::read(line)
    {
        let kept = kept::<O>(Echo { id, meta: None }, line);
        return Reading::puzzle(SentGrid::new(grid, notation), kept, of.options.clone());
    }
    if matches!(line.trim_ascii_start(), [] | [b'#', ..]) {
        return Reading::Skipped;
    }
    let (echo, read) = read_any(of, line, number);
    let kept = kept::<O>(echo, line);
    match read {
        Ok((posed, options)) => Reading::puzzle(posed, kept, options),
        Err(problem) => Reading::Invalid(kept, problem),
    }
}

/// Writes an answer, or each item of its list: an object with `line`, and `id` and `meta` if they were sent.
pub fn write(
    writer: &LineWriter,
    number: u64,
    kept: LineEcho<'_>,
    answer: &impl LineAnswer,
    text: &mut LimitedWriter<'_>,
) -> io::Result<()> {
    let Some(list) = writer.list else {
        begin(writer, number, kept, text.buffer);
        let brace = text.buffer.len();
        answer.write(LineFormat::Json, "", text)?;
        join(text.buffer, brace);
        return text.write_all(b"\n");
    };
    let json = limited_writer::whole(|json| answer.write(LineFormat::Json, "", json))?;
    let text = &mut *text.buffer;
    let (_, items) =
        members(str::from_utf8(&json).expect("JSON is text")).find(|(name, _)| name == list).expect("the list");
    let items: Option<Vec<&RawValue>> = serde_json::from_str(items).expect("a list of objects");
    for item in items.into_iter().flatten() {
        begin_own(number, kept.echo(), text);
        let brace = text.len();
        text.extend_from_slice(item.get().as_bytes());
        join(text, brace);
        text.push(b'\n');
    }
    Ok(())
}

/// Writes a problem.
pub fn write_problem(writer: &LineWriter, number: u64, kept: LineEcho<'_>, problem: Problem, text: &mut Vec<u8>) {
    if writer.list.is_some() {
        begin_own(number, kept.echo(), text);
    } else {
        begin(writer, number, kept, text);
    }
    push(PROBLEM, &problem.truncated(MOST_PER_LINE).document(None, &writer.public_url), text);
    text.extend_from_slice(b"}\n");
}

/// Completes a line whose puzzle is null: nulls become the members that an answer would add, so that it keeps its place.
pub fn write_nulls(writer: &LineWriter, kept: LineEcho<'_>, text: &mut Vec<u8>) {
    if writer.extends {
        begin(writer, 0, kept, text);
        writer.added.iter().for_each(|name| push(name, b"null", text));
        text.extend_from_slice(b"}\n");
    }
}

/// Begins the object of an answer: with what it repeats of its line, or with the whole line if it extends it.
fn begin(writer: &LineWriter, number: u64, kept: LineEcho<'_>, text: &mut Vec<u8>) {
    if !writer.extends || matches!(kept, LineEcho::Nothing(_) | LineEcho::Document(_, None)) {
        return begin_own(number, kept.echo(), text);
    }
    text.push(b'{');
    let mut keep = |name: &str, value: &[u8]| {
        if name != PROBLEM {
            push(name, value, text);
        }
    };
    match kept {
        LineEcho::Document(_, Some(document)) if document.starts_with('{') => {
            members(document).for_each(|(name, value)| keep(&name, value.as_bytes()));
        }
        LineEcho::Document(_, Some(grid)) => keep(GRID, grid.as_bytes()),
        LineEcho::Columns(line, separator, _) => {
            for (i, column) in separator.split(line).enumerate() {
                let name = writer.names.get(i).cloned().unwrap_or_else(|| format!("column_{}", i + 1));
                let value = (column != separator.null()).then(|| separator.value(column));
                keep(&name, quoted(value.as_deref()).as_bytes());
            }
        }
        LineEcho::Line(line) => keep(PUZZLE_NAMES[0], quoted(Some(line)).as_bytes()),
        LineEcho::Nothing(_) | LineEcho::Document(_, None) => {}
    }
}

/// Begins an object of its own.
fn begin_own(number: u64, echo: Echo<'_>, text: &mut Vec<u8>) {
    text.extend_from_slice(b"{\"line\":");
    serde_json::to_writer(&mut *text, &number).expect("a number is JSON");
    echo.write(text);
}

/// A string or a null as JSON.
fn quoted(text: Option<&[u8]>) -> String {
    serde_json::Value::from(text.map(String::from_utf8_lossy)).to_string()
}

/// Continues an object that has no closing brace yet with a member.
fn push(name: &str, value: &[u8], text: &mut Vec<u8>) {
    if text.last() != Some(&b'{') {
        text.push(b',');
    }
    text.extend_from_slice(quoted(Some(name.as_bytes())).as_bytes());
    text.push(b':');
    text.extend_from_slice(value);
}

/// Joins an object that has no closing brace yet and the one that begins here.
fn join(text: &mut Vec<u8>, brace: usize) {
    if text[brace - 1] == b'{' {
        text.remove(brace);
    } else {
        text[brace] = b',';
    }
}

/// What an answer repeats of its line.
fn kept<'a, O: Operation>(echo: Echo<'a>, line: &'a [u8]) -> LineEcho<'a> {
    let document = || {
        let document = str::from_utf8(line).ok()?.trim();
        serde_json::from_str::<IgnoredAny>(document).is_ok().then_some(document)
    };
    LineEcho::Document(echo, O::EXTENDS.then(document).flatten())
}

/// Reads a line in any form, and what its answer repeats even if the line is invalid.
fn read_any<'a, O: Operation<Input = SentGrid>>(
    of: &'a Lines<O>,
    line: &'a [u8],
    number: u64,
) -> (Echo<'a>, Result<(SentGrid, O::Options), Problem>) {
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    let document = str::from_utf8(line)
        .map_err(|error| {
            let at = error.valid_up_to();
            Problem::malformed_json(number, place_of(line, at).1, &not_utf8(line, at))
        })
        .and_then(|text| Ok(Document::parse_line(text, number)?));
    let document = match document {
        Ok(document) => document,
        Err(problem) => return (Echo::default(), Err(problem)),
    };
    let member = of.settings.columns.member.as_deref();
    let mut fields = match (O::EXTENDS, of.writer.list) {
        (true, None) => Fields::of_row(document, member, &[ID], &of.writer.added),
        (true, Some(_)) => Fields::of_row(document, member, &[ID], &[]),
        (false, _) if member.is_some() => Fields::of_row(document, member, &[ID, META], &[]),
        (false, _) => Fields::of_document(document, Format::Json, &of.members),
    };
    let echo = Echo { id: fields.written(ID), meta: fields.written(META) };
    let options = of.read_options(&mut fields);
    (echo, fields.finish().map(|posed| (posed, options)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::operations::lines::LineSettings;
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
        let of = Lines::<Solve>::new(LineSettings::of(Arguments::default())).expect("no options");
        let (echo, posed) = read_any(&of, line, 1);
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
