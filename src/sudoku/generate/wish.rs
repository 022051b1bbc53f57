//! Requirements for a puzzle.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::{GenerateError, WishOption};
use crate::sudoku::logic::{Lesson, TABLE, Technique, TechniqueSet, Tenths};
use crate::sudoku::{House, Symmetry};

/// The minimum number of clues of a puzzle with one solution (McGuire, Tugemann and Civario, 2012).
const FEWEST: u8 = 17;
/// The minimum number of clues that a search finds: of ten seeds, all have puzzles with 20 clues, and none has one with 19.
const FEWEST_FOUND: u8 = 20;
/// The minimum known number of clues of a puzzle with one solution and full symmetry.
const FEWEST_FULL: u8 = 18;
/// The maximum known number of clues of a puzzle without redundant clues.
const MOST_MINIMAL: u8 = 40;
/// The lowest rating.
const LOWEST: Tenths = Tenths(10);
/// The highest known rating.
const HIGHEST: Tenths = Tenths(120);

/// The techniques that no puzzle needs if all that come before them are known: pointing, claiming and X-wings.
///
/// - Direct claiming: if the places of a digit in one row of a band are all in one box, and one place in another row is
///   outside it, then the third box has only places in the third row. So direct pointing finds the same digit.
/// - A generalized X-wing has two pairs of places, each all that a house has, that see each other. If both houses are rows
///   or both columns, it is an X-wing, or the pairs are in two boxes. In each other case, too, the four places are in two
///   boxes of a band or stack, or in one, and locked candidates exclude what the generalized X-wing does.
const UNNEEDED: [Technique; 2] = [Technique::DirectClaiming, Technique::GeneralizedXWing];

/// Requirements for a puzzle. The default has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The rating, at least 1.0.
    pub rating: Option<RangeInclusive<Tenths>>,
    /// The number of clues, 17 to 80. Without a pattern, 20 or more must be among them.
    pub clues: Option<RangeInclusive<u8>>,
    /// The minimum symmetry of the clues; `None` for a random one other than [`Symmetry::None`].
    pub symmetry: Option<Symmetry>,
    /// The cells that are clues, as a set: bit `i` is the cell with index `i`. It must keep to `clues` and `symmetry`.
    pub pattern: Option<u128>,
    /// Whether every clue must be needed. Otherwise some may be redundant.
    pub minimal: bool,
    /// A technique without which the techniques of `allow` do not solve the puzzle, and with which they do.
    pub needs: Option<Technique>,
    /// The techniques that a player knows. If absent and `needs` is not, those that come before it (see [`Lesson`]).
    pub allow: Option<TechniqueSet>,
    /// The maximum work of the search, in candidates that chains visit. Each puzzle tried adds 4,000. The default is at most
    /// 8,000 puzzles, about a second. A search that begins at a known puzzle or for somebody who knows only some techniques may
    /// do three times as much, one for a pattern ten times.
    pub work: u64,
    /// The maximum work of chains in one rating, in candidates visited. A puzzle that needs more is skipped.
    pub nodes: u64,
}

impl Default for Wish {
    fn default() -> Self {
        Self {
            rating: None,
            clues: None,
            symmetry: Some(Symmetry::None),
            pattern: None,
            minimal: false,
            needs: None,
            allow: None,
            work: 32_000_000,
            nodes: 30_000_000,
        }
    }
}

impl Wish {
    /// The range of accepted ratings.
    pub(super) fn ratings(&self) -> RangeInclusive<Tenths> {
        self.rating.clone().unwrap_or(Tenths(0)..=Tenths(u8::MAX))
    }

    /// The range of accepted numbers of clues.
    pub(super) fn counts(&self) -> RangeInclusive<u8> {
        self.clues.clone().unwrap_or(FEWEST..=80)
    }

    /// What somebody knows who is to solve the puzzle, if that matters.
    pub fn lesson(&self) -> Option<Lesson> {
        (self.needs.is_some() || self.allow.is_some()).then(|| Lesson::new(self.needs, self.allow))
    }

