//! One puzzle per line, in any text notation that fits on a line (`.sdm`), and its answer on one line.

use std::io::{self, Write as _};

use super::defaults::Defaults;
use super::echo::{Before, Kept};
use super::line_format::{LineReader, LineWriter, Reading};
use super::line_problem::invalid_grid;
use super::work::{GridLine, LineAnswer, LineWork, OptionsOf};
use crate::operations::answer::grid::Notation;
use crate::operations::answer::limited::Limited;
use crate::operations::problem::Problem;
use crate::operations::reading::sniff::looks_like_json;
use crate::operations::reading::{Posed, encoding, grid};
use crate::sudoku::notation::{self, Header, Layout};

/// Lines of text. Empty lines, lines that begin with `#` and headers such as `puzzle,solution` are skipped.
///
/// An answer is the text of the operation, or `error CODE line N: detail`.
#[derive(Clone, Default, Debug)]
pub struct TextLines {
    /// Whether each line of an answer stays a line.
    pub explode: bool,
    /// How the rows of a file are read.
    pub rows: Option<Header>,
    /// Its header, which is skipped.
    pub header: Vec<u8>,
}

impl LineReader for TextLines {
    fn read<'a, W: LineWork>(
        &'a self,
        line: &'a [u8],
        number: u64,
        defaults: &'a Defaults<OptionsOf<W>>,
    ) -> Reading<'a, OptionsOf<W>> {
        let kept = Kept { before: Before::Line(line), ..Kept::default() };
        let puzzle = |grid, candidates, placed| {
            let (notation, options) = (Notation::Text(Layout::Line), defaults.options.clone());
            Reading::Puzzle(grid, GridLine { kept, notation, candidates, placed, options })
        };
        // A complete grid may be the rest of a row.
        if let Some(grid) = notation::plain_line(line)
            && (self.rows.is_none() || !grid.is_complete())
        {
            return puzzle(grid, None, 0);
        }
        match self.parse(line, number) {
            Ok(Some(posed)) => puzzle(posed.grid, posed.candidates, posed.placed),
            Ok(None) => Reading::Skipped,
            Err(problem) => Reading::Invalid(kept, problem),
        }
    }

    fn kept_of<'a>(&self, _start: &'a [u8]) -> Kept<'a> {
        Kept { missing: 1, ..Kept::default() }
    }
}

impl LineWriter for TextLines {
    fn write(&self, _: u64, _: Kept<'_>, answer: &dyn LineAnswer, text: &mut Limited<'_>) -> io::Result<()> {
        answer.write_text(if self.explode { "\n" } else { " | " }, text)?;
        text.write_all(b"\n")
    }

    fn write_problem(&self, number: u64, _kept: Kept<'_>, problem: Problem, _columns: &[&str], text: &mut Vec<u8>) {
        writeln!(text, "error {} line {number}: {}", problem.code().name(), problem.told())
            .expect("writing to a vector cannot fail");
    }
}

impl TextLines {
    /// The grid on a line, unless the line is skipped.
    fn parse(&self, line: &[u8], number: u64) -> Result<Option<Posed>, Problem> {
        let text = &*encoding::text(line);
        let begin = text.trim_start();
        if !self.header.is_empty() && line == self.header || is_skipped(begin) {
            return Ok(None);
        }
        let read = match self.rows {
            Some(rows) => rows.read(text).map(Posed::from),
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
