//! An operation as a value, and a call of it that every face can make.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::answer::declaration::{AnswerPart, Schemas};
use super::answer::format::{Format, PictureFormat};
use super::answer::limited_writer::{self, LimitedWriter};
use super::answer::picture::{Picture, PictureOptions};
use super::answer::ratings::Ratings;
use super::answer::verdict::Verdict;
use super::daily::DATE;
use super::lines::Lines;
use super::lines::line::LineAnswer as _;
use super::lines::settings::LineSettings;
use super::operation::{About, Answer, FoundBy, Input, List, Operation, Work};
use super::options::{Declaration, Options};
use super::problem::Problem;
use super::reading::{Fields, Request, SentGrid};
use crate::batch::AnyLines;
use crate::sudoku::solver::CancelFlag;

/// Makes the lines of a batch of an operation.
pub type MakeLines = fn(LineSettings) -> Result<Arc<dyn AnyLines>, Problem>;

/// The batches of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Batches {
    /// Makes their lines.
    pub make: MakeLines,
    /// The names of the columns that an answer adds to a line of tab-separated columns, before that of its problem.
    pub columns: &'static [&'static str],
    /// The schema of the answer to a line, without its number and what it repeats.
    pub answer_schema: fn(&mut Schemas) -> Value,
}

/// A request that has been read, and its answer once it has run.
///
/// It is allocated once and carries its answer, so the thread that reads it can also free it.
pub trait Call: Send + Sync {
    /// Whether a picture of the answer may be a sheet of several.
    fn may_be_sheet(&self) -> bool;

    /// Whether its options make the work heavy, although the operation is light.
    fn is_heavy(&self) -> bool;

    /// Does the work.
    ///
    /// # Errors
    /// The problem of the grid, or the limit that was reached.
    fn run(&mut self, work: &Work) -> Result<(), Problem>;

    /// The verdict of the answer.
    fn verdict(&self) -> Option<Verdict>;

    /// The rating of the answer, as text.
    fn rating(&self) -> Option<String>;

    /// Records how long the work took.
    fn set_elapsed(&mut self, elapsed: Duration);

    /// A picture of the answer, if it has a grid.
    fn picture(&self) -> Option<Picture>;

    /// The same as a file in this format. It is left incomplete once the flag is raised.
    fn draw(&self, format: PictureFormat, cancel: &CancelFlag) -> Option<Vec<u8>>;

    /// Writes the answer.
    ///
    /// # Errors
    /// It is too long, or there is no memory for it.
    fn write_to(&self, limited: &mut LimitedWriter<'_>, format: Format) -> Result<(), Problem>;

    /// The answer, however long.
    fn write(&self, format: Format) -> Vec<u8> {
        limited_writer::whole(|limited| self.write_to(limited, format)).expect("nothing is limited")
    }
}

struct OperationCall<O: Operation> {
    input: O::Input,
    options: O::Options,
    form: PictureOptions,
    answer: Option<O::Answer>,
}

impl<O: Operation> OperationCall<O> {
    fn answer(&self) -> &O::Answer {
        self.answer.as_ref().expect("the call has run")
    }
}

impl<O: Operation> Call for OperationCall<O> {
    fn may_be_sheet(&self) -> bool {
        O::may_be_sheet(&self.options)
    }

    fn is_heavy(&self) -> bool {
        O::heavy(&self.options).is_some()
    }

    fn run(&mut self, work: &Work) -> Result<(), Problem> {
        let mut answer = O::answer(&self.input, &self.options, work)?;
        O::complete(&mut answer, &self.input);
        self.answer = Some(answer);
        Ok(())
    }

    fn verdict(&self) -> Option<Verdict> {
        self.answer().verdict()
    }

    fn rating(&self) -> Option<String> {
        self.answer().rating().map(Ratings::to_string)
    }

    fn set_elapsed(&mut self, elapsed: Duration) {
        self.answer.iter_mut().for_each(|answer| answer.set_elapsed(elapsed));
    }

