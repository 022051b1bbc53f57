//! The patterns that players look for, and that the shortest proofs of the scale hide.
//!
//! Each file has the search of one pattern, or of those that share it. The definitions are those of Sudopedia and the forum
//! of Enjoy Sudoku.

mod almost;
mod als;
mod als_chains;
mod arrangements;
mod avoidable_rectangles;
mod chain;
mod colours;
mod death_blossom;
mod empty_rectangle;
mod finned;
mod franken;
mod group;
mod grouped_chains;
mod links;
mod lists;
mod locked_rectangles;
mod multi_colours;
mod rectangles;
mod remote_pair;
mod strong;
mod strong_chains;
mod sue_de_coq;
mod turbot;
mod w_wing;
mod walk;

pub use als::{ALMOST_LOCKED, als_xz};
pub use als_chains::{SETS, als_chains};
pub use avoidable_rectangles::avoidable_rectangles;
pub use chain::chain;
pub use colours::simple_colours;
pub use death_blossom::{BLOSSOM, death_blossom};
pub use empty_rectangle::{EMPTY_RECTANGLE, empty_rectangle};
pub use finned::{FINNED, finned};
pub use franken::{FRANKEN, franken};
pub use grouped_chains::{GROUPS, LOOPS, grouped_chains, nice_loops};
pub use links::{PAIRS, PLACES};
pub use locked_rectangles::hidden_rectangles;
pub use multi_colours::multi_colours;
pub use rectangles::rectangles;
pub use remote_pair::remote_pair;
pub use sue_de_coq::{SUE_DE_COQ, sue_de_coq};
pub use turbot::{is_conjugate, shape, turbot};
pub use w_wing::w_wing;
