//! Lines of columns, one of which is the puzzle. Every line has an answer: its own columns, then those of the operation, then
//! the problem (`CODE: detail`). Added columns that do not apply are null.

use std::io::{self, Write as _};

use super::echo::{Echo, LineEcho};
use super::gatherer::WITHIN;
use super::line::{LineAnswer, Reading, invalid_grid};
use super::settings::{Columns, LineFormat, Separator};
use crate::operations::answer::limited_writer::LimitedWriter;
use crate::operations::problem::{Code, Problem};
use crate::operations::reading::names::PROBLEM;
use crate::operations::reading::{encoding, grid};
use crate::sudoku::notation;

/// Reads a line of columns. A header such as `puzzle` is completed with the names of the columns. A puzzle that is null has
/// neither an answer nor a problem.
pub fn read<'a, O: Clone>(
    line: &'a [u8],
    number: u64,
    separator: Separator,
    Columns { puzzle: place, names, header, .. }: &Columns,
    options: &O,
) -> Reading<'a, O> {
    let kept = LineEcho::Columns(line, separator, 0);
    if number == 1 && !line.is_empty() && line == header {
        return Reading::Completed(kept, true);
    }
    let columns = || separator.split(line);
    let (wanted, found) = (names.len(), columns().count());
    if wanted > 0 && found != wanted {
        // Those of the answer stay in their places.
        let kept = first(line, separator, wanted.min(found), wanted.saturating_sub(found));
        let detail = format!("expected {wanted} columns, as in the header, found {found}");
        return Reading::Invalid(kept, Problem::new(Code::InvalidRequest, detail));
    }
    let Some(puzzle) = columns().nth(*place) else {
        let detail = format!("expected the puzzle in column {}, found {found} columns", place + 1);
        return Reading::Invalid(kept, Problem::new(Code::InvalidRequest, detail));
    };
    if puzzle == separator.null() {
        return Reading::Completed(kept, false);
    }
    let value = separator.value(puzzle);
    let text = encoding::text(&value);
    match grid::of_text(&text) {
        Ok(posed) => Reading::puzzle(posed, kept, options.clone()),
        Err(_) if notation::is_header(&text) => Reading::Completed(kept, true),
        Err(error) => Reading::Invalid(kept, invalid_grid(&text, 1, &error)),
    }
}

/// What the answer repeats of a line that starts like this and is too long: the columns before the puzzle's, which has this
/// place, and a null for the puzzle.
pub fn kept_of(start: &[u8], separator: Separator, puzzle: usize) -> LineEcho<'_> {
    // The last column may be truncated; a separator ends each of the others.
    let known = (separator.split(start).count() - 1).min(puzzle);
    first(start, separator, known, puzzle + 1 - known)
}

/// Writes the columns of a line, of its answer and, empty, of its problem.
pub fn write(
    separator: Separator,
    kept: LineEcho<'_>,
    answer: &impl LineAnswer,
    text: &mut LimitedWriter<'_>,
) -> io::Result<()> {
    begin(separator, kept, text.buffer);
    answer.write(LineFormat::Columns(separator), "", text)?;
    separator.push(None, text.buffer);
    text.write_all(b"\n")
}

/// Writes the columns of a line and, behind those of an answer, its problem.
pub fn write_problem(
    separator: Separator,
    kept: LineEcho<'_>,
    problem: &Problem,
    columns: &[&str],
    text: &mut Vec<u8>,
) {
    let problem = format!("{}: {}", problem.code().name(), problem.told());
    let escaped = problem.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r");
    complete(separator, kept, columns.iter().map(|_| None).chain([Some(escaped.as_bytes())]), text);
}

/// Writes the columns of a line and the names of these columns and of that of problems, or as many nulls.
pub fn write_columns(separator: Separator, kept: LineEcho<'_>, columns: &[&str], is_header: bool, text: &mut Vec<u8>) {
    let names = columns.iter().chain(&[PROBLEM]).map(|name| is_header.then_some(name.as_bytes()));
    complete(separator, kept, names, text);
}

/// Writes the columns of a line, and further ones.
fn complete<'c>(
    separator: Separator,
    kept: LineEcho<'_>,
    columns: impl Iterator<Item = Option<&'c [u8]>>,
    text: &mut Vec<u8>,
) {
    begin(separator, kept, text);
    columns.for_each(|column| separator.push(column, text));
    text.push(b'\n');
}

/// The first columns of a line, of which there are at least so many, before columns that are missing.
fn first(line: &[u8], separator: Separator, count: usize, missing: usize) -> LineEcho<'_> {
    let length = separator.split(line).take(count).map(|column| column.len() + 1).sum::<usize>();
    length.checked_sub(1).map_or(LineEcho::Nothing(missing), |end| LineEcho::Columns(&line[..end], separator, missing))
}

/// Writes the columns before the answer.
fn begin(separator: Separator, kept: LineEcho<'_>, text: &mut Vec<u8>) {
    let start = text.len();
    match kept {
        LineEcho::Columns(line, own, _) if own == separator => text.extend_from_slice(line),
        LineEcho::Columns(line, own, _) => {
            for column in own.split(line) {
                separator.push((column != own.null()).then_some(&*own.value(column)), text);
            }
            text.remove(start);
        }
        // A line may have tabs. A puzzle of several lines becomes one.
        LineEcho::Line(line) if separator == Separator::Tab => {
            text.extend(line.iter().map(|&byte| if byte == WITHIN.as_bytes()[0] { b' ' } else { byte }));
        }
        LineEcho::Line(line) => separator.write(line, text),
        LineEcho::Document(Echo { id: Some(id), .. }, _) => separator.write(id.as_bytes(), text),
        LineEcho::Document(..) | LineEcho::Nothing(1..) => text.extend_from_slice(separator.null()),
        LineEcho::Nothing(0) => {}
    }
    let missing = match kept {
        LineEcho::Columns(_, _, missing) => missing,
        LineEcho::Nothing(columns) => columns.saturating_sub(1),
        LineEcho::Line(_) | LineEcho::Document(..) => 0,
    };
    for _ in 0..missing {
        separator.push(None, text);
    }
}
