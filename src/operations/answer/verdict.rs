//! The verdict on a grid.

use serde::Serialize;
use utoipa::ToSchema;

use crate::sudoku::solver::{Finding, Interruption};

/// Whether a grid has one solution, several or none.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Exactly one solution.
    Unique,
    /// More than one solution.
    Multiple,
    /// No solution, although no digits conflict.
    None,
    /// No solution, because digits conflict.
    Conflict,
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

    /// The verdict as text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Conflict => "conflict",
        }
    }
}
