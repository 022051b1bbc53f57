//! X-chains, XY-chains, alternating inference chains and discontinuous nice loops: chains of strong and weak links.

use std::cell::OnceCell;

use super::super::chains::candidate_set::{SEEN, Set, split};
use super::super::chains::links::{Edge, Kinds, Links};
use super::super::chains::prefilter::Worth;
use super::super::search::{Flow, Search};
use super::super::{Board, Technique};
use super::links::{Spot, offer};

/// The links of each choice of kinds, and the candidates worth a search, if there are any, once they are known.
type Found = [OnceCell<(Links, Option<Worth>)>; 4];

/// For each candidate that a chain removes, the shortest one; the shortest chain first. If a chain's first candidate is off, its
/// last is on, and both see what it removes. No chain visits a cell twice. Chains follow links of houses (X), of cells (Y), or of
/// both. `BACK` wants those that begin and end in the cell of what they remove or prove; the others begin elsewhere.
pub fn chain<const X: bool, const Y: bool, const BACK: bool>(
    board: &Board,
    search: &mut Search,
    technique: Technique,
) -> Flow {
    let found = search.shared(board, |_| Found::default());
    let of = |y: bool, x: bool, among: Option<&Set>| {
        found[usize::from(y) * 2 + usize::from(x)].get_or_init(|| Links::worth(board, Kinds { y, x }, among))
    };
    // What fewer kinds exclude, all do.
    let (_, Some(all)) = of(true, true, None) else { return Flow::Continue(()) };
    let (links, Some(worth)) = of(Y, X, Some(&all.excluded)) else { return Flow::Continue(()) };
    let mut finder = Finder { links, queue: Vec::new(), seen: [Set::EMPTY; 2], found: Vec::new() };
    for target in worth.excluded.iter() {
        finder.remove(target, Kinds { y: Y, x: X }, BACK);
        search.spend(finder.queue.len() as u64)?;
    }
    for target in worth.proved.iter().filter(|_| BACK) {
        finder.prove(target);
        search.spend(finder.queue.len() as u64)?;
    }
    finder.found.sort_by_key(Vec::len);
    finder.found.into_iter().try_for_each(|chain| offer(board, search, technique, &[chain]))
}

/// A candidate that is on, and the way to it.
#[derive(Clone, Copy)]
struct Visit {
    on: u16,
    /// The candidate before it, which is off.
    via: u16,
    /// The index of the visit before, if there is one.
    parent: Option<u16>,
    /// The cells of the way, and of the target.
    cells: u128,
    /// Whether the way has several digits.
    mixed: bool,
}

struct Finder<'a> {
    links: &'a Links,
    queue: Vec<Visit>,
    /// The candidates to which ways of one digit, and of several, have led.
    seen: [Set; 2],
    found: Vec<Vec<Spot>>,
}

impl Finder<'_> {
    /// Looks for the chains that remove a candidate: for AIC, one that ends in another cell and one that ends in its own.
    fn remove(&mut self, target: u16, kinds: Kinds, from_own: bool) {
        let (cell, digit) = split(target);
        let root = Visit { on: target, via: target, parent: None, cells: 1 << cell, mixed: false };
        let edges = self.links.edges(target).iter().filter(|edge| (split(edge.via).0 == cell) == from_own);
        let starts = edges.filter_map(|&edge| {
            let mixed = [edge.via, edge.to].iter().any(|&spot| split(spot).1 != digit);
            follow(root, None, edge, mixed, None)
        });
        self.walk(target, starts, [!from_own, kinds.x && kinds.y], |to, own, mixed| {
            SEEN[usize::from(target)].has(to) && (own || split(to).1 == digit) && (mixed || !kinds.y)
        });
    }

    /// Looks for the chain from a candidate that is off back to it.
    fn prove(&mut self, target: u16) {
        let starts = self.links.strong(target).iter().map(|&(to, _)| {
            let cells = 1 << split(target).0 | 1 << split(to).0;
            Visit { on: to, via: target, parent: None, cells, mixed: true }
        });
        self.walk(target, starts, [false, true], |to, _, _| to == target);
    }

    /// Goes on from these visits to the first goal that is missing outside the cell of the target, and in it. A goal is told by
    /// its candidate, whether it is in that cell, and whether the way has several digits.
    fn walk(
        &mut self,
        target: u16,
        starts: impl Iterator<Item = Visit>,
        mut missing: [bool; 2],
        is_goal: impl Fn(u16, bool, bool) -> bool,
    ) {
        let (cell, digit) = split(target);
        self.queue.clear();
        self.seen = [Set::EMPTY; 2];
        starts.for_each(|visit| self.push(visit));
        for next in 0.. {
            let Some(&visit) = self.queue.get(usize::from(next)) else { break };
            for &edge in self.links.edges(visit.on) {
                let own = split(edge.to).0 == cell;
                let mixed = visit.mixed || split(edge.via).1 != digit || split(edge.to).1 != digit;
                let ends = missing[usize::from(own)] && is_goal(edge.to, own, mixed);
                // Most edges lead where a shorter way has led.
                if !ends && (own || self.is_known(edge.to, mixed)) {
                    continue;
                }
                let Some(new) = follow(visit, Some(next), edge, mixed, own.then_some(cell)) else { continue };
                if ends {
                    missing[usize::from(own)] = false;
                    let visits = std::iter::successors(Some(new), |visit| Some(self.queue[usize::from(visit.parent?)]));
                    let mut chain: Vec<Spot> = visits.flat_map(|visit| [split(visit.on), split(visit.via)]).collect();
                    chain.reverse();
                    self.found.push(chain);
                    if missing == [false; 2] {
                        return;
                    }
                }
                if !own {
                    self.push(new);
                }
            }
        }
    }

    /// Whether a way has led to a candidate that serves as well as one of this kind.
    fn is_known(&self, on: u16, mixed: bool) -> bool {
        self.seen[1].has(on) || self.seen[usize::from(mixed)].has(on)
    }

    fn push(&mut self, visit: Visit) {
        if !self.is_known(visit.on, visit.mixed) {
            self.seen[usize::from(visit.mixed)].add(visit.on);
            self.queue.push(visit);
        }
    }
}

/// The visit by way of an edge; `None` if it would visit a cell again, other than `end` as the last one.
fn follow(from: Visit, parent: Option<u16>, edge: Edge, mixed: bool, end: Option<u8>) -> Option<Visit> {
    let [on, via, to] = [from.on, edge.via, edge.to].map(|spot| split(spot).0);
    let again = |cell: u8| from.cells >> cell & 1 != 0;
    // A cell with two candidates must not lead back to the first.
    let is_back = edge.via == from.via || via != on && again(via) || to != via && again(to) && end != Some(to);
    (!is_back).then(|| Visit { on: edge.to, via: edge.via, parent, cells: from.cells | 1 << via | 1 << to, mixed })
}
