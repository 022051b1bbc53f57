//! The verdict on a grid.

use crate::operations::schemas::{one_of, schemas, words};
use crate::sudoku::solver::{Finding, Interruption};

words! {
    /// Whether a grid has one solution, several or none.
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

schemas! {
    /// The verdict on a grid with a solution.
    SolveVerdict => one_of("Whether a grid has one solution or several.", &[Verdict::Unique, Verdict::Multiple]);

    /// The verdict on a grid without a solution.
    RefutedVerdict => one_of(
        "Whether the grid has no solution, or its givens conflict.",
        &[Verdict::None, Verdict::Conflict],
    );

    /// The verdict on a grid with several solutions.
    MultipleVerdict => one_of("The grid has several solutions.", &[Verdict::Multiple]);

    /// The verdict on a puzzle.
    UniqueVerdict => one_of("The grid has one solution.", &[Verdict::Unique]);
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
