//! Lines of tab-separated columns, one of which is the puzzle.

use super::defaults::Defaults;
use super::echo::Kept;
use super::line_format::{LineReader, LineWriter};
use super::line_problem::{invalid_grid, text_of};
use super::work::{GridLine, LineAnswer, LineWork, OptionsOf};
use crate::batch::Reading;
use crate::operations::answer::grid::Notation;
use crate::operations::problem::{Code, Problem};
use crate::operations::reading::{Posed, grid};
use crate::sudoku::notation::{self, Layout};

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
#[derive(Clone, Copy, Default, Debug)]
pub struct TabLines {
    /// The number of the column with the puzzle, from 0.
    pub column: usize,
}

impl LineReader for TabLines {
    fn read<'a, W: LineWork>(
        &'a self,
        line: &'a [u8],
        number: u64,
        defaults: &'a Defaults<OptionsOf<W>>,
        writer: &dyn LineWriter,
        answer: &mut Vec<u8>,
    ) -> Reading<GridLine<'a, OptionsOf<W>>> {
        let kept = Kept { columns: Some(line), ..Kept::default() };
        let Some(puzzle) = line.split(|&byte| byte == b'\t').nth(self.column) else {
            let found = line.split(|&byte| byte == b'\t').count();
            let detail = format!("expected the puzzle in column {}, found {found} columns", self.column + 1);
            writer.write_problem(number, kept, Problem::new(Code::InvalidRequest, detail), W::COLUMNS, answer);
            return Reading::Refused;
        };
        if puzzle == NULL.as_bytes() {
            writer.write_columns(line, &mut W::COLUMNS.iter().map(|_| NULL).chain([NULL]), answer);
            return Reading::Answered;
        }
        match parse(puzzle) {
            Ok(Posed { grid, candidates, .. }) => {
                let (notation, options) = (Notation::Text(Layout::Line), defaults.options.clone());
                Reading::Puzzle(grid, GridLine { kept, notation, candidates, options })
            }
            Err(_) if std::str::from_utf8(puzzle).is_ok_and(notation::is_header) => {
                writer.write_columns(line, &mut W::COLUMNS.iter().copied().chain([PROBLEM]), answer);
                Reading::Answered
            }
            Err(problem) => {
                writer.write_problem(number, kept, problem, W::COLUMNS, answer);
                Reading::Refused
            }
        }
    }

    fn kept_of<'a>(&self, start: &'a [u8]) -> Kept<'a> {
        // The last column may be truncated; a tab ends each of the others.
        let ends = memchr::memchr_iter(b'\t', start).take(self.column);
        let (known, end) = ends.enumerate().last().map_or((0, None), |(last, end)| (last + 1, Some(end)));
        Kept { columns: end.map(|end| &start[..end]), missing: self.column + 1 - known, ..Kept::default() }
    }
}

impl LineWriter for TabLines {
    fn write(&self, _number: u64, kept: Kept<'_>, answer: &dyn LineAnswer, text: &mut Vec<u8>) {
        begin(kept, text);
        answer.write_columns(text);
        write_row(b"", [NULL], text);
    }

    fn write_problem(&self, _number: u64, kept: Kept<'_>, problem: Problem, columns: &[&str], text: &mut Vec<u8>) {
        let problem = format!("{}: {}", problem.code().name(), problem.detail());
        let escaped = problem.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r");
        begin(kept, text);
        write_row(b"", columns.iter().map(|_| NULL).chain([escaped.as_str()]), text);
    }

    fn write_columns(&self, line: &[u8], columns: &mut dyn Iterator<Item = &str>, text: &mut Vec<u8>) {
        write_row(line, columns, text);
    }
}

fn parse(puzzle: &[u8]) -> Result<Posed, Problem> {
    if let Some(grid) = notation::plain_line(puzzle) {
        return Ok(Posed::new(grid, Notation::Text(Layout::Line)));
    }
    grid::of_text(text_of(puzzle)?).map_err(|error| invalid_grid(&error))
}

/// Writes the columns before the answer.
fn begin(kept: Kept<'_>, text: &mut Vec<u8>) {
    let mut columns = kept.columns.into_iter().chain(std::iter::repeat_n(NULL.as_bytes(), kept.missing));
    let start = text.len();
    text.extend_from_slice(columns.next().unwrap_or_default());
    if kept.echo.id.is_some() {
        // JSON has these only between the parts of an array or object, where a space means the same.
        text[start..].iter_mut().filter(|byte| matches!(byte, b'\t' | b'\r')).for_each(|byte| *byte = b' ');
    }
    for column in columns {
        text.push(b'\t');
        text.extend_from_slice(column);
    }
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
