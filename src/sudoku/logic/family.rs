//! What techniques of one kind have in common. Each family stands with its search.

use super::{Board, Pattern, Step};

/// What techniques of one kind have in common.
pub struct Family {
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
    pub const fn new(nudge: &'static str, look: Look) -> Self {
        Self { nudge, needs_uniqueness: false, look, tell: None }
    }

    /// The same, told in words of its own.
    pub const fn told(self, tell: Tell) -> Self {
        Self { tell: Some(tell), ..self }
    }
}
