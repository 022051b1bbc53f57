//! The errors of the layers below, as problems.

use super::problem::{Code, Problem};
use crate::pool::PoolError;
use crate::sudoku::solver::Interruption;

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Overloaded => Self::new(Code::Overloaded, "the solver's queue is full"),
            PoolError::DeadlineExceeded => deadline_exceeded(),
            PoolError::Panicked => Self::new(Code::Internal, "the solver failed"),
            PoolError::Closed => Self::new(Code::ShuttingDown, "the service is shutting down"),
        }
    }
}

impl From<Interruption> for Problem {
    fn from(interruption: Interruption) -> Self {
        match interruption {
            Interruption::NodeLimit => {
                Self::new(Code::SearchLimit, "the search used up its node budget before it had an answer")
            }
            // Only the deadline cancels a search whose answer somebody still waits for.
            Interruption::Cancelled => deadline_exceeded(),
        }
    }
}

fn deadline_exceeded() -> Problem {
    Problem::new(Code::DeadlineExceeded, "the request's time limit passed before the search was done")
}
