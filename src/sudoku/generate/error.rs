//! Errors of the generator.

use std::error::Error;
use std::fmt;

use crate::sudoku::logic::Tenths;
use crate::sudoku::named::named;

named! {
    /// An option of a [`Wish`](super::Wish).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum WishOption {
        /// The range of ratings.
        Rating = "rating",
        /// The range of clues.
        Clues = "clues",
        /// The symmetry, together with the clues.
        Symmetry = "symmetry",
        /// The cells that are clues.
        Pattern = "pattern",
        /// Whether all clues are needed.
        Minimal = "minimal",
        /// The technique that is needed.
        Needs = "needs",
        /// The techniques that a player knows.
        Allow = "allow",
    }
}

/// Why no puzzle was generated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GenerateError {
    /// No puzzle can meet the wish.
    Contradiction {
        /// The option that cannot be met, given the options before it.
        option: WishOption,
        /// The reason, for people to read.
        reason: String,
    },
    /// No puzzle was found. The same wish with the same seed and limit of work will find none again.
    NotFound {
        /// The number of puzzles tried.
        attempts: u32,
        /// The rating nearest to the wanted range among the puzzles whose clues met the wish, if there was one. If that
        /// puzzle was too hard, its true rating may be higher.
        nearest: Option<Tenths>,
    },
    /// The cancel flag was raised.
    Cancelled,
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction { reason, .. } => f.write_str(reason),
            Self::NotFound { attempts, nearest: None } => write!(f, "no such puzzle in {attempts} attempts"),
            Self::NotFound { attempts, nearest: Some(rating) } => {
                write!(f, "no such puzzle in {attempts} attempts; the nearest rating was {rating}")
            }
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl Error for GenerateError {}
