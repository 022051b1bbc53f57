//! What an operation is: its declaration, its work and its answer.

use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::answer::declaration::{AnswerPart, Schemas};
use super::answer::limited_writer::LimitedWriter;
use super::answer::picture::Picture;
use super::answer::ratings::Ratings;
use super::answer::verdict::Verdict;
use super::lines::line::{GridLine, LineAnswer};
use super::lines::settings::LineFormat;
use super::options::Options;
use super::position::PositionOptions;
use super::problem::{Code, Problem};
use super::reading::{Fields, SentGrid};
use crate::batch::Searches;
use crate::pool::Class;
use crate::sudoku::logic::RatingSoFar;
use crate::sudoku::solver::{self, Budget, CancelFlag, Outcome};
use crate::sudoku::{Grid, Position};

/// Maximum number of guesses of a search for solutions; one that exceeds it ends as `search-limit`. The hardest known puzzles
/// with one solution take a few hundred.
pub const GUESS_LIMIT: u64 = 1_000_000;

/// The time limit of an operation that has none of its own.
pub const TIME_LIMIT: Duration = Duration::from_secs(5);

/// An operation: its options, its answer, and what it does.
pub trait Operation: Sized + Send + Sync + 'static {
    /// What it works on: a grid, or nothing.
    type Input: Input;
    /// Its options.
    type Options: Options;
    /// Its answer.
    type Answer: Answer;
    /// Its answer to a line of a batch, if it has batches.
    type Line: LineAnswer + From<Self::Answer>;

    /// What it says about itself.
    const ABOUT: About;

    /// By what the same answer is found again.
    const FOUND_BY: FoundBy = FoundBy::Request;

    /// Whether the answer to a line is the line itself, with the members or columns of the answer added.
    const EXTENDS: bool = false;

    /// The list in an answer whose items can each get a line of their own.
    const LIST: Option<List> = None;

    /// The names of the columns that an answer adds to a line, if they depend on the options.
    fn columns(_options: &Self::Options) -> Option<Vec<&'static str>> {
        None
    }

    /// The name of an option whose part of the answer has no place in this format of lines.
    fn unfit(_options: &Self::Options, _format: LineFormat) -> Option<&'static str> {
        None
    }

    /// The name of an option with which an answer may have many times the length of its line.
    fn too_long(_options: &Self::Options) -> Option<&'static str> {
        None
    }

    /// Whether a picture of the answer may be a sheet of several.
    fn may_be_sheet(_options: &Self::Options) -> bool {
        false
    }

    /// The options of its position; `None` if it takes a grid alone.
    fn position(_options: &Self::Options) -> Option<&PositionOptions> {
        None
    }

    /// The name of an option with which the work is heavy, although the operation is light.
    fn heavy(_options: &Self::Options) -> Option<&'static str> {
        None
    }

    /// Rejects options that exclude each other.
    fn check(_options: &Self::Options, _fields: &mut Fields<'_>) {}

    /// Does the work. It depends only on its arguments, and runs on any thread.
    ///
    /// # Errors
    /// The problem of the grid, or the limit that was reached.
    fn answer(input: &Self::Input, options: &Self::Options, work: &Work) -> Result<Self::Answer, Problem>;

    /// Adds what is worth its work in the answer to a request, but not to each line of a batch.
    fn complete(_answer: &mut Self::Answer, _input: &Self::Input) {}

    /// Answers a line of a batch.
    ///
    /// # Errors
    /// The problem of the grid, or the limit that was reached.
    fn answer_line(line: &GridLine<'_, Self::Options>, work: &Work) -> Result<Self::Line, Problem>
    where
        Self: Operation<Input = SentGrid>,
    {
        let sent = line.sent.clone().positioned(Self::position(&line.options))?;
        Self::answer(&sent, &line.options, work).map(Self::Line::from)
    }

    /// Answers the first of these lines, at least one: as many as are worked on together. Without a reason to work on several it is
    /// one, because an answer may be long.
    fn answer_lines(lines: &[GridLine<'_, Self::Options>], work: &Work) -> Vec<Result<Self::Line, Problem>>
    where
        Self: Operation<Input = SentGrid>,
    {
        vec![Self::answer_line(&lines[0], work)]
    }

    /// A picture of the answer, if it has a grid.
    fn picture(_input: &Self::Input, _options: &Self::Options, _answer: &Self::Answer) -> Option<Picture> {
        None
    }
}

/// What an operation says about itself.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name: its path, its command and its tool.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it does, in a paragraph.
    pub description: &'static str,
    /// The same for a language model that chooses between tools: when to use it, what it costs, what it does not tell.
    /// Empty for what no model needs: every tool is read before every conversation.
    pub tool: &'static str,
    /// The group of operations that it belongs to.
    pub group: Group,
    /// What the grid is, if it takes one.
    pub grid: &'static str,
    /// How expensive it may be, unless its answer is drawn.
    pub class: Class,
    /// Its time limit; `None` for that of the settings.
    pub time_limit: Option<Duration>,
    /// The problems that its work may find.
    pub problems: &'static [Code],
    /// Examples of requests. The contract shows the first and its answer, found by running it, so that has every header that
    /// an answer can have. Tests run all of them.
    pub examples: fn() -> Vec<Value>,
    /// What the answer to a line of a batch is.
    pub line: &'static str,
}

/// A list in an answer whose items can each get a line of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct List {
    /// The name of the list.
    pub name: &'static str,
    /// Whether it is the whole answer, so that the command always writes its items.
    pub is_whole: bool,
}

/// A group of operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Operations that search for solutions.
    Sudoku,
    /// Ratings, hints, explanations and generated puzzles.
    Insight,
}

