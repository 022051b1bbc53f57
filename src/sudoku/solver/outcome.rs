//! What a search found.

use crate::sudoku::Grid;

/// What a search found, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The solutions, or why they are not all known.
    pub finding: Finding,
    /// What it took.
    pub stats: Stats,
}

/// The solutions of a grid, as far as they were asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// No solution: the digits conflict, or the grid cannot be completed.
    None,
    /// This one and no other.
    One(Grid),
    /// More than one.
    Many(Solutions),
    /// The search was cut.
    Interrupted {
        /// What cut it.
        cause: Interruption,
        /// The solutions found until then, at most as many as the budget keeps. An empty list proves nothing.
        found: Vec<Grid>,
    },
}

/// Whether a grid has a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existence {
    /// It has this one, and perhaps others.
    Some(Grid),
    /// It has none: the digits conflict, or the grid cannot be completed.
    None,
    /// The search was cut before it found one.
    Interrupted(Interruption),
}

/// What cut a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interruption {
    /// The next guess would have been one over the budget's node limit.
    NodeLimit,
    /// The budget's cancel flag was raised.
    Cancelled,
}

/// The kept solutions of a grid that has several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solutions {
    first: Grid,
    /// Empty, and so without an allocation, when one solution is kept.
    rest: Vec<Grid>,
    more: bool,
}

impl Solutions {
    pub(super) const fn new(first: Grid, rest: Vec<Grid>, more: bool) -> Self {
        Self { first, rest, more }
    }

    /// The first solution.
    #[must_use]
    pub const fn first(&self) -> &Grid {
        &self.first
    }

    /// The kept solutions, all different.
    pub fn iter(&self) -> impl Iterator<Item = &Grid> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// Whether there are solutions that were not kept.
    #[must_use]
    pub const fn more(&self) -> bool {
        self.more
    }
}

/// What a search took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// How often the search had to guess, wrong guesses and those after the first solution included. A guess of several
    /// cells at once is one.
    pub guesses: u64,
}
