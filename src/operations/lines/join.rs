//! The lines of a format, for one operation.

use std::sync::Arc;

use super::columns::ColumnLines;
use super::defaults::Defaults;
use super::json::JsonLines;
use super::line_format::{LineReader, LineWriter};
use super::line_problem::{ended, too_long};
use super::settings::{Columns, LineFormat, LineSettings};
use super::text::TextLines;
use super::work::{GridLine, LineWork, OptionsOf};
use crate::batch::{Answers, AnyLines, Failure, LineHandler, Reading};
use crate::operations::operation::Operation;
use crate::operations::problem::{Code, Problem};
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
        let defaults = Defaults::read::<W>(&settings)?;
        if W::Operation::EXTENDS {
            check(&settings, &defaults.columns)?;
        }
        let list = W::Operation::LIST.filter(|_| settings.explode).map(|list| list.name);
        if let Some(list) = list.filter(|list| defaults.columns != [*list]) {
            let why = format!("only the field `{list}` can be exploded; ask for it alone");
            return Err(Problem::new(Code::InvalidRequest, why));
        }
        let LineSettings { input, output, columns, public_url, .. } = settings;
        let writer: Box<dyn LineWriter> = match output {
            LineFormat::Text => Box::new(TextLines { explode: list.is_some() }),
            LineFormat::Json => Box::new(JsonLines {
                public_url,
                added: W::Operation::EXTENDS.then(|| defaults.columns.clone()),
                names: columns.names.clone(),
                list,
            }),
            LineFormat::Columns(_) => writer(output, public_url),
        };
        Ok(match input {
            LineFormat::Json => Arc::new(Lines { reader: JsonLines::default(), writer, work, defaults }),
            LineFormat::Text => Arc::new(Lines { reader: TextLines::default(), writer, work, defaults }),
            LineFormat::Columns(separator) => {
                Arc::new(Lines { reader: ColumnLines { separator, columns }, writer, work, defaults })
            }
        })
    }
}

/// Rejects lines that cannot be extended by columns with these names.
fn check(LineSettings { input, output, columns, .. }: &LineSettings, added: &[&str]) -> Result<(), Problem> {
    if *output == LineFormat::Json {
        return Ok(());
    }
    let why = match added.iter().find(|added| columns.names.iter().any(|name| name == *added)) {
        _ if *input == LineFormat::Json => {
            "the other members of JSON documents fit neither text nor columns; write JSON documents (ndjson)".to_owned()
        }
        Some(name) => format!("the header has a column `{name}` already; leave that field out, or rename the column"),
        None => return Ok(()),
    };
    Err(Problem::new(Code::InvalidRequest, why))
}

/// The writer of this format. `public_url` is the URL or path prefix that clients see.
pub fn writer(format: LineFormat, public_url: String) -> Box<dyn LineWriter> {
    match format {
        LineFormat::Json => Box::new(JsonLines { public_url, ..JsonLines::default() }),
        LineFormat::Text => Box::new(TextLines::default()),
        LineFormat::Columns(separator) => Box::new(ColumnLines { separator, columns: Columns::default() }),
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
                self.writer.write_problem(number, line.kept, problem, &self.defaults.columns, &mut answers.text);
            }
        }
    }

    fn write_failed(&self, number: u64, line: &Self::Kept<'_>, answer: &mut Vec<u8>) {
        self.writer.write_problem(number, line.kept, Problem::solver_failed(), &self.defaults.columns, answer);
    }

    fn write_too_long(&self, start: &[u8], number: u64, answer: &mut Vec<u8>) {
        self.writer.write_problem(number, self.reader.kept_of(start), too_long(), &self.defaults.columns, answer);
    }

    fn write_end(&self, number: u64, why: &Failure, answer: &mut Vec<u8>) {
        self.writer.write_problem(number, self.reader.kept_of(b""), ended(number, why), &self.defaults.columns, answer);
    }
}
