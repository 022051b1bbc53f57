//! Makes puzzles: [`generate`] one that meets a [`Wish`], [`minimal_puzzle`] any whose clues are all needed.
//!
//! What is made depends on the wish, the seed and the index of the puzzle alone: the random numbers come from a fixed
//! algorithm (see `random`), and what bounds the search is a number of attempts, not the time. [`VERSION`] is part of
//! every seed; it rises when the same seed gives other puzzles than before.
//!
//! # What is equally likely
//!
//! - Solutions ([`solution`]): every complete grid is as likely as every other, but for a part that `solution.rs` states.
//! - Minimal puzzles ([`minimal_puzzle`]): every pair of a solution and an order of its cells is as likely as every
//!   other. From the complete grid the clues go in that order, and those stay without which there would be another
//!   solution. Every minimal puzzle can result, but those with few clues result from more orders than those with many:
//!   the clues are 24.38 in the mean, whereas all minimal puzzles together have 26.6 (Berthier, 2009). No fast method is
//!   known that makes all minimal puzzles equally likely.
//! - Puzzles with a wish: as minimal puzzles, under the condition that they meet the wish. With a symmetry the cells of
//!   an orbit go or stay together. Where a puzzle is too hard, clues that had gone come back, the last one first.

mod error;
mod minimal;
mod random;
mod solution;
mod symmetry;
#[cfg(test)]
mod tests;
mod wish;

pub use error::{GenerateError, WishOption};
pub use symmetry::Symmetry;
pub use wish::Wish;

use random::Random;

use super::Grid;
use super::logic::{self, End, Limits, Rating, Tenths};
use super::solver::CancelFlag;

/// The version of the generator. It rises when a seed gives other puzzles than before.
pub const VERSION: u32 = 1;

/// A puzzle that meets a wish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The puzzle. It has one solution.
    pub puzzle: Grid,
    /// Its solution.
    pub solution: Grid,
    /// How hard it is.
    pub rating: Rating,
    /// The symmetry that was asked for or drawn.
    pub symmetry: Symmetry,
    /// Whether all clues are needed.
    pub minimal: bool,
    /// How many attempts it took, from 1.
    pub attempts: u32,
}

/// The complete grid of this index of a seed.
#[must_use]
pub fn solution(seed: &str, index: u64) -> Grid {
    solution::solution(&mut Random::new(seed, index))
}

/// The minimal puzzle of this index of a seed, and its solution: what [`generate`] tries first where nothing is asked
/// for, without the rating.
#[must_use]
pub fn minimal_puzzle(seed: &str, index: u64) -> (Grid, Grid) {
    let mut random = Random::new(seed, index);
    let draft = Draft::new(Symmetry::None, &mut random);
    (minimal::puzzle(&draft.solution, draft.clues), draft.solution)
}

/// Makes the puzzle of this index of a seed that meets the wish. Puzzles of different indices are independent.
///
/// # Errors
///
/// [`GenerateError`]: the wish contradicts itself, no puzzle was found in the attempts, or the flag was raised.
pub fn generate(wish: &Wish, seed: &str, index: u64, cancel: Option<&CancelFlag>) -> Result<Generated, GenerateError> {
    wish.check()?;
    let mut random = Random::new(seed, index);
    let mut nearest = None;
    for attempts in 1..=wish.attempts {
        if cancel.is_some_and(CancelFlag::is_cancelled) {
            return Err(GenerateError::Cancelled);
        }
        let symmetry = wish.symmetry.unwrap_or_else(|| {
            let drawn = 1 + random.below(Symmetry::all().len() as u32 - 1);
            Symmetry::all().nth(drawn as usize).unwrap_or(Symmetry::Full)
        });
        let mut draft = Draft::new(symmetry, &mut random);
        if let Some((rating, minimal)) = draft.meet(wish, cancel, &mut nearest) {
            let puzzle = minimal::puzzle(&draft.solution, draft.clues);
            return Ok(Generated { puzzle, solution: draft.solution, rating, symmetry, minimal, attempts });
        }
    }
    Err(GenerateError::NotFound { attempts: wish.attempts, nearest })
}

/// A solution, and which of its cells are clues.
struct Draft {
    solution: Grid,
    symmetry: Symmetry,
    /// The sets of cells in the order in which they went, or stayed.
    order: Vec<u128>,
    clues: u128,
}

impl Draft {
    fn new(symmetry: Symmetry, random: &mut Random) -> Self {
        let solution = solution::solution(random);
        let mut order = symmetry.orbits();
        random.shuffle(&mut order);
        let clues = minimal::minimal(&solution, &order);
        Self { solution, symmetry, order, clues }
    }

    /// Adds clues until the puzzle meets the wish, and gives its rating and whether it is minimal. `None` if it does
    /// not come to that. Notes the rating if it is nearer to those wanted than the one noted.
    fn meet(
        &mut self,
        wish: &Wish,
        cancel: Option<&CancelFlag>,
        nearest: &mut Option<Tenths>,
    ) -> Option<(Rating, bool)> {
        let (ratings, counts) = (wish.ratings(), wish.counts());
        let mut minimal = self.symmetry == Symmetry::None || minimal::is_minimal(&self.solution, self.clues);
        if wish.minimal && !minimal {
            return None;
        }
        let limits =
            Limits { max_rating: *ratings.end(), nodes: wish.nodes, cancel: cancel.cloned(), ..Limits::default() };
        let mut gone = std::mem::take(&mut self.order);
        gone.retain(|cells| self.clues & cells == 0);
        loop {
            let count = self.clues.count_ones() as u8;
            if count > *counts.end() {
                return None;
            }
            if count >= *counts.start() {
                let rating = logic::rate(&minimal::puzzle(&self.solution, self.clues), &limits);
                let distance = |rating: Tenths| {
                    ratings.start().0.saturating_sub(rating.0).max(rating.0.saturating_sub(ratings.end().0))
                };
                if nearest.is_none_or(|nearest| distance(rating.er) < distance(nearest)) {
                    *nearest = Some(rating.er);
                }
                let solved = rating.end == End::Solved;
                let uses = |technique| rating.techniques().any(|(used, ..)| used == technique);
                if solved && rating.er < *ratings.start() {
                    // More clues would only make it easier.
                    return None;
                }
                let unwanted = wish.without.iter().any(|&technique| uses(technique));
                if solved && !unwanted && wish.technique.is_none_or(uses) {
                    return Some((rating, minimal));
                }
            }
            if wish.minimal {
                return None;
            }
            self.clues |= gone.pop()?;
            minimal = false;
        }
    }
}
