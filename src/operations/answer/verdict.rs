//! The verdict on a grid.

use super::declaration::{named, parts};
use crate::operations::schemas::{one_of, words};
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

/// Defines types that exist only for their schema: some of the verdicts.
macro_rules! verdicts {
    ($(#[doc = $sentence:literal] $Name:ident = $($Verdict:ident)+;)+) => {$(
        #[doc = $sentence]
        pub struct $Name;

        parts! {
            [] $Name => |schemas| named(schemas, stringify!($Name), |_| {
                one_of($sentence.trim(), &[$(Verdict::$Verdict),+])
            });
        }
    )+};
}

verdicts! {
    /// Whether a grid has one solution or several.
    SolveVerdict = Unique Multiple;
    /// Whether the grid has no solution, or its givens conflict.
    RefutedVerdict = None Conflict;
    /// The grid has several solutions.
    MultipleVerdict = Multiple;
    /// The grid has one solution.
    UniqueVerdict = Unique;
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
