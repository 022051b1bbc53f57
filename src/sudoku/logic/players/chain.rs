//! X-chains, XY-chains, alternating inference chains and discontinuous nice loops: chains of strong and weak links.

use super::super::chains::links::{Edge, Kinds, Links};
use super::super::chains::reach::Reach;
use super::super::chains::set::{SEEN, Set, split};
use super::super::search::{Flow, Search};
use super::super::{Board, Technique, board};
use super::links::{Spot, offer};

/// For each candidate that a chain removes, the shortest one that begins and ends as the technique wants; the shortest chain
/// first. If a chain's first candidate is off, its last is on, and both see what it removes. No chain visits a cell twice.
pub fn chain(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let kinds = Kinds { y: technique != Technique::XChain, x: technique != Technique::XyChain };
    let mut links = Links::default();
    links.find(board, board::ALL, kinds);
    let mut reach = Reach::default();
    let Some(worth) = reach.find(&links, links.alive()) else { return Flow::Continue(()) };
    let mut finder = Finder { links: &links, technique, queue: Vec::new(), found: Vec::new() };
    for target in worth.excluded.iter() {
        finder.remove(target);
        search.spend(finder.queue.len() as u64)?;
    }
    if technique == Technique::DiscontinuousNiceLoop {
        for target in worth.proved.iter() {
            finder.prove(target);
            search.spend(finder.queue.len() as u64)?;
        }
    }
    let mut found = finder.found;
    found.sort_by_key(Vec::len);
    for chain in found {
        offer(board, search, technique, &[chain])?;
    }
    Flow::Continue(())
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
    technique: Technique,
    queue: Vec<Visit>,
    found: Vec<Vec<Spot>>,
}

impl Finder<'_> {
    /// Looks for the chains that remove a candidate: for AIC, one that ends in another cell and one that ends in its own.
    fn remove(&mut self, target: u16) {
        let (cell, digit) = split(target);
        self.queue.clear();
        let mut seen = [Set::EMPTY; 2];
        let from_own = self.technique == Technique::DiscontinuousNiceLoop;
        let root = Visit { on: target, via: target, parent: None, cells: 1 << cell, mixed: false };
        let mut missing = [!from_own, matches!(self.technique, Technique::Aic | Technique::DiscontinuousNiceLoop)];
        for &edge in self.links.edges(target).iter().filter(|edge| (split(edge.via).0 == cell) == from_own) {
            let mixed = [edge.via, edge.to].iter().any(|&spot| split(spot).1 != digit);
            if let Some(new) = follow(root, None, edge, mixed, None) {
                self.push(new, &mut seen);
            }
        }
        let mut next = 0;
        while let Some(&visit) = self.queue.get(next) {
            for &edge in self.links.edges(visit.on) {
                let (to, own) = (split(edge.to), split(edge.to).0 == cell);
                let mixed = visit.mixed || split(edge.via).1 != digit || to.1 != digit;
                let ends = missing[usize::from(own)]
                    && SEEN[usize::from(target)].has(edge.to)
                    && (own || to.1 == digit)
                    && (mixed || self.technique == Technique::XChain);
                // Most edges lead where a shorter way has led.
                if !ends && (own || is_known(&seen, edge.to, mixed)) {
                    continue;
                }
                let Some(new) = follow(visit, Some(next as u16), edge, mixed, own.then_some(cell)) else { continue };
                if ends {
                    missing[usize::from(own)] = false;
                    self.keep(new);
                    if missing == [false; 2] {
                        return;
                    }
                }
                if !own {
                    self.push(new, &mut seen);
                }
            }
            next += 1;
        }
    }

    /// Looks for the chain from a candidate that is off back to it.
    fn prove(&mut self, target: u16) {
        let cell = split(target).0;
        self.queue.clear();
        let mut seen = [Set::EMPTY; 2];
        for &(to, _) in self.links.strong(target) {
            let cells = 1 << cell | 1 << split(to).0;
            self.push(Visit { on: to, via: target, parent: None, cells, mixed: true }, &mut seen);
        }
        let mut next = 0;
        while let Some(&visit) = self.queue.get(next) {
            for &edge in self.links.edges(visit.on) {
                let own = edge.to == target;
                if !own && is_known(&seen, edge.to, true) {
                    continue;
                }
                let Some(new) = follow(visit, Some(next as u16), edge, true, own.then_some(cell)) else { continue };
                if own {
                    return self.keep(new);
                }
                self.push(new, &mut seen);
            }
            next += 1;
        }
    }

    fn push(&mut self, visit: Visit, seen: &mut [Set; 2]) {
        if !is_known(seen, visit.on, visit.mixed) {
            seen[usize::from(visit.mixed)].add(visit.on);
            self.queue.push(visit);
        }
    }

    /// Keeps the chain that ends with this visit.
    fn keep(&mut self, last: Visit) {
        let before = |visit: &Visit| visit.parent.map(|parent| self.queue[usize::from(parent)]);
        let visits = std::iter::successors(Some(last), before);
        let mut chain: Vec<Spot> = visits.flat_map(|visit| [split(visit.on), split(visit.via)]).collect();
        chain.reverse();
        self.found.push(chain);
    }
}

/// Whether a way has led to a candidate that serves as well as one of this kind.
fn is_known(seen: &[Set; 2], on: u16, mixed: bool) -> bool {
    seen[1].has(on) || seen[usize::from(mixed)].has(on)
}

/// The visit by way of an edge; `None` if it would visit a cell again, other than `end` as the last one.
fn follow(from: Visit, parent: Option<u16>, edge: Edge, mixed: bool, end: Option<u8>) -> Option<Visit> {
    let [on, via, to] = [from.on, edge.via, edge.to].map(|spot| split(spot).0);
    let again = |cells: u128, cell: u8| cells >> cell & 1 != 0;
    // A cell with two candidates must not lead back to the first.
    if edge.via == from.via || via != on && again(from.cells, via) {
        return None;
    }
    let cells = from.cells | 1 << via;
    if to != via && again(cells, to) && end != Some(to) {
        return None;
    }
    Some(Visit { on: edge.to, via: edge.via, parent, cells: cells | 1 << to, mixed })
}
