//! Tests the public interface of explanations against simple searches that share no code with it.
//!
//! The ignored tests check thousands of public puzzles, if `PUZZLE_SETS` names the directory of the whole sets, and take two
//! minutes: `cargo test --profile quick --test explain -- --ignored --nocapture`.

#[path = "../support/approval.rs"]
mod approval;
#[path = "../support/puzzle_sets.rs"]
mod puzzle_sets;
#[path = "../support/random.rs"]
mod random;
#[path = "../../src/sudoku/solver/reference.rs"]
mod reference;

mod contradictions;
mod no_solution;
mod one_solution;
mod oracle;
mod puzzles;
mod scanners;
mod several_solutions;
mod slips;
mod told;
mod typing;
