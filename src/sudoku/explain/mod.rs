//! Why a grid has no solution, or more than one, and what is needless where it has one.
//!
//! - No solution: [`Refutation`] has givens that cannot stand together, and repairs.
//! - Several: [`Solutions`] counts them and has two that differ in few cells; [`TrueCandidates`] has what all of them
//!   have in common; [`additions`] are the clues that are missing.
//! - One: [`Redundancy`] has the givens that can be left out, and [`minimal_puzzle`] leaves them out.
//! - [`Symmetry`] is about the pattern of clues of any grid.
//!
//! Each is asked for by itself. All of them ask the exact solver only, and spend a common [`Effort`]. What it does not
//! suffice for stays unknown, and each result says so; what a result does say is true even then. No clock and no chance
//! is involved: the same grid and limits give the same answer.

mod additions;
mod candidates;
mod cells;
mod effort;
mod hitting;
mod redundancy;
mod refutation;
mod repairs;
mod slips;
mod solutions;
mod symmetry;

pub use additions::{Additions, additions};
pub use candidates::TrueCandidates;
pub use effort::{Effort, Limits};
pub use redundancy::{MinimalPuzzle, Redundancy, minimal_puzzle};
pub use refutation::{Core, Refutation};
pub use repairs::{Repair, Repairs};
pub use solutions::{Solutions, Witnesses};
pub use symmetry::Symmetry;
