//! What techniques of one kind have in common. Each family stands with its search.

use super::{Board, Pattern, Step};

/// The groups of techniques, as a person who knows or looks for those of one kind calls them.
pub mod group {
    pub const SINGLES: &str = "Singles";
    pub const LOCKED: &str = "Locked candidates";
    pub const SUBSETS: &str = "Pairs, triplets, quads";
    pub const FISH: &str = "Fish";
    pub const WINGS: &str = "Wings";
    pub const UNIQUENESS: &str = "Uniqueness";
    pub const ONE_DIGIT: &str = "Single-digit patterns";
    pub const CHAINS: &str = "Chains";
    pub const SETS: &str = "Almost locked sets";
    /// Chains of the scale. Players have no name for them that fits all, and hardly anybody follows them.
    pub const FORCING: &str = "Forcing chains";
}

/// What techniques of one kind have in common.
pub struct Family {
    /// Its group in lists for people.
    pub group: &'static str,
    /// The kind of idea; names no cell, house or digit.
    pub nudge: &'static str,
    pub needs_uniqueness: bool,
    /// What shows where a pattern is.
    pub look: Look,
    /// Tells the pattern of a step and what follows, given its effect in words; `None` if its truths and covers suffice.
    pub tell: Option<Tell>,
}

type Tell = fn(&Board, &Step, &Pattern, &str) -> (String, String);

/// The parts of a proof that show where its pattern is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Its truths.
    Truths,
    /// Its truths and covers.
    All,
    /// Its covers.
    Covers,
    /// So many of its truths: a pivot, or the cells of an exclusion.
    First(usize),
}

impl Family {
    /// A family that says no more than this.
    pub const fn new(group: &'static str, nudge: &'static str, look: Look) -> Self {
        Self { group, nudge, needs_uniqueness: false, look, tell: None }
    }

    /// The same, told in words of its own.
    pub const fn told(self, tell: Tell) -> Self {
        Self { tell: Some(tell), ..self }
    }
}
