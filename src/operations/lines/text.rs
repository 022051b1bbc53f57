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
use crate::operations::reading::{Posed, encoding, fields, grid};
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
        let puzzle = |grid, candidates| {
            let (notation, options) = (Notation::Text(Layout::Line), defaults.options.clone());
            Reading::Puzzle(grid, GridLine { kept, notation, candidates, options })
        };
        if self.rows.is_none_or(|rows| !rows.is_declared())
            && let Some(grid) = notation::plain_line(line)
        {
            return puzzle(grid, None);
        }
        match self.parse(line, number) {
            Ok(Some(posed)) => puzzle(posed.grid, posed.candidates),
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
        writeln!(text, "error {} line {number}: {}", problem.code().name(), problem.detail())
            .expect("writing to a vector cannot fail");
    }
}

impl TextLines {
    /// The grid on a line, unless the line is skipped.
    fn parse(&self, line: &[u8], number: u64) -> Result<Option<Posed>, Problem> {
        let text = &*encoding::text(line);
        let begin = text.trim_start();
        let is_end = || begin.trim_matches(['\0', '\u{1A}']).is_empty();
        let is_header = !self.header.is_empty() && line == self.header || notation::is_header(begin);
        if is_end() || notation::is_comment(begin) || is_header {
            return Ok(None);
        }
        let read = match self.rows {
            Some(rows) => rows.read(text).map(Posed::from),
            None => grid::of_text(text),
        };
        read.map(Some).map_err(|error| {
            invalid_grid(text, number, &error).with_hint(if looks_like_json(begin.as_bytes()) {
                "JSON lines need the content type application/x-ndjson, or a first line that is JSON"
            } else {
                fields::hint(&error)
            })
        })
    }
}
