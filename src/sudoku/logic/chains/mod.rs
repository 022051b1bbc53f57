//! Chains of implications, found, rated and chosen as in Sudoku Explainer 1.2.1.3.

pub(super) mod candidate_set;
mod closure;
mod closure_cache;
mod consequences;
mod family;
mod influence;
pub(super) mod links;
mod multiple_chains;
mod nested;
mod patterns;
pub(super) mod prefilter;
mod proof;
mod ranking;
pub(super) mod reachability;
mod static_chains;
mod workspace;

use super::board::Board;
use super::family::{Family as TechniqueFamily, Look, group};
use super::search::{Flow, Offers, Search};
use super::{Proof, Technique};
use candidate_set::split;
use family::{Family, tenths};
use ranking::Effect;
use workspace::{Depth, Memory};
pub use workspace::{LARGEST, keep_memory_of};

pub const CHAINS: TechniqueFamily =
    TechniqueFamily::new(group::FORCING, "Follow what each choice would lead to.", Look::Truths);
pub const AIC: TechniqueFamily = TechniqueFamily { group: group::CHAINS, ..CHAINS };

/// Offers the steps of the family of a technique, best first, or only the best if a single step is wanted.
pub fn find(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let kept = search.kept.take().and_then(|kept| kept.downcast::<Memory>().ok());
    let mut memory = kept.unwrap_or_default();
    let flow = offer(Family::of(technique), board, memory.depths(), search);
    search.kept = Some(memory);
    flow
}

fn offer(family: &Family, board: &Board, depths: &mut [Depth], search: &mut Search) -> Flow {
    if !family.has_branches && depths[0].paths.sweep(board, search) {
        return search.spend(static_chains::NODES);
    }
    let each = search.wants_several();
    family.search(depths, board, each, search)?;
    for hint in depths[0].hints.sorted() {
        let technique = family.technique(&depths[0], &hint);
        if !search.allows(technique) {
            continue;
        }
        if let Effect::On(target) = hint.effect {
            let (cell, digit) = split(target);
            search.place(cell, digit);
        }
        for removed in depths[0].hints.removed(board, hint.effect) {
            let (cell, digit) = split(removed);
            search.eliminate(cell, 1 << digit);
        }
        let mut proof = None;
        if search.explains() {
            proof = Some(Proof::Chains(proof::chains(depths, board, family.rules, &hint, search)?));
        }
        search.offer_rated(technique, tenths(hint.rank.difficulty), || {
            proof.expect("it was made because it is wanted")
        })?;
    }
    Flow::Continue(())
}
