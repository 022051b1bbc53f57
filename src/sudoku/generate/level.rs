//! The wish for a puzzle of a level.

use super::Wish;
use super::random::Random;
use crate::sudoku::logic::{Level, Technique, TechniqueSet, Tenths};

/// The fewest clues of an easy puzzle: beginners expect more than a puzzle needs.
const EASY_CLUES: u8 = 32;

/// The last rating of each part of these levels. A puzzle of the level is of a part drawn at random; otherwise most of a level
/// would be of its most frequent rating, which is 2.0, 2.6 or 4.5.
const PARTS: [(Level, &[u8]); 3] =
    [(Level::Medium, &[19, 20, 25]), (Level::Hard, &[27, 29, 33, 39]), (Level::Expert, &[43, 44, 49, 62])];

impl Wish {
    /// This wish for a puzzle of a level. Whoever states what the player knows or practises gets any puzzle of these ratings.
    /// Otherwise an easy puzzle has many clues, unless their number or pattern is stated, a medium one is solved by singles alone, and
    /// puzzles with different seeds and indices differ in the ratings of their level.
    #[must_use]
    pub fn of_level(mut self, level: Level, seed: &str, index: u64) -> Self {
        let ratings = level.ratings();
        self.rating = Some(ratings.clone());
        if self.lesson().is_some() {
            return self;
        }
        if level == Level::Easy && self.pattern.is_none() {
            self.clues = self.clues.or(Some(EASY_CLUES..=80));
        }
        if level == Level::Medium {
            self.allow = Some(TechniqueSet::up_to(Technique::NakedSingle));
        }
        if let Some((_, ends)) = PARTS.iter().find(|(of, _)| *of == level) {
            let part = Random::new(&format!("{}/{seed}", level.name()), index).below(ends.len() as u32) as usize;
            let first = part.checked_sub(1).map_or(*ratings.start(), |before| Tenths(ends[before] + 1));
            self.rating = Some(first..=Tenths(ends[part]));
        }
        self
    }
}
