//! Works on each puzzle of a batch separately.

use std::marker::PhantomData;
use std::sync::Arc;

use super::join;
use super::settings::LineSettings;
use super::work::{GridLine, LineWork};
use crate::batch::{AnyLines, Searches};
use crate::operations::any_operation::{AnswerSchema, Batches};
use crate::operations::operation::{Answer, Operation, Work};
use crate::operations::problem::Problem;
use crate::operations::reading::Posed;
use crate::sudoku::Grid;
use crate::sudoku::logic::RatingSoFar;
use crate::sudoku::solver::CancelFlag;

/// An operation on each puzzle of a batch, whose answer on a line is an `L`.
#[derive(Debug)]
pub struct Each<O, L> {
    guesses: u64,
    chain_nodes: u64,
    of: PhantomData<fn() -> (O, L)>,
}

impl<O: Operation<Input = Posed>, L: Answer + From<O::Answer>> Each<O, L> {
    /// The batches.
    pub const BATCHES: Batches =
        Batches { make: Self::make, columns: L::COLUMNS, answer_schema: AnswerSchema::of::<L> };

    /// The lines of a batch.
    ///
    /// # Errors
    /// Every invalid option.
    fn make(settings: LineSettings) -> Result<Arc<dyn AnyLines>, Problem> {
        let LineSettings { guesses, chain_nodes, .. } = settings;
        join::make(settings, Self { guesses, chain_nodes, of: PhantomData })
    }
}

impl<O: Operation<Input = Posed>, L: Answer + From<O::Answer>> LineWork for Each<O, L> {
    type Operation = O;
    type Outcome = (Result<L, Problem>, Searches);
    type Answer<'o> = &'o L;

    fn columns(options: &O::Options) -> Vec<&'static str> {
        O::columns(options).unwrap_or_else(|| L::COLUMNS.to_vec())
    }

    fn work(
        &self,
        puzzles: &[Grid],
        lines: &[GridLine<'_, O::Options>],
        cancel: &CancelFlag,
        outcomes: &mut Vec<Self::Outcome>,
    ) {
        // One, because its answer may be long.
        outcomes.extend(puzzles.iter().zip(lines).take(1).map(|(&grid, line)| {
            let work = Work::new(self.guesses, self.chain_nodes, cancel, RatingSoFar::default());
            let answer = line.posed::<O>(grid).and_then(|posed| O::answer(&posed, &line.options, &work));
            (answer.map(L::from), work.searches())
        }));
    }

    fn answer<'o>(
        &self,
        _: &Grid,
        _: &GridLine<'_, O::Options>,
        (outcome, _): &'o Self::Outcome,
    ) -> Result<&'o L, Problem> {
        outcome.as_ref().map_err(Problem::clone)
    }

    fn count((_, searches): &Self::Outcome, counted: &mut Searches) {
        counted.add(searches);
    }
}
