//! Tests the public interface of explanations against simple searches that share no code with it.
//!
//! The ignored tests check thousands of public puzzles, if `PUZZLE_SETS` names the directory of the whole sets, and take two
//! minutes: `cargo test --profile quick --test domain explain:: -- --ignored --nocapture`.

mod contradictions;
mod no_solution;
mod one_solution;
mod oracle;
mod puzzles;
mod scanners;
pub mod several_solutions;
mod slips;
mod told;