/// By what the same answer is found again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoundBy {
    /// By the whole request, as long as the version of the service stays the same.
    Request,
    /// By the seed among the options, for ever. Without a seed, every answer differs.
    Seed,
    /// By the date among the options, for ever. Without a date, it is that of today.
    Date,
}

/// What an operation works on.
pub trait Input: Sized + Send + Sync + 'static {
    /// Whether it is a grid.
    const IS_GRID: bool;

    /// Finishes reading a request.
    ///
    /// # Errors
    /// Every error of the request.
    fn finish(fields: Fields<'_>) -> Result<Self, Problem>;

    /// The same with what counts of its position under these options, if the operation has them.
    ///
    /// # Errors
    /// It has none, and there are pencil marks.
    fn positioned(self, options: Option<&PositionOptions>) -> Result<Self, Problem>;
}

impl Input for SentGrid {
    const IS_GRID: bool = true;

    fn finish(fields: Fields<'_>) -> Result<Self, Problem> {
        fields.finish()
    }

    fn positioned(self, options: Option<&PositionOptions>) -> Result<Self, Problem> {
        PositionOptions::apply(options, self)
    }
}

impl Input for () {
    const IS_GRID: bool = false;

    fn finish(fields: Fields<'_>) -> Result<Self, Problem> {
        fields.finish_options()
    }

    fn positioned(self, _: Option<&PositionOptions>) -> Result<Self, Problem> {
        Ok(())
    }
}

/// An answer, and the facts of it that a face adds in its own way. Its text may have several lines.
pub trait Answer: Serialize + Display + AnswerPart + Send + Sync + 'static {
    /// The names of the columns that it adds to a line of tab-separated columns.
    const COLUMNS: &'static [&'static str] = &[];

    /// The values of the columns, without tabs and line breaks; `None` for one that does not apply. Unless an answer has
    /// others, they are its verdict and its text.
    fn columns(&self) -> Vec<Option<String>> {
        let verdict = self.verdict().map(|verdict| verdict.name().to_owned());
        vec![verdict, Some(self.to_string().trim_end().replace('\n', " | "))]
    }

    /// The verdict on the grid.
    fn verdict(&self) -> Option<Verdict> {
        None
    }

    /// The rating of the puzzle.
    fn rating(&self) -> Option<&Ratings> {
        None
    }

    /// Records how long the work took, in an answer that says so.
    fn set_elapsed(&mut self, _elapsed: Duration) {}
}

impl<T: Answer> LineAnswer for T {
    const NAMES: &'static [&'static str] = T::COLUMNS;

    fn schema(schemas: &mut Schemas) -> Value {
        <T as AnswerPart>::schema(schemas)
    }

    fn write(&self, format: LineFormat, between: &str, line: &mut LimitedWriter<'_>) -> io::Result<()> {
        match format {
            LineFormat::Json => serde_json::to_writer(line, self).map_err(io::Error::from),
            LineFormat::Text => line.write_all(self.to_string().trim_end().replace('\n', between).as_bytes()),
            LineFormat::Columns(separator) => {
                let mut columns = Vec::new();
                for value in self.columns() {
                    separator.push(value.as_deref().map(str::as_bytes), &mut columns);
                }
                line.write_all(&columns)
            }
        }
    }
}

/// The limits of the work on a request or a line, and what it found on the way.
#[derive(Debug)]
pub struct Work {
    /// The limits of a search for solutions.
    pub budget: Budget,
    /// Maximum number of candidates that the chains of a rating visit.
    pub chain_nodes: u64,
    /// Raised when no caller waits for the answer anymore.
    pub cancel: CancelFlag,
    /// A lower bound of the rating, once there is one.
    pub so_far: RatingSoFar,
    searches: Cell<Searches>,
}

impl Work {
    /// Work with these limits.
    pub fn new(guesses: u64, chain_nodes: u64, cancel: &CancelFlag, so_far: RatingSoFar) -> Self {
        let budget = Budget::unlimited().with_node_limit(guesses).with_cancel(cancel.clone());
        Self { budget, chain_nodes, cancel: cancel.clone(), so_far, searches: Cell::default() }
    }

    /// Work without limits, for examples and tests.
    pub fn unlimited() -> Self {
        Self::new(u64::MAX, u64::MAX, &CancelFlag::new(), RatingSoFar::default())
    }

    /// Searches for up to this many solutions, and counts the search.
    pub fn solve(&self, position: impl Into<Position>, keep: usize) -> Outcome {
        self.search(&position.into(), &self.budget.clone().keeping(keep))
    }

    /// Searches for a solution and counts up to this many, or else keeps up to this many. Counts the search.
    pub fn solve_or_count(&self, position: impl Into<Position>, count: Option<u32>, keep: usize) -> Outcome {
        match count {
            Some(count) => self.search(&position.into(), &self.budget.clone().counting(count as usize)),
            None => self.solve(position, keep),
        }
    }

    fn search(&self, position: &Position, budget: &Budget) -> Outcome {
        let outcome = solver::solve_position(position, budget);
        self.count([&outcome]);
        outcome
    }

    /// Searches for the solutions of each of these grids, and counts the searches.
    pub fn solve_many(&self, grids: &[Grid]) -> Vec<Outcome> {
        let mut outcomes = Vec::with_capacity(grids.len());
        solver::solve_many(grids, &self.budget, &mut outcomes);
        self.count(&outcomes);
        outcomes
    }

    fn count<'o>(&self, outcomes: impl IntoIterator<Item = &'o Outcome>) {
        let mut searches = self.searches.get();
        outcomes.into_iter().for_each(|outcome| searches.count(outcome));
        self.searches.set(searches);
    }

    /// The searches that were counted.
    pub fn searches(&self) -> Searches {
        self.searches.get()
    }
}