    fn picture(&self) -> Option<Picture> {
        O::picture(&self.input, &self.options, self.answer())
    }

    fn draw(&self, format: PictureFormat, cancel: &CancelFlag) -> Option<Vec<u8>> {
        Some(self.picture()?.write(format, &self.form, &self.answer().to_string(), cancel))
    }

    fn write_to(&self, limited: &mut LimitedWriter<'_>, format: Format) -> Result<(), Problem> {
        match format {
            Format::Json => serde_json::to_writer(limited, self.answer()).map_err(io::Error::from),
            Format::Text => write!(limited, "{}", self.answer()),
        }
        .map_err(|error| limited_writer::problem(&error, O::Options::NAMES))
    }
}

/// An operation as a value.
#[derive(Debug)]
pub struct AnyOperation {
    /// What it says about itself.
    pub about: About,
    /// Whether it takes a grid.
    pub takes_grid: bool,
    /// By what the same answer is found again.
    pub found_by: FoundBy,
    /// The names of its options.
    pub names: &'static [&'static str],
    /// The declarations of its options.
    pub options: fn() -> Vec<Declaration>,
    /// Reads the fields of a request.
    read: fn(Fields<'_>) -> Result<Box<dyn Call>, Problem>,
    /// Its batches, if it has any.
    pub batches: Option<Batches>,
    /// Whether the answer to a line is the line itself, with the members or columns of the answer added.
    pub extends: bool,
    /// The list in an answer whose items can each get a line of their own.
    pub list: Option<List>,
    /// The schema of its answer: a reference to one of these.
    pub answer_schema: fn(&mut Schemas) -> Value,
}

impl AnyOperation {
    /// This operation on a grid, with its batches.
    pub const fn with_batches<O: Operation<Input = SentGrid>>() -> Self {
        let make: MakeLines = |settings| Ok(Arc::new(Lines::<O>::new(settings)?));
        let batches = Batches { make, columns: O::Line::NAMES, answer_schema: O::Line::schema };
        Self { batches: Some(batches), ..Self::of::<O>() }
    }

    /// This operation.
    pub const fn of<O: Operation>() -> Self {
        Self {
            about: O::ABOUT,
            takes_grid: O::Input::IS_GRID,
            found_by: O::FOUND_BY,
            names: O::Options::NAMES,
            options: O::Options::declared,
            read: read::<O>,
            batches: None,
            extends: O::EXTENDS,
            list: O::LIST,
            answer_schema: <O::Answer as AnswerPart>::schema,
        }
    }

    /// Reads a request.
    ///
    /// # Errors
    /// Every error of the request, of the most basic kind that occurred.
    pub fn call(&self, request: Request<'_>) -> Result<Box<dyn Call>, Problem> {
        (self.read)(Fields::of(request, self.takes_grid, self.names, || self.parameters()))
    }

    /// The names of its parameters: its options without a date, which is in the path, and those of the form of its answer.
    fn parameters(&self) -> Vec<&'static str> {
        let options = self.names.iter().filter(|&&name| name != DATE);
        options.chain(PictureOptions::NAMES).copied().collect()
    }

    /// Whether language models may call it.
    pub fn is_tool(&self) -> bool {
        !self.about.tool.is_empty()
    }

    /// Its path.
    pub fn path(&self) -> String {
        format!("/{}", self.about.name)
    }

    /// The path of its answer for a date.
    pub fn dated_path(&self) -> String {
        format!("/{}/{{date}}", self.about.name)
    }

    /// The path of its batches.
    pub fn batch_path(&self) -> String {
        format!("/{}/batch", self.about.name)
    }
}

fn read<O: Operation>(mut fields: Fields<'_>) -> Result<Box<dyn Call>, Problem> {
    let options = O::Options::read(&mut fields);
    let form = PictureOptions::read(&mut fields);
    O::check(&options, &mut fields);
    let input = O::Input::finish(fields)?.positioned(O::position(&options))?;
    Ok(Box::new(OperationCall::<O> { input, options, form, answer: None }))
}
