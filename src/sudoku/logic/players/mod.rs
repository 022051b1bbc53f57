//! The patterns that players look for, and that the shortest proofs of the scale hide.
//!
//! Each file has the search of one pattern, or of those that share it. The definitions are those of Sudopedia and the forum
//! of Enjoy Sudoku.

mod almost_locked_sets;
mod als_chains;
mod alternating_chains;
mod arrangements;
mod avoidable;
mod colours;
mod death_blossom;
mod empty_rectangle;
mod finned;
mod franken;
mod group_network;
mod grouped_chains;
mod links;
mod locked_rectangles;
mod rectangles;
mod short_lists;
mod shortest_paths;
mod strong_chains;
mod sue_de_coq;
mod turbot;
mod w_wings;

pub use als_chains::{ALMOST_LOCKED, SETS, WXYZ_WING, als_chains, als_xz};
pub use alternating_chains::chain;
pub use avoidable::avoidable_rectangles;
pub use colours::{multi_colours, simple_colours};
pub use death_blossom::{BLOSSOM, death_blossom};
pub use empty_rectangle::{EMPTY_RECTANGLE, empty_rectangle};
pub use finned::{FINNED, finned};
pub use franken::{FRANKEN, franken};
pub use grouped_chains::{GROUPS, LOOPS, grouped_chains, nice_loops};
pub use links::{PAIRS, PLACES, W_WING, X_CHAIN};
pub use locked_rectangles::hidden_rectangles;
pub use rectangles::rectangles;
pub use sue_de_coq::{SUE_DE_COQ, sue_de_coq};
pub use turbot::{is_conjugate, shape, turbot};
pub use w_wings::{remote_pair, w_wing};
