//! Converts the errors of the lower layers to problems.

use super::code::Code;
use super::document::Problem;
use crate::sudoku::Grid;
use crate::sudoku::logic::{End, Tenths};
use crate::sudoku::solver::{Finding, Interruption};

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

    /// The solution of a grid that must have exactly one.
    ///
    /// # Errors
    /// It has none or several, or the search was interrupted.
    pub fn unless_unique(grid: &Grid, finding: &Finding) -> Result<Grid, Self> {
        match finding {
            Finding::One(solution) => Ok(*solution),
            Finding::None => Err(Self::without_solution(grid)),
            Finding::Many(_) => {
                Err(Self::new(Code::NotUnique, "the puzzle has several solutions; exactly one is required"))
            }
            Finding::Interrupted { cause, .. } => Err((*cause).into()),
        }
    }
}
