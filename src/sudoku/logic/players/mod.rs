//! The patterns that players look for, and that the shortest proofs of the scale hide.
//!
//! Each file has the search of one pattern, or of those that share it. The definitions are those of Sudopedia and the forum
//! of Enjoy Sudoku.

mod als;
mod chain;
mod colours;
mod empty_rectangle;
mod finned;
mod links;
mod locked_rectangles;
mod rectangles;
mod remote_pair;
mod turbot;
mod w_wing;

pub use als::{als_xz, halves};
pub use chain::chain;
pub use colours::simple_colours;
pub use empty_rectangle::empty_rectangle;
pub use finned::finned;
pub use rectangles::rectangles;
pub use remote_pair::remote_pair;
pub use turbot::{is_conjugate, shape, turbot};
pub use w_wing::w_wing;