    /// The name of the random numbers for this wish and seed: two wishes that differ in more than their spelling have
    /// different names, so that one seed never starts both from the same solution. Without a wish, it is the seed.
    pub(super) fn stream(&self, seed: &str) -> String {
        let (ratings, counts) = (self.ratings(), self.counts());
        let (first, last) = (Tenths::max(*ratings.start(), LOWEST), Tenths::min(*ratings.end(), HIGHEST));
        let (fewest, most) = ((*counts.start()).max(FEWEST), (*counts.end()).min(80));
        let allow = self.lesson().filter(|lesson| *lesson != Lesson::new(self.needs, None));
        let ids = |lesson: Lesson| lesson.techniques().iter().map(|one| one.info().id).collect::<Vec<_>>().join(",");
        let parts = [
            ((first, last) != (LOWEST, HIGHEST)).then(|| format!("rating={first}-{last}")),
            ((fewest, most) != (FEWEST, 80)).then(|| format!("clues={fewest}-{most}")),
            (self.symmetry != Some(Symmetry::None))
                .then(|| format!("symmetry={}", self.symmetry.map_or("any", Symmetry::name))),
            self.pattern.map(|pattern| format!("pattern={pattern:x}")),
            self.minimal.then(|| "minimal".to_owned()),
            self.needs.map(|technique| format!("needs={}", technique.info().id)),
            allow.map(|lesson| format!("allow={}", ids(lesson))),
        ];
        parts.into_iter().flatten().map(|part| part + "/").collect::<String>() + seed
    }

    /// Checks whether a puzzle can meet the wish, as far as that is known in advance.
    ///
    /// # Errors
    ///
    /// [`GenerateError::Contradiction`] with the option and the reason if none can.
    pub fn check(&self) -> Result<(), GenerateError> {
        let (ratings, clues) = (self.ratings(), self.counts());
        let no = |option, reason| Err(GenerateError::Contradiction { option, reason });
        if ratings.is_empty() {
            return no(WishOption::Rating, format!("the rating ends at {}, below {}", ratings.end(), ratings.start()));
        }
        if *ratings.end() < LOWEST || *ratings.start() > HIGHEST {
            return no(WishOption::Rating, format!("ratings are from {LOWEST} to {HIGHEST}"));
        }
        // Chains may exceed their highest known ratings, but leave no gap in which they could.
        let needed = || TABLE.iter().filter(|row| !UNNEEDED.contains(&row.technique));
        let exists = |tenths: &u8| needed().any(|row| row.may_be_rated(Tenths(*tenths)));
        let (first, last) = (ratings.start().0, ratings.end().0);
        if !(first..=last).any(|tenths| exists(&tenths)) {
            let around = [(0..first).rfind(exists), (last..=HIGHEST.0).find(exists)];
            let nearest: Vec<String> = around.into_iter().flatten().map(|tenths| Tenths(tenths).to_string()).collect();
            let reason =
                format!("no technique is rated {}; the nearest are {}", shown(&ratings), nearest.join(" and "));
            return no(WishOption::Rating, reason);
        }
        if clues.is_empty() {
            return no(WishOption::Clues, format!("the clues end at {}, below {}", clues.end(), clues.start()));
        }
        if *clues.end() < FEWEST || *clues.start() > 80 {
            return no(WishOption::Clues, format!("a puzzle has {FEWEST} to 80 clues"));
        }
        if self.minimal && *clues.start() > MOST_MINIMAL {
            return Err(not_minimal());
        }
        if let Some(symmetry) = self.symmetry {
            let fewest = if symmetry == Symmetry::Full { FEWEST_FULL } else { FEWEST };
            let possible = symmetry.clue_counts();
            if !clues.clone().any(|count| count >= fewest && possible >> count & 1 == 1) {
                return no(
                    WishOption::Symmetry,
                    format!("no puzzle with {} clues has {} symmetry", shown(&clues), symmetry.name()),
                );
            }
        }
        if *clues.end() < FEWEST_FOUND && self.pattern.is_none() {
            let reason = format!("puzzles with fewer than {FEWEST_FOUND} clues are so rare that none is found");
            return no(WishOption::Clues, reason);
        }
        if let Some(pattern) = self.pattern {
            self.check_pattern(pattern)?;
        }
        let Some(lesson) = self.lesson() else { return Ok(()) };
        if let Some(technique) = self.needs.filter(|technique| UNNEEDED.contains(technique) && self.allow.is_none()) {
            let reason = format!("no puzzle needs {}: easier techniques always find the same", technique.info().name);
            return no(WishOption::Needs, reason);
        }
        let mut below = TABLE.iter().filter(|row| row.is_rated() && row.lowest <= *ratings.end());
        if self.needs.is_some() && below.all(|row| lesson.known().has(row.technique)) {
            let reason = format!("what the player knows solves every puzzle rated up to {}", ratings.end());
            return no(WishOption::Needs, reason);
        }
        // A full house is a hidden single. The others that the scale does not know may replace any chains.
        let is_bounded = |technique: Technique| technique.info().is_rated() || technique == Technique::FullHouse;
        let highest = lesson.techniques().iter().map(|technique| technique.info().highest).max().unwrap_or_default();
        if highest < *ratings.start() && lesson.techniques().iter().all(is_bounded) {
            let option = if self.allow.is_some() { WishOption::Allow } else { WishOption::Needs };
            let reason =
                format!("these techniques solve nothing rated above {highest}, and so not {}", ratings.start());
            return no(option, reason);
        }
        Ok(())
    }

