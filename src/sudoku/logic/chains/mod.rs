//! Chains of implications, found, rated and chosen as in Sudoku Explainer 1.2.1.3.

mod branches;
mod closure;
mod family;
mod hint;
mod links;
mod nested;
mod paths;
mod patterns;
mod proof;
mod reach;
mod set;
mod workspace;

use super::Proof;
use super::board::Board;
use super::search::{Flow, Search};
use family::{Family, placed, tenths};
use hint::Effect;
use set::split;
use workspace::Depth;

/// The memory of the searches, kept from step to step.
pub struct Workspace {
    depths: Vec<Depth>,
}

impl Default for Workspace {
    fn default() -> Self {
        Self { depths: (0..3).map(|_| Depth::default()).collect() }
    }
}

/// Static chains and cycles.
pub fn static_chains(board: &Board, search: &mut Search) -> Flow {
    find(Family::Static, board, search)
}

/// Nishio forcing chains.
pub fn nishio(board: &Board, search: &mut Search) -> Flow {
    find(Family::Nishio, board, search)
}

/// Cell and region forcing chains.
pub fn multiple(board: &Board, search: &mut Search) -> Flow {
    find(Family::Multiple, board, search)
}

/// Dynamic forcing chains.
pub fn dynamic(board: &Board, search: &mut Search) -> Flow {
    find(Family::Dynamic, board, search)
}

/// Dynamic forcing chains with patterns.
pub fn dynamic_plus(board: &Board, search: &mut Search) -> Flow {
    find(Family::Nested(1), board, search)
}

/// Dynamic forcing chains with static chains.
pub fn nested_static(board: &Board, search: &mut Search) -> Flow {
    find(Family::Nested(2), board, search)
}

/// Dynamic forcing chains with static and multiple chains.
pub fn nested_multiple(board: &Board, search: &mut Search) -> Flow {
    find(Family::Nested(3), board, search)
}

/// Dynamic forcing chains with dynamic chains.
pub fn nested_dynamic(board: &Board, search: &mut Search) -> Flow {
    find(Family::Nested(4), board, search)
}

/// Dynamic forcing chains with dynamic chains, with and without nested static chains.
pub fn nested_nested(board: &Board, search: &mut Search) -> Flow {
    find(Family::Nested(5), board, search)
}

/// Offers the steps of a family, best first, or only the best if a single step is wanted.
fn find(family: Family, board: &Board, search: &mut Search) -> Flow {
    let mut workspace = search.take_memory::<Workspace>();
    let flow = offer(family, board, &mut workspace.depths, search);
    search.keep_memory(workspace);
    flow
}

fn offer(family: Family, board: &Board, depths: &mut [Depth], search: &mut Search) -> Flow {
    let each = search.wants_several();
    let rules = family.rules(placed(board));
    family.search(depths, board, &rules, each, search)?;
    for hint in depths[0].hints.sorted() {
        if let Effect::On(target) = hint.effect {
            let (cell, digit) = split(target);
            search.place(cell, digit);
        }
        for removed in depths[0].hints.removed(board, hint.effect) {
            let (cell, digit) = split(removed);
            search.eliminate(cell, 1 << digit);
        }
        let technique = family.technique(&depths[0], &hint);
        let mut proof = None;
        if search.explains() {
            proof = Some(Proof::Chains(proof::chains(depths, board, &rules, &hint, search)?));
        }
        search.offer(technique, tenths(hint.difficulty), || proof.expect("it was made because it is wanted"))?;
    }
    Flow::Continue(())
}
