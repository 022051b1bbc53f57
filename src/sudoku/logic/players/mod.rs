//! The patterns that players look for, and that the shortest proofs of the scale hide.
//!
//! Each file has the search of one pattern, or of those that share it. The definitions are those of Sudopedia and the forum
//! of Enjoy Sudoku.

mod almost;
mod als;
mod arrangements;
mod avoidable;
mod chain;
mod colours;
mod death_blossom;
mod empty_rectangle;
mod finned;
mod franken;
mod grouped_chains;
mod links;
mod lists;
mod locked_rectangles;
mod network;
mod pairs;
mod rectangles;
mod strong_chains;
mod sue_de_coq;
mod turbot;
mod walk;

pub use als::{ALMOST_LOCKED, SETS, WXYZ_WING, als_chains, als_xz};
pub use avoidable::avoidable_rectangles;
pub use chain::chain;
pub use colours::{multi_colours, simple_colours};
pub use death_blossom::{BLOSSOM, death_blossom};
pub use empty_rectangle::{EMPTY_RECTANGLE, empty_rectangle};
pub use finned::{FINNED, finned};
pub use franken::{FRANKEN, franken};
pub use grouped_chains::{GROUPS, LOOPS, grouped_chains, nice_loops};
pub use links::{PAIRS, PLACES, W_WING, X_CHAIN};
pub use locked_rectangles::hidden_rectangles;
pub use pairs::{remote_pair, w_wing};
pub use rectangles::rectangles;
pub use sue_de_coq::{SUE_DE_COQ, sue_de_coq};
pub use turbot::{is_conjugate, shape, turbot};
