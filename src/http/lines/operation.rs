//! The interface of the operations on lines.

use std::fmt::Display;
use std::io::Write as _;

use serde::Serialize;

use crate::batch::Searches;
use crate::http::answer::grid::Notation;
use crate::http::problem::Problem;
use crate::http::request::{Options, Posed};
use crate::pool::Class;
use crate::sudoku::Grid;
use crate::sudoku::solver::CancelFlag;

/// What is known about a line with a grid, besides the grid itself.
#[derive(Clone, Copy, Debug)]
pub struct Line<K, O> {
    /// The part of the line that its answer needs.
    pub kept: K,
    /// The notation of the grid.
    pub notation: Notation,
    /// The options.
    pub options: O,
}

/// What is done with the puzzles of a batch, several at a time.
pub trait Operation: Send + Sync + 'static {
    /// The options of a line.
    type Options: Options + Clone + Send + Sync + 'static;
    /// What the work on a puzzle found.
    type Outcome: 'static;
    /// The answer to a line.
    type Answer<'o>: LineAnswer;

    /// How expensive the work on a puzzle may be.
    const CLASS: Class;
    /// The names of the columns that an answer adds to a line of tab-separated columns.
    const COLUMNS: &'static [&'static str];

    /// Works on the puzzles of some lines, and appends one outcome for each puzzle, in their order.
    fn work<K>(
        &self,
        puzzles: &[Grid],
        lines: &[Line<K, Self::Options>],
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
        notation: Notation,
        outcome: &'o Self::Outcome,
    ) -> Result<Self::Answer<'o>, Problem>;

    /// Counts the search that led to this outcome, if there was one.
    fn count(_outcome: &Self::Outcome, _searches: &mut Searches) {}
}

/// An answer that fits on a line.
pub trait LineAnswer {
    /// Appends it as a JSON object with at least one member.
    fn write_json(&self, line: &mut Vec<u8>);
    /// Appends it as text.
    fn write_text(&self, line: &mut Vec<u8>);
    /// Appends it as columns, each after a tab.
    fn write_columns(&self, line: &mut Vec<u8>);
}

/// What is done with each puzzle of a batch separately.
pub trait GridOperation: Send + Sync + 'static {
    /// The options of a line.
    type Options: Options + Clone + Send + Sync + 'static;
    /// The answer to a line. Its text may have several lines.
    type Answer: Columns + Serialize + Display + 'static;

    /// How expensive the work on a puzzle may be.
    const CLASS: Class;

    /// Works on a puzzle.
    ///
    /// # Errors
    /// The problem of the puzzle.
    fn answer(&self, posed: Posed, options: &Self::Options, cancel: &CancelFlag) -> Result<Self::Answer, Problem>;
}

/// An answer that can be written as columns.
pub trait Columns {
    /// The names of the columns.
    const NAMES: &'static [&'static str];

    /// The values of the columns, without tabs and line breaks; `None` for one that does not apply.
    fn values(&self) -> Vec<Option<String>>;
}

impl<T: GridOperation> Operation for T {
    type Options = T::Options;
    type Outcome = Result<T::Answer, Problem>;
    type Answer<'o> = &'o T::Answer;

    const CLASS: Class = T::CLASS;
    const COLUMNS: &'static [&'static str] = T::Answer::NAMES;

    fn work<K>(
        &self,
        puzzles: &[Grid],
        lines: &[Line<K, T::Options>],
        cancel: &CancelFlag,
        outcomes: &mut Vec<Self::Outcome>,
    ) {
        outcomes.extend(puzzles.iter().zip(lines).map(|(&grid, line)| {
            let posed = Posed { grid, notation: line.notation, candidates: None };
            GridOperation::answer(self, posed, &line.options, cancel)
        }));
    }

    fn answer<'o>(&self, _: &Grid, _: Notation, outcome: &'o Self::Outcome) -> Result<&'o T::Answer, Problem> {
        outcome.as_ref().map_err(Problem::clone)
    }
}

impl<T: Columns + Serialize + Display> LineAnswer for &T {
    fn write_json(&self, line: &mut Vec<u8>) {
        serde_json::to_writer(line, self).expect("an answer of numbers and strings is JSON");
    }

    fn write_text(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(self.to_string().trim_end().replace('\n', " | ").as_bytes());
    }

    fn write_columns(&self, line: &mut Vec<u8>) {
        for value in self.values() {
            write!(line, "\t{}", value.as_deref().unwrap_or("\\N")).expect("writing to a vector cannot fail");
        }
    }
}
