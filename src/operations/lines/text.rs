//! One puzzle per line, in any text notation that fits on a line (`.sdm`), and its answer on one line.

use std::io::Write as _;

use super::echo::LineEcho;
use super::line::{Reading, invalid_grid};
use super::settings::Columns;
use crate::operations::answer::grid::Notation;
use crate::operations::problem::Problem;
use crate::operations::reading::sniff::looks_like_json;
use crate::operations::reading::{SentGrid, encoding, grid};
use crate::sudoku::notation::{self, Layout};

/// Reads a line of text. Empty lines, lines that begin with `#` and headers such as `puzzle,solution` are skipped, and so is the
/// header of the file.
pub fn read<'a, O: Clone>(line: &'a [u8], number: u64, columns: &Columns, options: &O) -> Reading<'a, O> {
    let kept = LineEcho::Line(line);
    // A complete grid may be the rest of a row.
    if let Some(grid) = notation::plain_line(line)
        && (columns.rows.is_none() || !grid.is_complete())
    {
        return Reading::puzzle(SentGrid::new(grid, Notation::Text(Layout::Line)), kept, options.clone());
    }
    match parse(line, number, columns) {
        Ok(Some(posed)) => {
            Reading::puzzle(SentGrid { notation: Notation::Text(Layout::Line), ..posed }, kept, options.clone())
        }
        Ok(None) => Reading::Skipped,
        Err(problem) => Reading::Invalid(kept, problem),
    }
}

/// Writes `error CODE line N: detail`.
pub fn write_problem(number: u64, problem: &Problem, text: &mut Vec<u8>) {
    writeln!(text, "error {} line {number}: {}", problem.code().name(), problem.told())
        .expect("writing to a vector cannot fail");
}

/// The grid on a line, unless the line is skipped.
fn parse(line: &[u8], number: u64, Columns { rows, header, .. }: &Columns) -> Result<Option<SentGrid>, Problem> {
    let text = &*encoding::text(line);
    let begin = text.trim_start();
    if !header.is_empty() && line == header || is_skipped(begin) {
        return Ok(None);
    }
    let read = match rows {
        Some(rows) => rows.read(text).map(SentGrid::from),
        // A file of one column may have it in quotes.
        None => grid::of_text(unquoted(text)),
    };
    read.map(Some).map_err(|error| {
        invalid_grid(text, number, &error).with_hint(if looks_like_json(begin.as_bytes()) {
            "JSON lines need the content type application/x-ndjson, or a first line that is JSON"
        } else {
            grid::hint(&error)
        })
    })
}

/// Whether a line has no answer: it is empty, a comment or a header.
fn is_skipped(line: &str) -> bool {
    line.trim_matches(['\0', '\u{1A}']).is_empty() || notation::is_comment(line) || notation::is_header(line)
}

/// Whether a text is not empty and no line of it has an answer. A long one is not examined, since this runs before the batch does.
pub fn has_no_puzzle(text: &[u8]) -> bool {
    let is_examined = text.len() < MOST_SKIPPED && !text.trim_ascii().is_empty();
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    is_examined && lines.all(|line| is_skipped(encoding::text(line).trim_start()))
}

/// Maximum size in bytes of a text that is examined.
const MOST_SKIPPED: usize = 16 * 1024;

/// The value of a line that is one quoted field.
fn unquoted(line: &str) -> &str {
    let value = line.trim().strip_prefix('"').and_then(|line| line.strip_suffix('"'));
    value.filter(|value| !value.contains('"')).unwrap_or(line)
}