    /// Checks whether a puzzle can have this pattern, and whether the pattern meets the rest of the wish.
    fn check_pattern(&self, pattern: u128) -> Result<(), GenerateError> {
        let no = |option, reason: String| Err(GenerateError::Contradiction { option, reason });
        let count = pattern.count_ones() as u8;
        if !(FEWEST..=80).contains(&count) {
            return no(WishOption::Pattern, format!("a puzzle has {FEWEST} to 80 clues; the pattern has {count}"));
        }
        if self.minimal && count > MOST_MINIMAL {
            return Err(not_minimal());
        }
        if !self.counts().contains(&count) {
            return no(WishOption::Clues, format!("the pattern has {count} clues"));
        }
        let holds = |symmetry: Symmetry| symmetry.holds_for(pattern);
        if !self.symmetry.map_or(Symmetry::ALL[1..].iter().copied().any(holds), holds) {
            let name = self.symmetry.map_or("any", Symmetry::name);
            return no(WishOption::Symmetry, format!("the pattern does not have {name} symmetry"));
        }
        // The digits of two lines of a band or stack could be exchanged.
        let is_empty = |house: &&House| house.cells().iter().all(|cell| pattern >> cell.index() & 1 == 0);
        let empty: Vec<&House> = House::ALL[..18].iter().filter(is_empty).collect();
        let band = |house: &House| (house.kind(), (house.number() - 1) / 3);
        match empty.windows(2).find(|pair| band(pair[0]) == band(pair[1])) {
            Some(pair) => {
                no(WishOption::Pattern, format!("{} and {} have no clue, so they could be exchanged", pair[0], pair[1]))
            }
            None => Ok(()),
        }
    }
}

/// The puzzle would have more clues than [`MOST_MINIMAL`].
fn not_minimal() -> GenerateError {
    let reason = format!("no known puzzle with more than {MOST_MINIMAL} clues needs all of them");
    GenerateError::Contradiction { option: WishOption::Minimal, reason }
}

/// A range as text, such as `24` or `24 to 28`.
fn shown<T: Display + PartialEq>(range: &RangeInclusive<T>) -> String {
    let (first, last) = (range.start(), range.end());
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}
