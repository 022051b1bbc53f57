//! The human solver: solves a puzzle step by step like a person, with a proof of each step.
//!
//! The techniques, their ratings, their order and the choice among several steps are those of Sudoku Explainer 1.2.1.3,
//! so that the ratings are equal. `technique` has the table of techniques in order. A technique is a function that
//! looks for steps on a [`Board`] and offers them to a `Search`. Each family of techniques has its own file, with its search
//! and what its techniques have in common: a new technique of a known family is a row of the table, a name in the course, a
//! line of `examples.tsv` and, if the search does not find it yet, a parameter of it.
//!
//! Players have other names, and look for other patterns than the shortest proofs show. `players` finds these patterns,
//! `names` tells what players call a step, and `course` in which order players learn the techniques of both vocabularies. A
//! technique that the scale does not know is found only if a [`Repertoire`] asks for it.
//!
//! ```
//! use sudoku_service::sudoku::Grid;
//! use sudoku_service::sudoku::logic::{Hint, StepLimits, Tenths, hint, rate, tell};
//! use sudoku_service::sudoku::solver::Budget;
//!
//! let puzzle: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
//! let rating = rate(&puzzle, &StepLimits::default());
//! assert!(rating.er >= Tenths(20) && rating.steps > 50);
//!
//! let advice = hint(None, &(&puzzle).into(), 0, &Budget::unlimited(), &StepLimits::default());
//! let Some(Hint::Step(board, step)) = advice.expect("it has a solution").hint else { panic!("it is not solved") };
//! println!("{}", tell(&board, &step).how);
//! # Ok::<(), sudoku_service::sudoku::notation::NotationError>(())
//! ```

mod board;
mod bug;
mod chains;
mod check;
mod claim;
mod course;
mod examples;
mod exclusion;
mod family;
mod fish;
mod hint;
mod house_tables;
mod level;
mod locking;
mod loops;
mod names;
mod pattern_text;
mod players;
mod practice;
mod rate;
mod search;
mod singles;
mod step;
mod step_text;
mod steps;
mod subsets;
mod sweep;
mod technique;
mod tuples;
mod views;
mod wings;
pub(crate) mod words;

pub use board::Board;
pub use chains::{LARGEST as LARGEST_MEMORY, keep_memory_of};
pub use check::{Flaw, check};
pub use claim::Claim;
pub use course::{COURSE, Order, Repertoire, TechniqueSet};
pub use examples::example;
pub use hint::{Advice, Hint, NoHint, hint, relies_on_marks, settled, until_digit};
pub(super) use house_tables::PEER_SETS;
pub use level::Level;
pub use names::{common_name, names};
pub use practice::{Lesson, Reach};
pub use rate::{End, Rating, RatingSoFar, StepLimits, hardest_by_course, path, rate, rate_until};
pub use step::{
    Because, Branch, Candidate, Chains, Group, Inference, Node, Pattern, Proof, Reasoning, Source, Step, Tenths, Truth,
};
pub use step_text::{StepText, tell, tell_whole};
pub use steps::{each_step, steps};
pub use sweep::is_easier;
pub use technique::{TABLE, Technique, TechniqueInfo};
pub use views::{Link, Role, View, views, views_without_effects};
