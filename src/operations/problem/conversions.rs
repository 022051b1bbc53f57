//! Converts the errors of the lower layers to problems.

use super::catalogue::Code;
use super::document::Problem;
use super::errors::GridError;
use crate::operations::answer::verdict::Verdict;
use crate::sudoku::logic::{End, Tenths};
use crate::sudoku::solver::{self, Budget, Finding, Interruption};
use crate::sudoku::{Cell, Grid, Position};

impl From<Interruption> for Problem {
    fn from(interruption: Interruption) -> Self {
        match interruption {
            Interruption::NodeLimit => {
                Self::new(Code::SearchLimit, "the search reached its node limit before it found an answer")
            }
            // While a caller waits for the result, only the deadline cancels a search.
            Interruption::Cancelled => Self::deadline_exceeded(),
        }
    }
}

impl Problem {
    /// The time limit of the request has passed.
    pub fn deadline_exceeded() -> Self {
        Self::new(Code::DeadlineExceeded, "the search exceeded the time limit of the request")
    }

    /// The human solver stopped before it finished; the rating is at least this.
    pub fn step_limit(end: End, at_least: Tenths) -> Self {
        let problem = match end {
            End::Cancelled => Self::deadline_exceeded(),
            End::OutOfNodes | End::Solved | End::MaxRating | End::Stuck => {
                Self::new(Code::SearchLimit, "the search for chains reached its node limit before it found a step")
            }
        };
        problem.with_rating(at_least)
    }

    /// A position has no solution: lists its conflicts, or says that only its pencil marks leave none. This takes a search
    /// without them within the budget.
    pub fn unsolvable(position: &Position, budget: &Budget) -> Self {
        let unsolvable = Self::without_solution(position.grid());
        if position.allowed().is_none() || unsolvable.code() != Code::NoSolution {
            return unsolvable;
        }
        let (cell, why) = match solver::solve_without_marks(position, budget) {
            Finding::None | Finding::Interrupted { .. } => return unsolvable,
            Finding::Many(_) => {
                (None, "no solution keeps to the pencil marks; without them, there are several".to_owned())
            }
            Finding::One(solution) => match position.lacks(&solution).next() {
                None => return unsolvable,
                Some((cell, digit)) => (
                    Some(cell),
                    format!("found no pencil mark for {digit}, its digit in the only solution without them"),
                ),
            },
        };
        let detail = format!("{why}; correct the pencil marks, or send `marks=ignore` to leave them out");
        let (row, column) = (cell.map(Cell::row), cell.map(Cell::column));
        Self::marks_leave_none(GridError { row, column, detail, ..GridError::default() })
    }

    /// The solution of a position that must have exactly one.
    ///
    /// # Errors
    /// It has none or several, or the search was interrupted. The budget is for [`unsolvable`](Self::unsolvable).
    pub fn unless_unique(position: impl Into<Position>, finding: &Finding, budget: &Budget) -> Result<Grid, Self> {
        match Self::unless_solved(position, finding, budget)? {
            (Verdict::Unique, solution) => Ok(solution),
            _ => Err(Self::new(Code::NotUnique, "the puzzle has several solutions; exactly one is required")),
        }
    }

    /// Whether a position has one solution or several, and the first.
    ///
    /// # Errors
    /// It has none, or the search was interrupted. The budget is for [`unsolvable`](Self::unsolvable).
    pub fn unless_solved(
        position: impl Into<Position>,
        finding: &Finding,
        budget: &Budget,
    ) -> Result<(Verdict, Grid), Self> {
        match finding {
            Finding::One(solution) => Ok((Verdict::Unique, *solution)),
            Finding::Many(found) => Ok((Verdict::Multiple, *found.first())),
            Finding::None => Err(Self::unsolvable(&position.into(), budget)),
            Finding::Interrupted { cause, .. } => Err((*cause).into()),
        }
    }
}
