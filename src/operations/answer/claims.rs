//! Claims about cells, judged.

use std::fmt;

use super::cells::Conflict;
use super::declaration::answer;
use crate::sudoku::logic::{Board, Claim};
use crate::sudoku::{Digit, Grid};

answer! {
    /// A claim, and what is true of it.
    pub struct JudgedClaim {
        /// The claim.
        claim: String {pattern: "^r[1-9]c[1-9](=[1-9]|<>[1-9]{1,9})$"},
        /// Whether the rules allow it: no given says otherwise, and a digit to place is in no other cell of its houses.
        legal: bool,
        /// If it is illegal: the given of the cell, which says otherwise.
        given: Option<u8> {minimum: 1, maximum: 9},
        /// If it is illegal: the houses of the cell in which other cells hold the digit, with these cells.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        conflicts: Vec<Conflict> {maxItems: 3},
        /// Whether it is true in the only solution. Absent if there is none, or if `compare` is false.
        correct: Option<bool>,
        /// Whether it is already so: the digit is in its cell, or the digits to eliminate are no candidates of theirs.
        noop: bool,
    }
}

impl JudgedClaim {
    /// Judges a claim about a board, of which only the givens are certain.
    pub fn new(claim: &Claim, board: &Board, givens: &Grid, solution: Option<&Grid>) -> Self {
        Self {
            claim: claim.to_string(),
            legal: claim.is_legal(board, givens),
            given: claim.denied_by(givens).map(Digit::get),
            conflicts: claim.conflicts(board).into_iter().map(Conflict::from).collect(),
            correct: solution.map(|solution| claim.is_true_in(solution)),
            noop: claim.is_noop(board),
        }
    }
}

/// Formats as `claim r1c2=3: legal, correct` or `claim r1c2=5: illegal, wrong; row 1: 5 at r1c1`.
impl fmt::Display for JudgedClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "claim {}: {}", self.claim, if self.legal { "legal" } else { "illegal" })?;
        if let Some(correct) = self.correct {
            f.write_str(if correct { ", correct" } else { ", wrong" })?;
        }
        f.write_str(if self.noop { ", noop" } else { "" })?;
        self.given.iter().try_for_each(|given| write!(f, "; given {given}"))?;
        self.conflicts.iter().try_for_each(|conflict| write!(f, "; {conflict}"))
    }
}
