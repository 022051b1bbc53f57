//! The lines of a batch, and the interface of their answers.

use std::io;

use serde_json::Value;

use super::echo::LineEcho;
use super::gatherer::WITHIN;
use super::settings::LineFormat;
use crate::batch::Searches;
use crate::operations::answer::grid::Notation;
use crate::operations::answer::limited_writer::LimitedWriter;
use crate::operations::answer::part::Schemas;
use crate::operations::position::PositionOptions;
use crate::operations::problem::{ErrorList, GridError, Problem};
use crate::operations::reading::SentGrid;
use crate::sudoku::Grid;
use crate::sudoku::notation::{Candidates, NotationError};

/// What is known about a line with a grid, besides the grid itself.
#[derive(Clone, Debug)]
pub struct GridLine<'a, O> {
    /// What its answer repeats.
    pub kept: LineEcho<'a>,
    /// The notation of the grid.
    pub notation: Notation,
    /// The pencil marks, if the grid was sent as text with pencil marks.
    pub candidates: Option<Box<Candidates>>,
    /// The cells whose digits are marked as placed.
    pub placed: u128,
    /// The options.
    pub options: O,
}

impl<O> GridLine<'_, O> {
    /// This grid of the line with what counts of its position under these options, if the operation has them.
    ///
    /// # Errors
    /// It has none, and there are pencil marks.
    pub fn posed(&self, grid: Grid, position: Option<&PositionOptions>) -> Result<SentGrid, Problem> {
        let (candidates, placed) = (self.candidates.clone(), self.placed);
        PositionOptions::apply(position, SentGrid { candidates, placed, ..SentGrid::new(grid, self.notation) })
    }
}

/// The content of a line.
#[derive(Debug)]
pub enum Reading<'a, O> {
    /// A puzzle.
    Puzzle(Grid, GridLine<'a, O>),
    /// Nothing to answer: an empty line or a comment.
    Skipped,
    /// A header or, if not, a null: the names of the columns, or as many nulls, complete it.
    Completed(LineEcho<'a>, bool),
    /// Something invalid.
    Invalid(LineEcho<'a>, Problem),
}

impl<'a, O> Reading<'a, O> {
    /// A puzzle with these options.
    pub fn puzzle(posed: SentGrid, kept: LineEcho<'a>, options: O) -> Self {
        let SentGrid { grid, notation, candidates, placed, .. } = posed;
        Self::Puzzle(grid, GridLine { kept, notation, candidates, placed, options })
    }
}

/// The text is not a grid. The errors of one line name no line, since the answer belongs to it; those of a puzzle of several lines,
/// which begins at the line with this number, do.
pub fn invalid_grid(text: &str, number: u64, error: &NotationError) -> Problem {
    let mut errors = ErrorList::default();
    let first = text.contains(WITHIN).then(|| usize::try_from(number).unwrap_or(usize::MAX));
    errors.push_text(error, |error| GridError { line: first.and_then(|first| Some(first + error.line? - 1)), ..error });
    Problem::invalid_grid(errors)
}

/// How answers are written.
#[derive(Default, Debug)]
pub struct LineWriter {
    /// Their format.
    pub format: LineFormat,
    /// The names of the columns, or of the members, that an answer adds.
    pub added: Vec<&'static str>,
    /// Whether an answer in JSON is the object of its line, with these members added.
    pub extends: bool,
    /// The names of the members that columns become.
    pub names: Vec<String>,
    /// The list in an answer whose items each get a line of their own.
    pub list: Option<&'static str>,
    /// The URL or path prefix that clients see, for the `type` of problems.
    pub public_url: String,
}

/// What the work on a line found: its answer, or why there is none, and the searches that led to it.
pub type LineOutcome<L> = (Result<L, Problem>, Searches);

/// An answer that fits on a line.
pub trait LineAnswer: 'static {
    /// The names of the columns that it has, unless they depend on options.
    const NAMES: &'static [&'static str];

    /// Its schema: a reference to one of these.
    fn schema(schemas: &mut Schemas) -> Value;

    /// Appends it in this format: as a JSON object with at least one member, as text with this between its lines, or as further
    /// columns.
    ///
    /// # Errors
    /// It is too long, or there is no memory for it.
    fn write(&self, format: LineFormat, between: &str, line: &mut LimitedWriter<'_>) -> io::Result<()>;
}
