//! The patterns that players look for, and that the shortest proofs of the scale hide.
//!
//! Each file has the search of one pattern, or of those that share it. The definitions are those of Sudopedia and the forum
//! of Enjoy Sudoku.

mod als;
mod avoidable_rectangles;
mod chain;
mod colours;
mod empty_rectangle;
mod finned;
mod links;
mod locked_rectangles;
mod multi_colours;
mod rectangles;
mod remote_pair;
mod sue_de_coq;
mod turbot;
mod w_wing;

pub use als::{als_xz, tell_almost_locked};
pub use avoidable_rectangles::avoidable_rectangles;
pub use chain::chain;
pub use colours::simple_colours;
pub use empty_rectangle::{empty_rectangle, tell_empty_rectangle};
pub use finned::finned;
pub use multi_colours::multi_colours;
pub use rectangles::rectangles;
pub use remote_pair::remote_pair;
pub use sue_de_coq::{sue_de_coq, tell_sue_de_coq};
pub use turbot::{is_conjugate, shape, turbot};
pub use w_wing::w_wing;
