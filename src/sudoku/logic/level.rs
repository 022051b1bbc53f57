//! Levels of difficulty: ratings in words.

use std::ops::RangeInclusive;

use super::Tenths;

/// A rating in the words of players, by the hardest technique that a puzzle needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Up to 1.5: hidden singles.
    Easy,
    /// 1.6 to 2.5: naked singles, and what places a digit without a note.
    Medium,
    /// 2.6 to 3.9: locked candidates, pairs, naked triplets, X-wings and swordfish.
    Hard,
    /// 4.0 to 6.2: hidden triplets, quads, wings, unique rectangles and BUGs.
    Expert,
    /// 6.3 to 7.7: chains.
    Fiendish,
    /// 7.8 and up: forcing chains.
    Diabolical,
}

impl Level {
    /// Every level, the easiest first.
    pub const ALL: [Self; 6] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::Fiendish, Self::Diabolical];

    /// The name of each level, and its lowest and highest rating.
    const TABLE: [(&'static str, Tenths, Tenths); 6] = [
        ("easy", Tenths(10), Tenths(15)),
        ("medium", Tenths(16), Tenths(25)),
        ("hard", Tenths(26), Tenths(39)),
        ("expert", Tenths(40), Tenths(62)),
        ("fiendish", Tenths(63), Tenths(77)),
        // No puzzle above 12.0 is known; one without a step is rated 20.0.
        ("diabolical", Tenths(78), Tenths(120)),
    ];

    /// The level of a rating.
    #[must_use]
    pub fn of(rating: Tenths) -> Self {
        Self::ALL.into_iter().rfind(|level| *level.ratings().start() <= rating).unwrap_or(Self::Easy)
    }

    /// Its name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::TABLE[self as usize].0
    }

    /// The ratings of puzzles of this level.
    #[must_use]
    pub const fn ratings(self) -> RangeInclusive<Tenths> {
        let (_, lowest, highest) = Self::TABLE[self as usize];
        lowest..=highest
    }
}
