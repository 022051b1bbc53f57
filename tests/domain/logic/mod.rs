//! Tests the public interface of the human solver: Sudoku Explainer's ratings and steps, the solver's own proofs,
//! positions for each technique, and what hints disclose.
#![expect(clippy::print_stdout, reason = "tests report how much they compared")]

mod chains;
mod finds;
mod hints;
mod names;
mod oracle;
mod practice;
mod proofs;
mod scale;
mod subsets;
mod sukakus;
mod texts;
mod told;
