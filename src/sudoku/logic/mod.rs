//! The human solver: solves a puzzle as a person does, one step after the other, each with a proof that can be shown.
//!
//! The techniques, their ratings, their order and the choice among several steps are those of Sudoku Explainer
//! 1.2.1.3, so that ratings equal its own. `technique` is the table of techniques in order; each is a function from a
//! [`Board`] to steps, which it offers to a `Search`; a family of techniques is a file.

mod board;
mod bug;
mod chains;
mod check;
mod exclusion;
mod fish;
mod hint;
mod layout;
mod locking;
mod loops;
mod rate;
mod search;
mod singles;
mod step;
mod subsets;
mod technique;
mod text;
mod tuples;
mod views;
mod wings;

pub use board::Board;
pub use check::{Flaw, check};
pub use hint::{Answer, Hint, Mistake, NoHint, Position, hint};
pub use rate::{End, Level, Limits, Rating, path, rate};
pub use step::{Because, Branch, Candidate, Chains, Inference, Node, Pattern, Proof, Reasoning, Step, Tenths, Truth};
pub use technique::{TABLE, Technique, TechniqueInfo};
pub use text::{Explanation, explain};
pub use views::{Link, Role, View, views, views_without_effects};
