//! Generates puzzles: [`generate`] makes one that meets a [`Wish`], [`minimal_puzzle`] one whose clues are all needed.
//!
//! The result depends only on the wish, the seed and the index of the puzzle: the random numbers come from a fixed
//! algorithm (see `random`), and the search is limited by a number of attempts, not by time. [`VERSION`] is part of
//! every seed; it increases when the same seed gives different puzzles than before.
//!
//! # Probabilities
//!
//! - Solutions ([`solution`]): all complete grids are equally likely, see `solution.rs`.
//! - Minimal puzzles ([`minimal_puzzle`]): all pairs of a solution and an order of its cells are equally likely. Clues
//!   are removed from the complete grid in that order, except those whose removal would allow another solution. Every
//!   minimal puzzle can result, but those with few clues result from more orders than those with many: the mean number
//!   of clues is 24.38, whereas that of all minimal puzzles is 26.6 (Berthier, 2009). No fast method is known that
//!   makes all minimal puzzles equally likely.
//! - Puzzles with a wish: like minimal puzzles, under the condition that they meet the wish. With a symmetry, the cells
//!   of an orbit are removed or kept together. All clues that can be removed are removed first, which makes the puzzle
//!   hard. If it is too hard, they are restored, the last one first, which makes it easier. Of the puzzles rated 8.0 or
//!   higher, about one in a hundred is missed (see [`logic::is_easier`]).
//! - Puzzles with a rating of 9.5 or higher, without symmetry: first the known puzzles in `finds` whose rating is in
//!   the range, in random order, each transformed at random; then random puzzles, as for lower ratings.

mod error;
pub(super) mod finds;
mod minimal;
pub(super) mod random;
mod solution;
#[cfg(test)]
mod tests;
mod wish;

pub use error::{GenerateError, WishOption};
pub use wish::Wish;

use random::Random;

use super::logic::{self, End, Rating, StepLimits, Tenths};
use super::solver::{self, Budget, CancelFlag, Finding};
use super::{Grid, Symmetry};

/// The version of the generator. It increases when a seed gives different puzzles than before.
pub const VERSION: u32 = 1;

/// The symmetries to draw from. A change of the order would change the puzzles of seeds.
const DRAWN: [Symmetry; 9] = [
    Symmetry::Rotational180,
    Symmetry::Rotational90,
    Symmetry::Vertical,
    Symmetry::Horizontal,
    Symmetry::Diagonal,
    Symmetry::Antidiagonal,
    Symmetry::Bidiagonal,
    Symmetry::Orthogonal,
    Symmetry::Full,
];

/// A puzzle that meets a wish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The puzzle. It has one solution.
    pub puzzle: Grid,
    /// Its solution.
    pub solution: Grid,
    /// Its rating.
    pub rating: Rating,
    /// The symmetry that was requested or drawn.
    pub symmetry: Symmetry,
    /// Whether all clues are needed.
    pub minimal: bool,
    /// The number of attempts made, at least 1.
    pub attempts: u32,
}

/// Generates the complete grid with this seed and index.
#[must_use]
pub fn solution(seed: &str, index: u64) -> Grid {
    solution::solution(&mut Random::new(seed, index))
}

/// Generates the minimal puzzle with this seed and index, and its solution: the first attempt of [`generate`] with the
/// default wish, but without a rating.
#[must_use]
pub fn minimal_puzzle(seed: &str, index: u64) -> (Grid, Grid) {
    let mut random = Random::new(seed, index);
    let draft = Draft::new(Symmetry::None, &mut random);
    (minimal::puzzle(&draft.solution, draft.clues), draft.solution)
}

