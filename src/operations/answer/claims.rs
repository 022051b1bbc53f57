//! Claims about cells, judged.

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

use super::steps::Technique;
use crate::sudoku::Grid;
use crate::sudoku::logic::{Board, Claim};

/// A claim, and what is true of it.
#[derive(Serialize, ToSchema, Debug)]
pub struct JudgedClaim {
    /// The claim.
    #[schema(pattern = "^r[1-9]c[1-9](=[1-9]|<>[1-9]{1,9})$")]
    claim: String,
    /// Whether the rules allow it: no given says otherwise, and a digit to place is in no other cell of its houses.
    legal: bool,
    /// Whether it is true in the only solution. Absent if there is none, or if `reveal` is false.
    #[serde(skip_serializing_if = "Option::is_none")]
    correct: Option<bool>,
    /// Whether it is already so: the digit is in its cell, or the digits to eliminate are no candidates of theirs.
    noop: bool,
    /// With `justify`: the first technique that gives the claim, by rating, then by course. Null if none is found, as for a
    /// claim that is wrong or changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Justified)]
    justified: Option<Justified>,
}

/// The technique that gives a claim, if one does.
#[derive(Serialize, ToSchema, Debug)]
#[serde(transparent)]
pub struct Justified(Option<Technique>);

impl JudgedClaim {
    /// Judges a claim about a board, of which only the givens are certain.
    pub fn new(claim: &Claim, board: &Board, givens: &Grid, solution: Option<&Grid>) -> Self {
        Self {
            claim: claim.to_string(),
            legal: claim.is_legal(board, givens),
            correct: solution.map(|solution| claim.is_true_in(solution)),
            noop: claim.is_noop(board),
            justified: None,
        }
    }

    /// The same claim with the technique that gives it, if one does.
    #[must_use]
    pub fn justified(self, technique: Option<Technique>) -> Self {
        Self { justified: Some(Justified(technique)), ..self }
    }
}

/// Formats as `claim r1c2=3: legal, correct, by Naked Single` or `claim r1c2<>5: illegal, wrong, noop`.
impl fmt::Display for JudgedClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "claim {}: {}", self.claim, if self.legal { "legal" } else { "illegal" })?;
        if let Some(correct) = self.correct {
            f.write_str(if correct { ", correct" } else { ", wrong" })?;
        }
        f.write_str(if self.noop { ", noop" } else { "" })?;
        match &self.justified {
            Some(Justified(Some(technique))) => write!(f, ", by {}", technique.name),
            Some(Justified(None)) => f.write_str(", unjustified"),
            None => Ok(()),
        }
    }
}
