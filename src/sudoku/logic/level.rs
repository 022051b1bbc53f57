//! Levels of difficulty: ratings in words.

use std::ops::RangeInclusive;

use super::Tenths;
use crate::sudoku::named::named;

named! {
    /// A rating in the words of players, by the hardest technique that a puzzle needs.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Level {
        /// Up to 1.5: hidden singles.
        Easy = "easy",
        /// 1.6 to 2.5: naked singles, and what places a digit without a note.
        Medium = "medium",
        /// 2.6 to 3.9: locked candidates, pairs, naked triplets, X-wings and swordfish.
        Hard = "hard",
        /// 4.0 to 6.2: hidden triplets, quads, wings, unique rectangles and BUGs.
        Expert = "expert",
        /// 6.3 to 7.7: chains.
        Fiendish = "fiendish",
        /// 7.8 and up: forcing chains.
        Diabolical = "diabolical",
    }
}

impl Level {
    /// The lowest and the highest rating of each level.
    const RATINGS: [(Tenths, Tenths); 6] = [
        (Tenths(10), Tenths(15)),
        (Tenths(16), Tenths(25)),
        (Tenths(26), Tenths(39)),
        (Tenths(40), Tenths(62)),
        (Tenths(63), Tenths(77)),
        // No puzzle above 12.0 is known; one without a step is rated 20.0.
        (Tenths(78), Tenths(120)),
    ];

    /// The level of a rating.
    pub fn of(rating: Tenths) -> Self {
        Self::ALL.into_iter().rfind(|level| *level.ratings().start() <= rating).unwrap_or(Self::Easy)
    }

    /// The ratings of puzzles of this level.
    pub const fn ratings(self) -> RangeInclusive<Tenths> {
        let (lowest, highest) = Self::RATINGS[self as usize];
        lowest..=highest
    }
}