/// Generates the puzzle with this seed and index that meets the wish. Puzzles with different indices are independent.
///
/// # Errors
///
/// [`GenerateError`] if no puzzle can meet the wish, no attempt found a puzzle, or the flag was raised.
pub fn generate(wish: &Wish, seed: &str, index: u64, cancel: Option<&CancelFlag>) -> Result<Generated, GenerateError> {
    wish.check()?;
    // The first pass may skip puzzles without rating them. If it finds no puzzle, the second pass finds the nearest
    // rating.
    let mut nearest = None;
    let passes = if *wish.ratings().start() < SKIPPED { &[Pass::Nearest][..] } else { &[Pass::Wanted, Pass::Nearest] };
    for &pass in passes {
        let mut random = Random::new(seed, index);
        let mut finds = finds::finds(wish, &mut random);
        for attempts in 1..=wish.attempts {
            if cancel.is_some_and(CancelFlag::is_cancelled) {
                return Err(GenerateError::Cancelled);
            }
            let symmetry = wish.symmetry.unwrap_or_else(|| DRAWN[random.below(DRAWN.len() as u32) as usize]);
            let find = finds.pop().and_then(|puzzle| Draft::of(&puzzle));
            let mut draft = find.unwrap_or_else(|| Draft::new(symmetry, &mut random));
            if let Some((rating, minimal)) = draft.meet(wish, cancel, pass, &mut nearest) {
                let puzzle = minimal::puzzle(&draft.solution, draft.clues);
                return Ok(Generated { puzzle, solution: draft.solution, rating, symmetry, minimal, attempts });
            }
        }
    }
    Err(GenerateError::NotFound { attempts: wish.attempts, nearest })
}

/// If puzzles must reach at least this rating, [`logic::is_easier`] tests them before they are rated. For a lower one, that
/// saves no time.
const SKIPPED: Tenths = Tenths(80);

/// What a pass over the attempts looks for.
#[derive(Clone, Copy)]
enum Pass {
    /// A puzzle that meets the wish.
    Wanted,
    /// Such a puzzle, or the rating nearest to the wanted range.
    Nearest,
}

/// A solution, and which of its cells are clues.
struct Draft {
    solution: Grid,
    symmetry: Symmetry,
    /// The sets of cells in the order in which they were removed or kept.
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

    /// The draft of a minimal puzzle without symmetry. `None` unless it has one solution.
    fn of(puzzle: &Grid) -> Option<Self> {
        let Finding::One(solution) = solver::solve(puzzle, &Budget::unlimited()).finding else { return None };
        let values = puzzle.values().iter().enumerate();
        let clues = values.fold(0, |clues, (cell, &value)| clues | u128::from(value > 0) << cell);
        Some(Self { solution, symmetry: Symmetry::None, order: Vec::new(), clues })
    }

    /// Adds clues until the puzzle meets the wish, and returns its rating and whether it is minimal. `None` if it does
    /// not meet the wish with any number of clues. Updates `nearest` if a rating is nearer to the wanted range.
    fn meet(
        &mut self,
        wish: &Wish,
        cancel: Option<&CancelFlag>,
        pass: Pass,
        nearest: &mut Option<Tenths>,
    ) -> Option<(Rating, bool)> {
        let (ratings, counts) = (wish.ratings(), wish.counts());
        let mut minimal = self.symmetry == Symmetry::None || minimal::is_minimal(&self.solution, self.clues);
        if wish.minimal && !minimal {
            return None;
        }
        let limits = StepLimits {
            max_rating: *ratings.end(),
            nodes: wish.nodes,
            cancel: cancel.cloned(),
            ..StepLimits::default()
        };
        let mut gone = std::mem::take(&mut self.order);
        gone.retain(|cells| self.clues & cells == 0);
        loop {
            let count = self.clues.count_ones() as u8;
            if count > *counts.end() {
                return None;
            }
            if count >= *counts.start() {
                let puzzle = minimal::puzzle(&self.solution, self.clues);
                let distance = |rating: Tenths| {
                    ratings.start().0.saturating_sub(rating.0).max(rating.0.saturating_sub(ratings.end().0))
                };
                let too_easy = match pass {
                    Pass::Wanted => ratings.start().0,
                    Pass::Nearest => nearest.map_or(0, |nearest| ratings.start().0.saturating_sub(distance(nearest))),
                };
                if too_easy >= SKIPPED.0 && logic::is_easier(&puzzle, Tenths(too_easy), &limits) {
                    // More clues would only make it easier.
                    return None;
                }
                let rating = logic::rate(&puzzle, &limits);
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
