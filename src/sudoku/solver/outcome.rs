//! The outcome of a search.

use crate::sudoku::Grid;

/// The outcome of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The solutions, or why they are not all known.
    pub finding: Finding,
    /// The work of the search.
    pub stats: Stats,
}

/// The solutions of a grid, up to the number that the budget keeps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// No solution: the digits conflict, or the grid cannot be completed.
    None,
    /// Exactly one solution.
    One(Grid),
    /// More than one solution.
    Many(Solutions),
    /// The search was interrupted.
    Interrupted {
        /// What interrupted it.
        cause: Interruption,
        /// The solutions found so far, at most as many as the budget keeps. An empty list proves nothing.
        found: Vec<Grid>,
    },
}

/// What interrupted a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interruption {
    /// The next guess would have exceeded the node limit of the budget.
    NodeLimit,
    /// The budget's cancel flag was raised.
    Cancelled,
}

/// The kept solutions of a grid that has several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solutions {
    first: Grid,
    /// Empty, and so not allocated, if only one solution is kept.
    rest: Vec<Grid>,
    more: bool,
}

impl Solutions {
    pub(super) const fn new(first: Grid, rest: Vec<Grid>, more: bool) -> Self {
        Self { first, rest, more }
    }

    /// The first solution.
    pub const fn first(&self) -> &Grid {
        &self.first
    }

    /// The kept solutions, all different.
    pub fn iter(&self) -> impl Iterator<Item = &Grid> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// Whether there are more solutions than were kept.
    pub const fn more(&self) -> bool {
        self.more
    }
}

/// The work of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// Number of guesses, including wrong ones and those after the first solution. A guess of several cells at once
    /// counts once.
    pub guesses: u64,
    /// Number of solutions that were kept or counted.
    pub solutions: u64,
}
