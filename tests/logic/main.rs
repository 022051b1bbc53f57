//! The human solver through its public face: against ratings and steps by Sudoku Explainer, by its own proofs, on
//! positions made for each technique, and what its hints disclose.
#![expect(clippy::print_stdout, reason = "a test tells how much it compared")]

mod hints;
mod oracle;
mod positions;
mod proofs;
