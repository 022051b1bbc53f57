//! The errors of the layers below, as problems.

use super::code::Code;
use super::document::Problem;
use crate::pool::PoolError;
use crate::sudoku::solver::Interruption;

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Overloaded => Self::new(Code::Overloaded, "the queue for the solver is full"),
            PoolError::DeadlineExceeded => deadline_exceeded(),
            PoolError::Panicked => Self::solver_failed(),
            PoolError::Closed => Self::shutting_down(),
        }
    }
}

impl From<Interruption> for Problem {
    fn from(interruption: Interruption) -> Self {
        match interruption {
            Interruption::NodeLimit => {
                Self::new(Code::SearchLimit, "the search reached its node limit before it had an answer")
            }
            // While a caller waits for the answer, only the deadline cancels a search.
            Interruption::Cancelled => deadline_exceeded(),
        }
    }
}

fn deadline_exceeded() -> Problem {
    Problem::new(Code::DeadlineExceeded, "the request's time limit passed before the search was done")
}
