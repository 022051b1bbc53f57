//! ALS-XY-wings and ALS chains: almost locked sets, each of which shares a restricted digit with the next.

use super::super::family::{Family, Look};
use super::super::search::{Flow, Search};
use super::super::{Board, Technique};
use super::almost::{Almost, Sets};
use super::grouped_chains::tell_ends;
use super::strong::Network;

pub const SETS: Family =
    Family::new("Look for several sets of cells that have one candidate more than they have cells.", Look::Truths)
        .told(tell_ends);

/// Chains of three sets or more. A set without one of its digits holds all others: if it lacks the digit that only one of it and
/// the set before can hold, it holds the one that it shares with the next.
pub fn als_chains(board: &Board, search: &mut Search, _: Technique) -> Flow {
    let sets = Sets::of(board, search);
    let size = |set: &&Almost| set.cells.count_ones();
    let mut small: Vec<&Almost> = sets.all.iter().filter(|set| size(set) <= 5).collect();
    small.sort_by_key(size);
    let links = small.into_iter().map(Almost::strong).collect();
    Network::new(board, links, false)
        .chains(search, [3, 6], |shape| Some(if shape.links == 3 { Technique::AlsXyWing } else { Technique::AlsChain }))
}
