//! The human solver: solves a puzzle step by step like a person, with a proof of each step.
//!
//! The techniques, their ratings, their order and the choice among several steps are those of Sudoku Explainer 1.2.1.3,
//! so that the ratings are equal. `technique` has the table of techniques in order. A technique is a function that
//! looks for steps on a [`Board`] and offers them to a `Search`. Each family of techniques has its own file.

mod board;
mod bug;
mod chains;
mod check;
mod exclusion;
mod fish;
mod hint;
mod layout;
mod level;
mod locking;
mod loops;
mod rate;
mod search;
mod singles;
mod step;
mod subsets;
mod sweep;
mod technique;
mod text;
mod tuples;
mod views;
mod wings;

pub use board::Board;
pub use check::{Flaw, check};
pub use hint::{Advice, Hint, NoHint, Position, hint};
pub(super) use layout::PEER_SETS;
pub use level::Level;
pub use rate::{End, Rating, RatingSoFar, StepLimits, path, rate};
pub use step::{Because, Branch, Candidate, Chains, Inference, Node, Pattern, Proof, Reasoning, Step, Tenths, Truth};
pub use sweep::is_easier;
pub use technique::{TABLE, Technique, TechniqueInfo};
pub use text::{StepText, tell};
pub use views::{Link, Role, View, views, views_without_effects};
