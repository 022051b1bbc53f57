//! Generates puzzles: [`generate`] makes one that meets a [`Wish`], [`minimal_puzzle`] one whose clues are all needed.
//!
//! The result depends only on the wish, the seed and the index of the puzzle: the random numbers come from a fixed
//! algorithm (see `random`), and the search is limited by its work, not by time. The wish and [`VERSION`] are part of every
//! seed. So two wishes with one seed have nothing in common, and the version increases when the same seed gives different
//! puzzles than before.
//!
//! # Probabilities
//!
//! - Solutions ([`solution`]): all complete grids are equally likely, see `solution.rs`.
//! - Minimal puzzles ([`minimal_puzzle`]): all pairs of a solution and an order of its cells are equally likely. Clues
//!   are removed from the complete grid in that order, except those whose removal would allow another solution. Every
//!   minimal puzzle can result, but those with few clues result from more orders than those with many: the mean number
//!   of clues is 24.38, whereas that of all minimal puzzles is 26.6 (Berthier, 2009). No fast method is known that
//!   makes all minimal puzzles equally likely.
//! - Puzzles with a wish that one of 100 random solutions meets: like minimal puzzles, under the condition that they meet the
//!   wish. With a symmetry, the cells of an orbit are removed or kept together. All clues that can be removed are removed
//!   first, which makes the puzzle hard. If it is too hard, they are restored, the last one first, which makes it easier.
//!   Of the puzzles rated 8.0 or higher, about one in a hundred is missed (see
//!   [`logic::is_easier`](super::logic::is_easier)).
//! - Puzzles with a rarer wish: results of a walk from the nearest of these (see `search`). Nothing is known about their
//!   probabilities, except that they share a part of their clues with a random puzzle that nearly meets the wish.
//! - Puzzles with a pattern: results of a climb from the digits of a random solution (see `search/pattern.rs`). Nothing is known
//!   about their probabilities.
//! - Puzzles that must be rated 9.1 or higher, have another rare rating such as 5.9, use a technique from dynamic forcing chains
//!   plus on, or need a quad, a jellyfish, a unique rectangle of type 6 or a hidden rectangle (for somebody who knows those before
//!   it), without symmetry: results of a walk from one of the few known puzzles in `finds`, transformed at random
//!   ([`Origin::Find`]). They are relatives of these puzzles, and two may be equivalent. If walks are in vain, one of the known
//!   puzzles itself ([`Origin::Stored`]).
//!
//! ```
//! use sudoku_service::sudoku::Symmetry;
//! use sudoku_service::sudoku::generate::{Wish, generate};
//! use sudoku_service::sudoku::logic::Tenths;
//!
//! let wish = Wish { rating: Some(Tenths(20)..=Tenths(35)), symmetry: Some(Symmetry::Rotational180), ..Wish::default() };
//! let generated = generate(&wish, "a seed", 0, None).expect("such puzzles are common");
//! assert!(wish.rating.expect("a range").contains(&generated.rating.er));
//! ```

mod error;
mod level;
mod minimal;
pub(super) mod random;
pub(super) mod rare_puzzles;
mod search;
mod solution;
#[cfg(test)]
mod tests;
mod walk;
mod wish;

pub use error::{GenerateError, WishOption};
pub use wish::Wish;

use random::Random;
use search::Search;

use super::logic::Rating;
use super::named::named;
use super::solver::CancelFlag;
use super::{Grid, Symmetry};

/// The version of the generator. It increases when a seed gives different puzzles than before.
pub const VERSION: u32 = 2;

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
    /// The number of puzzles tried, at least 1.
    pub attempts: u32,
    /// Where the search began.
    pub origin: Origin,
}

named! {
    /// Where the search for a puzzle began.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Origin {
        /// With a random solution.
        Random = "random",
        /// With one of the known puzzles in `finds`, transformed at random. The result is another one.
        Find = "find",
        /// With one of the known puzzles in `finds`, which is the result, transformed at random.
        Stored = "stored",
    }
}

/// Generates the complete grid with this seed and index.
pub fn solution(seed: &str, index: u64) -> Grid {
    solution::solution(&mut Random::new(seed, index))
}

/// Generates the minimal puzzle with this seed and index, and its solution: the first attempt of [`generate`] with the
/// default wish, but without a rating.
pub fn minimal_puzzle(seed: &str, index: u64) -> (Grid, Grid) {
    let mut random = Random::new(seed, index);
    let solution = solution::solution(&mut random);
    let mut order = Symmetry::None.orbits();
    random.shuffle(&mut order);
    (solution.only(minimal::minimal(&solution, &order)), solution)
}

/// Generates the puzzle with this seed and index that meets the wish. Puzzles with different indices are independent.
///
/// # Errors
///
/// [`GenerateError`] if no puzzle can meet the wish, no attempt found a puzzle, or the flag was raised.
pub fn generate(wish: &Wish, seed: &str, index: u64, cancel: Option<&CancelFlag>) -> Result<Generated, GenerateError> {
    wish.check()?;
    Search::new(wish, Random::new(&wish.stream(seed), index), cancel).run()
}
