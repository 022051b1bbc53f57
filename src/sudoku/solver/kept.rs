//! The solutions that a search has found so far.

use super::{Budget, Finding, Interruption, Outcome, Solutions, Stats};
use crate::sudoku::Grid;

/// Collects solutions.
pub(super) trait Collect {
    /// Takes a solution. Returns whether the search should continue.
    fn take(&mut self, solution: Grid) -> bool;

    /// Whether the search will end at the second solution at the latest. Called before the search starts.
    fn asks_for_two_at_most(&self) -> bool;

    /// Records that there is another solution, without the solution itself.
    fn know_of_another(&mut self);
}

/// Keeps solutions for the outcome of a search.
pub(super) struct Kept {
    first: Option<Grid>,
    rest: Vec<Grid>,
    /// How many more solutions may be kept.
    room: usize,
    more: bool,
}

impl Kept {
    #[inline(always)]
    pub(super) const fn new(budget: &Budget) -> Self {
        Self { first: None, rest: Vec::new(), room: budget.kept(), more: false }
    }

    #[inline(always)]
    pub(super) fn outcome(self, stats: Stats, cut: Option<Interruption>) -> Outcome {
        let finding = match (cut, self.first) {
            (Some(cause), first) => Finding::Interrupted { cause, found: first.into_iter().chain(self.rest).collect() },
            (None, None) => Finding::None,
            (None, Some(only)) if self.rest.is_empty() && !self.more => Finding::One(only),
            (None, Some(first)) => Finding::Many(Solutions::new(first, self.rest, self.more)),
        };
        Outcome { finding, stats }
    }
}

impl Collect for Kept {
    #[inline(always)]
    fn take(&mut self, solution: Grid) -> bool {
        if self.room == 0 {
            self.more = true;
            return false;
        }
        self.room -= 1;
        if self.first.is_none() {
            self.first = Some(solution);
        } else {
            self.rest.push(solution);
        }
        true
    }

    #[inline(always)]
    fn asks_for_two_at_most(&self) -> bool {
        self.room == 1
    }

    #[inline(always)]
    fn know_of_another(&mut self) {
        self.more = true;
    }
}

/// The first solution that a search finds, which ends it.
pub(super) struct First(pub(super) Option<Grid>);

impl Collect for First {
    #[inline(always)]
    fn take(&mut self, solution: Grid) -> bool {
        self.0 = Some(solution);
        false
    }

    #[inline(always)]
    fn asks_for_two_at_most(&self) -> bool {
        true
    }

    #[inline(always)]
    fn know_of_another(&mut self) {}
}

/// The first solution that differs from a known one, which ends the search.
pub(super) struct Other<'a> {
    pub(super) known: &'a Grid,
    pub(super) found: Option<Grid>,
}

impl Collect for Other<'_> {
    #[inline(always)]
    fn take(&mut self, solution: Grid) -> bool {
        let is_known = solution == *self.known;
        if !is_known {
            self.found = Some(solution);
        }
        is_known
    }

    /// It needs the other solution itself.
    #[inline(always)]
    fn asks_for_two_at_most(&self) -> bool {
        false
    }

    #[inline(always)]
    fn know_of_another(&mut self) {}
}

/// Counts solutions.
pub(super) struct Count {
    pub(super) found: usize,
    /// The number at which the search ends.
    pub(super) limit: usize,
}

impl Collect for Count {
    #[inline(always)]
    fn take(&mut self, _solution: Grid) -> bool {
        self.found += 1;
        self.found < self.limit
    }

    #[inline(always)]
    fn asks_for_two_at_most(&self) -> bool {
        self.limit <= 2
    }

    #[inline(always)]
    fn know_of_another(&mut self) {
        self.found += 1;
    }
}
