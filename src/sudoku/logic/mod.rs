//! The human solver: solves a puzzle as a person does, one step after the other, each with a proof that can be shown.
//!
//! The techniques, their ratings, their order and the choice among several steps are those of Sudoku Explainer
//! 1.2.1.3, so that ratings equal its own. `technique` is the table of techniques in order; each is a function from a
//! [`Board`] to steps, which it offers to a `Search`; a family of techniques is a file.

mod board;
pub mod chains;
mod layout;
pub mod search;
mod step;
mod technique;

pub use board::Board;
pub use step::{Because, Branch, Candidate, Chains, Inference, Node, Pattern, Proof, Reasoning, Step, Tenths, Truth};
pub use technique::{TABLE, Technique, TechniqueInfo};
