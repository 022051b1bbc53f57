//! What is done with the puzzles of a batch, and the interface of its answers.

use std::io::{self, Write as _};

use super::echo::Kept;
use crate::batch::Searches;
use crate::operations::answer::grid::Notation;
use crate::operations::answer::limited::Limited;
use crate::operations::operation::{Answer, Operation};
use crate::operations::options::Options;
use crate::operations::position::PositionOptions;
use crate::operations::problem::Problem;
use crate::operations::reading::Posed;
use crate::sudoku::Grid;
use crate::sudoku::notation::Candidates;
use crate::sudoku::solver::CancelFlag;

/// What is known about a line with a grid, besides the grid itself.
#[derive(Clone, Debug)]
pub struct GridLine<'a, O> {
    /// What its answer repeats.
    pub kept: Kept<'a>,
    /// The notation of the grid.
    pub notation: Notation,
    /// The pencil marks, if the grid was sent as text with pencil marks.
    pub candidates: Option<Box<Candidates>>,
    /// The cells whose digits are marked as placed.
    pub placed: u128,
    /// The options.
    pub options: O,
}

impl<O: Options> GridLine<'_, O> {
    /// This grid of the line with what counts of its position for this operation.
    ///
    /// # Errors
    /// The operation takes no pencil marks.
    pub fn posed<T: Operation<Input = Posed, Options = O>>(&self, grid: Grid) -> Result<Posed, Problem> {
        let (candidates, placed) = (self.candidates.clone(), self.placed);
        let posed = Posed { candidates, placed, ..Posed::new(grid, self.notation) };
        PositionOptions::apply(T::position(&self.options), posed)
    }
}

/// What is done with the puzzles of a batch, several at a time.
pub trait LineWork: Send + Sync + 'static {
    /// The operation, whose options a line may have.
    type Operation: Operation<Input = Posed>;
    /// What the work on a puzzle found.
    type Outcome: 'static;
    /// The answer to a line.
    type Answer<'o>: LineAnswer;

    /// The names of the columns that an answer with these options adds to a line.
    fn columns(options: &OptionsOf<Self>) -> Vec<&'static str>;

    /// Works on the first of these puzzles, at least one: as many as are worked on together. Appends one outcome for each, in
    /// their order.
    fn work(
        &self,
        puzzles: &[Grid],
        lines: &[GridLine<'_, OptionsOf<Self>>],
        cancel: &CancelFlag,
        outcomes: &mut Vec<Self::Outcome>,
    );

    /// The answer to a line with this puzzle, or why there is none.
    ///
    /// # Errors
    /// The problem of the puzzle.
    fn answer<'o>(
        &self,
        puzzle: &Grid,
        line: &GridLine<'_, OptionsOf<Self>>,
        outcome: &'o Self::Outcome,
    ) -> Result<Self::Answer<'o>, Problem>;

    /// Counts the search that led to this outcome, if there was one.
    fn count(_outcome: &Self::Outcome, _searches: &mut Searches) {}
}

/// The options of a line.
pub type OptionsOf<W> = <<W as LineWork>::Operation as Operation>::Options;

/// An answer that fits on a line.
pub trait LineAnswer {
    /// Appends it as a JSON object with at least one member.
    ///
    /// # Errors
    /// It is too long, or there is no memory for it.
    fn write_json(&self, line: &mut Limited<'_>) -> io::Result<()>;
    /// Appends it as text, with this between its lines.
    ///
    /// # Errors
    /// Those of [`write_json`](Self::write_json).
    fn write_text(&self, between: &str, line: &mut Limited<'_>) -> io::Result<()>;
    /// Appends it as columns, each after a tab.
    ///
    /// # Errors
    /// Those of [`write_json`](Self::write_json).
    fn write_columns(&self, line: &mut Limited<'_>) -> io::Result<()>;
}

impl<T: Answer> LineAnswer for &T {
    fn write_json(&self, line: &mut Limited<'_>) -> io::Result<()> {
        serde_json::to_writer(line, self).map_err(io::Error::from)
    }

    fn write_text(&self, between: &str, line: &mut Limited<'_>) -> io::Result<()> {
        line.write_all(self.to_string().trim_end().replace('\n', between).as_bytes())
    }

    fn write_columns(&self, line: &mut Limited<'_>) -> io::Result<()> {
        self.columns().iter().try_for_each(|value| write!(line, "\t{}", value.as_deref().unwrap_or("\\N")))
    }
}
