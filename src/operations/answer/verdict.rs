//! The verdict on a grid.

use serde::Serialize;
use utoipa::ToSchema;

use crate::sudoku::named::named;
use crate::sudoku::solver::{Finding, Interruption};

named! {
    /// Whether a grid has one solution, several or none.
    #[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
    #[serde(rename_all = "lowercase")]
    pub enum Verdict {
        /// Exactly one solution.
        Unique = "unique",
        /// More than one solution.
        Multiple = "multiple",
        /// No solution, although no digits conflict.
        None = "none",
        /// No solution, because digits conflict.
        Conflict = "conflict",
    }
}

impl Verdict {
    /// The verdict of a search on a grid without conflicts.
    ///
    /// # Errors
    /// The search was interrupted.
    pub fn of(finding: &Finding) -> Result<Self, Interruption> {
        match finding {
            Finding::None => Ok(Self::None),
            Finding::One(_) => Ok(Self::Unique),
            Finding::Many(_) => Ok(Self::Multiple),
            Finding::Interrupted { cause, .. } => Err(*cause),
        }
    }
}
