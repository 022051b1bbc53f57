//! The proof of the chosen hint.
//!
//! Searches keep only what they need to count inner steps. For a proof, the closures of the chosen hint
//! run again and keep the inner steps with their own proofs. Runs are deterministic, so they give the same nodes.

use std::ops::ControlFlow;

use super::super::board::Board;
use super::super::house_tables::{HOUSES_OF, digit, house};
use super::super::search::Search;
use super::super::step::{Because, Branch, Chains, Inference, Node, Proof, Reasoning, Step};
use super::candidate_set::{split, to_candidate};
use super::closure::{Cause, Rules};
use super::closure_cache::Closure;
use super::family::{Family, tenths};
use super::multiple_chains::{self, each_target};
use super::ranking::{Effect, Hint, Kind};
use super::static_chains::Path;
use super::workspace::Depth;

/// The step of a hint that was found at the first of these depths.
pub fn step(
    depths: &mut [Depth],
    board: &Board,
    family: &Family,
    hint: &Hint,
    search: &mut Search,
) -> ControlFlow<(), Step> {
    let place = if let Effect::On(target) = hint.effect { Some(to_candidate(target)) } else { None };
    let eliminate = depths[0].hints.removed(board, hint.effect).into_iter().map(to_candidate).collect();
    let technique = family.technique(&depths[0], hint);
    let proof = Proof::Chains(chains(depths, board, family.rules, hint, search)?);
    ControlFlow::Continue(Step { technique, rating: tenths(hint.rank.difficulty), place, eliminate, proof })
}

/// The proof of a hint that was found at the first of these depths.
pub fn chains(
    depths: &mut [Depth],
    board: &Board,
    rules: Rules,
    hint: &Hint,
    search: &mut Search,
) -> ControlFlow<(), Chains> {
    let reasoning = match hint.kind {
        Kind::Path(number) => {
            let path = &depths[0].paths.found[number as usize];
            let reasoning = if path.cycle { Reasoning::Cycle } else { Reasoning::Contradiction };
            return ControlFlow::Continue(Chains { reasoning, branches: vec![of_path(path)] });
        }
        Kind::Contradiction(..) => Reasoning::Contradiction,
        Kind::Double(_) => Reasoning::Double,
        Kind::Cell(cell) => Reasoning::Cell(super::super::house_tables::cell(cell)),
        Kind::Place(of, d) => Reasoning::Place(house(of), digit(d)),
    };
    let mut branches = Vec::new();
    let mut tell = |depth: &Depth| {
        each_target(depth, board, hint, |closure, target| branches.push(of_closure(closure, target)));
    };
    if rules.level > 0 {
        let rules = Rules { explain: true, ..rules };
        let (depth, deeper) = depths.split_first_mut().expect("a depth for each level of nesting");
        let (roots, count) = multiple_chains::roots(board, hint.kind);
        let roots = &roots[..count];
        let aside = depth.closures.known.set_aside(roots);
        for &root in roots {
            depth.closures.find(root, board, rules, deeper, search)?;
        }
        tell(depth);
        depth.closures.known.restore(roots, &aside);
    } else {
        tell(&depths[0]);
    }
    ControlFlow::Continue(Chains { reasoning, branches })
}

fn node(of: u16, on: bool) -> Node {
    Node { candidate: to_candidate(of), on }
}

/// Why a node follows, if no inner rule is the reason.
fn because(of: u16, cause: Cause) -> Because {
    match cause {
        Cause::Cell => Because::Cell,
        Cause::House(kind) => Because::House(house(HOUSES_OF[usize::from(split(of).0)][usize::from(kind)])),
        Cause::Assumed | Cause::Rule => Because::Assumed,
    }
}

fn of_path(path: &Path) -> Branch {
    let mut from = Vec::new();
    let inferences = path.nodes.iter().map(|step| {
        let node = node(step.candidate, step.on);
        let because = because(step.candidate, step.cause);
        Inference { node, from: std::mem::replace(&mut from, vec![node]), because }
    });
    Branch { inferences: inferences.collect() }
}

fn of_closure(closure: Closure<'_>, target: u16) -> Branch {
    let mut chain = closure.chain(target);
    // Nodes are numbered in the order of their discovery.
    chain.sort_unstable();
    let inferences = chain.into_iter().map(|number| {
        let this = closure.nodes()[usize::from(number)];
        let from = closure.parents(number).iter().map(|&parent| {
            let parent = closure.nodes()[usize::from(parent)];
            node(parent.candidate, parent.on)
        });
        let step = closure.inner(this).and_then(|inner| inner.step.clone());
        Inference {
            node: node(this.candidate, this.on),
            from: from.collect(),
            because: step.map_or_else(|| because(this.candidate, this.cause), Because::Step),
        }
    });
    Branch { inferences: inferences.collect() }
}
