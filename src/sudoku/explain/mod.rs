//! Explains why a grid has no solution or several, and which givens are redundant if it has one.
//!
//! - No solution: [`Refutation`] finds conflicting givens and repairs. [`Contradiction`] shows the conflict in simple
//!   steps.
//! - Several solutions: [`Solutions`] counts them and finds two that differ in few cells. [`TrueCandidates`] finds what
//!   they have in common. [`additions`] finds the missing clues.
//! - Doubtful cells: [`readings`] finds those ways to read them that make a puzzle.
//! - One solution: [`Redundancy`] finds the givens that can be removed, and [`minimal_puzzle`] removes them.
//!
//! [`Explanation`] finds all of them that apply; each can also be requested separately. [`Contradiction`] consists of steps of the human solver. All others search with
//! the exact solver and share one [`Effort`]. If the effort runs out, the result says what is unknown, and the rest of
//! it is still correct. No clock or randomness is involved: the same grid and limits give the same answer.
//!
//! ```
//! use sudoku_service::sudoku::Grid;
//! use sudoku_service::sudoku::explain::{Explanation, Parts};
//! use sudoku_service::sudoku::solver::{Budget, CancelFlag};
//!
//! // The last clue was copied wrongly.
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..73".parse()?;
//! let explained = Explanation::of(&grid, Parts::default(), &Budget::unlimited(), CancelFlag::new());
//! let Ok(Explanation::Refuted(refuted)) = explained else { panic!("it has no solution") };
//! let proof = refuted.proof.expect("enough effort");
//! println!("{} givens contradict each other; repairs: {:?}", proof.core.givens.len(), proof.repairs);
//! # Ok::<(), sudoku_service::sudoku::notation::NotationError>(())
//! ```

mod additions;
mod candidates;
mod contradiction;
mod effort;
mod explanation;
mod hitting_sets;
mod misreadings;
mod redundancy;
mod refutation;
mod repairs;
mod solutions;
mod typing_mistakes;

pub use additions::{Additions, additions};
pub use candidates::TrueCandidates;
pub use contradiction::{Contradiction, DeadEnd};
pub use effort::{Effort, EffortLimits};
pub use explanation::{Explanation, Multiple, Parts, Proof, Refuted, Unique};
pub use misreadings::{Doubt, MOST_READINGS, Reading, readings};
pub use redundancy::{MinimalPuzzle, Redundancy, minimal_puzzle};
pub use refutation::{Core, Refutation};
pub use repairs::{Repair, Repairs};
pub use solutions::{Solutions, Witnesses};
