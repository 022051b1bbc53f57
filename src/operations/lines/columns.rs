//! Lines of columns, one of which is the puzzle.

use std::io::{self, Write as _};

use super::defaults::Defaults;
use super::echo::{Before, Kept};
use super::gathered::WITHIN;
use super::line_format::{LineReader, LineWriter, Reading};
use super::line_problem::invalid_grid;
use super::settings::{Columns, Separator};
use super::work::{GridLine, LineAnswer, LineWork, OptionsOf};
use crate::operations::answer::grid::Notation;
use crate::operations::answer::limited::{self, Limited};
use crate::operations::problem::{Code, Problem};
use crate::operations::reading::names::PROBLEM;
use crate::operations::reading::{Posed, encoding, grid};
use crate::sudoku::notation::{self, Layout};

/// Lines of columns. Every line has an answer: its own columns, then those of the operation, then the problem
/// (`CODE: detail`). Added columns that do not apply are null.
///
/// A header such as `puzzle` is completed with the names of the columns. A puzzle that is null has neither an answer
/// nor a problem. The answer to a line that is too long has only the columns before the puzzle's, and a null for the
/// puzzle.
#[derive(Clone, Debug)]
pub struct ColumnLines {
    /// What separates the columns.
    pub separator: Separator,
    /// Where the puzzle is, and the header.
    pub columns: Columns,
}

impl LineReader for ColumnLines {
    fn read<'a, W: LineWork>(
        &'a self,
        line: &'a [u8],
        number: u64,
        defaults: &'a Defaults<OptionsOf<W>>,
    ) -> Reading<'a, OptionsOf<W>> {
        let kept = Kept { before: Before::Columns(line, self.separator), ..Kept::default() };
        if number == 1 && !line.is_empty() && line == self.columns.header {
            return Reading::Header(kept);
        }
        let columns = || self.separator.split(line);
        let (wanted, found) = (self.columns.names.len(), columns().count());
        if wanted > 0 && found != wanted {
            // Those of the answer stay in their places.
            let before = if found > wanted { self.first(line, wanted) } else { kept.before };
            let kept = Kept { before, missing: wanted.saturating_sub(found), ..kept };
            let detail = format!("expected {wanted} columns, as in the header, found {found}");
            return Reading::Invalid(kept, Problem::new(Code::InvalidRequest, detail));
        }
        let Some(puzzle) = columns().nth(self.columns.puzzle) else {
            let detail = format!("expected the puzzle in column {}, found {found} columns", self.columns.puzzle + 1);
            return Reading::Invalid(kept, Problem::new(Code::InvalidRequest, detail));
        };
        if puzzle == self.separator.null() {
            return Reading::Null(kept);
        }
        let puzzle = self.separator.value(puzzle);
        match parse(&puzzle) {
            Ok(Posed { grid, candidates, placed, .. }) => {
                let (notation, options) = (Notation::Text(Layout::Line), defaults.options.clone());
                Reading::Puzzle(grid, GridLine { kept, notation, candidates, placed, options })
            }
            Err(_) if std::str::from_utf8(&puzzle).is_ok_and(notation::is_header) => Reading::Header(kept),
            Err(problem) => Reading::Invalid(kept, problem),
        }
    }

    fn kept_of<'a>(&self, start: &'a [u8]) -> Kept<'a> {
        // The last column may be truncated; a separator ends each of the others.
        let columns = || self.separator.split(start);
        let known = (columns().count() - 1).min(self.columns.puzzle);
        let before = self.first(start, known);
        Kept { before, missing: self.columns.puzzle + 1 - known, ..Kept::default() }
    }
}

impl LineWriter for ColumnLines {
    fn write(&self, _: u64, kept: Kept<'_>, answer: &dyn LineAnswer, text: &mut Limited<'_>) -> io::Result<()> {
        self.begin(kept, text.buffer);
        match self.separator {
            Separator::Tab => answer.write_columns(text)?,
            Separator::Comma => {
                let tabs = limited::whole(|tabs| answer.write_columns(tabs))?;
                let values = tabs.split(|&byte| byte == b'\t').skip(1);
                values.for_each(|value| self.push((value != Separator::Tab.null()).then_some(value), text.buffer));
            }
        }
        self.push(None, text.buffer);
        text.write_all(b"\n")
    }

    fn write_problem(&self, _number: u64, kept: Kept<'_>, problem: Problem, columns: &[&str], text: &mut Vec<u8>) {
        let problem = format!("{}: {}", problem.code().name(), problem.told());
        let escaped = problem.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r");
        self.begin(kept, text);
        for _ in columns {
            self.push(None, text);
        }
        self.push(Some(escaped.as_bytes()), text);
        text.push(b'\n');
    }

    fn write_columns(&self, kept: Kept<'_>, columns: &[&str], is_header: bool, text: &mut Vec<u8>) {
        self.begin(kept, text);
        for name in columns.iter().chain(&[PROBLEM]) {
            self.push(is_header.then_some(name.as_bytes()), text);
        }
        text.push(b'\n');
    }
}

impl ColumnLines {
    /// The first columns of a line, of which there are at least so many.
    fn first<'a>(&self, line: &'a [u8], count: usize) -> Before<'a> {
        let length = self.separator.split(line).take(count).map(|column| column.len() + 1).sum::<usize>();
        length.checked_sub(1).map_or(Before::Nothing, |end| Before::Columns(&line[..end], self.separator))
    }

    /// Writes the columns before the answer.
    fn begin(&self, kept: Kept<'_>, text: &mut Vec<u8>) {
        let start = text.len();
        match kept.before {
            Before::Columns(line, separator) if separator == self.separator => text.extend_from_slice(line),
            Before::Columns(line, separator) => {
                for column in separator.split(line) {
                    self.push((column != separator.null()).then_some(&*separator.value(column)), text);
                }
                text.remove(start);
            }
            // A line may have tabs. A puzzle of several lines becomes one.
            Before::Line(line) if self.separator == Separator::Tab => {
                text.extend(line.iter().map(|&byte| if byte == WITHIN.as_bytes()[0] { b' ' } else { byte }));
            }
            Before::Line(value) | Before::Id(value) => self.separator.write(value, text),
            Before::Nothing => {}
        }
        for _ in 0..kept.missing {
            self.push(None, text);
        }
        if kept.before == Before::Nothing && kept.missing > 0 {
            text.remove(start);
        }
    }

    /// Appends a column.
    fn push(&self, value: Option<&[u8]>, text: &mut Vec<u8>) {
        text.push(self.separator.byte());
        match value {
            Some(value) => self.separator.write(value, text),
            None => text.extend_from_slice(self.separator.null()),
        }
    }
}

fn parse(puzzle: &[u8]) -> Result<Posed, Problem> {
    if let Some(grid) = notation::plain_line(puzzle) {
        return Ok(Posed::new(grid, Notation::Text(Layout::Line)));
    }
    let text = encoding::text(puzzle);
    grid::of_text(&text).map_err(|error| invalid_grid(&text, 1, &error))
}
