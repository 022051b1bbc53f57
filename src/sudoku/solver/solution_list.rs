//! The solutions that a search has found so far.

use super::{Budget, Finding, Interruption, Outcome, Solutions, Stats};
use crate::sudoku::Grid;

/// Keeps solutions for the outcome of a search.
pub(super) struct SolutionList {
    first: Option<Grid>,
    rest: Vec<Grid>,
    /// How many more solutions may be kept.
    room: usize,
    /// How many more may be counted, and how many were.
    uncounted: usize,
    counted: u64,
    more: bool,
}

impl SolutionList {
    #[inline(always)]
    pub(super) const fn new(budget: &Budget) -> Self {
        let (room, uncounted) = (budget.keep, budget.beyond);
        Self { first: None, rest: Vec::new(), room, uncounted, counted: 0, more: false }
    }

    #[inline(always)]
    pub(super) fn outcome(self, mut stats: Stats, cut: Option<Interruption>) -> Outcome {
        stats.solutions = u64::from(self.first.is_some()) + self.rest.len() as u64 + self.counted;
        let finding = match (cut, self.first) {
            (Some(cause), first) => Finding::Interrupted { cause, found: first.into_iter().chain(self.rest).collect() },
            (None, None) => Finding::None,
            (None, Some(only)) if stats.solutions == 1 && !self.more => Finding::One(only),
            (None, Some(first)) => Finding::Many(Solutions::new(first, self.rest, self.more)),
        };
        Outcome { finding, stats }
    }

    /// Takes a solution, or `None` for one that is there, but was not searched. Returns whether the search should continue.
    #[inline(always)]
    pub(super) fn take(&mut self, found: Option<&Grid>) -> bool {
        match found {
            Some(solution) if self.room > 0 && self.first.is_none() => self.first = Some(*solution),
            Some(solution) if self.room > 0 => self.rest.push(*solution),
            Some(_) if self.uncounted > 0 => {
                self.uncounted -= 1;
                self.counted += 1;
                return true;
            }
            _ => {
                self.more = true;
                return false;
            }
        }
        self.room -= 1;
        true
    }
}
