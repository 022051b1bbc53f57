//! The human solver through its public face: against ratings and steps by Sudoku Explainer, by its own proofs, on
//! positions made for each technique, and what its hints disclose.

mod hints;
mod oracle;
mod positions;
mod proofs;
