//! The lines of a format, for one operation.

use std::sync::Arc;

use super::defaults::Defaults;
use super::json::JsonLines;
use super::line_format::{LineReader, LineWriter};
use super::line_problem::{ended, too_long};
use super::settings::{LineFormat, LineSettings};
use super::tab_separated::TabLines;
use super::text::TextLines;
use super::work::{GridLine, LineWork, OptionsOf};
use crate::batch::{Answers, AnyLines, Failure, LineHandler, Reading};
use crate::operations::problem::Problem;
use crate::sudoku::Grid;
use crate::sudoku::solver::CancelFlag;

/// Lines that are read and written like this, with this work on their puzzles.
pub struct Lines<R, W: LineWork> {
    reader: R,
    writer: Box<dyn LineWriter>,
    work: W,
    defaults: Defaults<OptionsOf<W>>,
}

impl<W: LineWork> Lines<(), W> {
    /// The lines with these settings.
    ///
    /// # Errors
    /// Every invalid option.
    pub fn make(settings: LineSettings, work: W) -> Result<Arc<dyn AnyLines>, Problem> {
        let LineSettings { input, output, column, public_url, arguments, .. } = settings;
        let writer = writer(output, public_url);
        let defaults = Defaults::read::<W::Operation>(arguments)?;
        Ok(match input {
            LineFormat::Json => Arc::new(Lines { reader: JsonLines::default(), writer, work, defaults }),
            LineFormat::Text => Arc::new(Lines { reader: TextLines, writer, work, defaults }),
            LineFormat::Tabs => Arc::new(Lines { reader: TabLines { column }, writer, work, defaults }),
        })
    }
}

/// The writer of this format. `public_url` is the URL or path prefix that clients see.
pub fn writer(format: LineFormat, public_url: String) -> Box<dyn LineWriter> {
    match format {
        LineFormat::Json => Box::new(JsonLines { public_url }),
        LineFormat::Text => Box::new(TextLines),
        LineFormat::Tabs => Box::new(TabLines::default()),
    }
}

impl<R: LineReader, W: LineWork> LineHandler for Lines<R, W> {
    type Kept<'a> = GridLine<'a, OptionsOf<W>>;
    type Outcome = W::Outcome;

    fn read<'a>(&'a self, line: &'a [u8], number: u64, answer: &mut Vec<u8>) -> Reading<Self::Kept<'a>> {
        self.reader.read::<W>(line, number, &self.defaults, &*self.writer, answer)
    }

    fn work(&self, puzzles: &[Grid], kept: &[Self::Kept<'_>], cancel: &CancelFlag, outcomes: &mut Vec<Self::Outcome>) {
        self.work.work(puzzles, kept, cancel, outcomes);
    }

    fn write(&self, number: u64, line: &Self::Kept<'_>, puzzle: &Grid, outcome: &Self::Outcome, answers: &mut Answers) {
        W::count(outcome, &mut answers.tally.searches);
        match self.work.answer(puzzle, line, outcome) {
            Ok(answer) => {
                answers.tally.results += 1;
                self.writer.write(number, line.kept, &answer, &mut answers.text);
            }
            Err(problem) => {
                answers.tally.problems += 1;
                self.writer.write_problem(number, line.kept, problem, W::COLUMNS, &mut answers.text);
            }
        }
    }

    fn write_failed(&self, number: u64, line: &Self::Kept<'_>, answer: &mut Vec<u8>) {
        self.writer.write_problem(number, line.kept, Problem::solver_failed(), W::COLUMNS, answer);
    }

    fn write_too_long(&self, start: &[u8], number: u64, answer: &mut Vec<u8>) {
        self.writer.write_problem(number, self.reader.kept_of(start), too_long(), W::COLUMNS, answer);
    }

    fn write_end(&self, number: u64, why: &Failure, answer: &mut Vec<u8>) {
        self.writer.write_problem(number, self.reader.kept_of(b""), ended(number, why), W::COLUMNS, answer);
    }
}
