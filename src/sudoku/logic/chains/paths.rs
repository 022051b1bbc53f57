//! Static forcing chains and bidirectional cycles.
//!
//! Sudoku Explainer 1.2.1.3 makes three runs over all candidates of open cells with two or more: with links of houses
//! only (X), with links of cells only (Y), and with both. The Y run only starts in cells with two candidates and only
//! looks for cycles; its weak links include those of houses. For each start it looks for:
//! 1. Cycles from on to on, breadth first. A cycle is recorded each time that four or more links lead back to the
//!    start. On nodes are visited once. Off nodes are visited again on every path that does not have them yet.
//! 2. A chain from on to off, which removes the candidate. Then a chain from off to on, which proves it. Both searches
//!    run breadth first, visit every node once, and take the first chain found.
//!
//! A cycle removes every candidate outside its cells that sees both an on node and an off node with the same digit.

use super::super::board::Board;
use super::super::layout::{PEER_SETS, cells};
use super::super::search::{Flow, Search};
use super::closure::Cause;
use super::hint::{Hints, Kind, length_difficulty};
use super::links::{Links, weak};
use super::reach::Reach;
use super::set::{Set, candidate, split};

/// One node of a path, and why it follows from the previous one.
#[derive(Clone, Copy, Debug)]
pub struct PathNode {
    pub candidate: u16,
    pub on: bool,
    pub cause: Cause,
}

/// A chain from its assumption to its conclusion, or a cycle from its start back to it.
#[derive(Clone, Debug)]
pub struct Path {
    pub nodes: Vec<PathNode>,
    pub cycle: bool,
    /// Whether it was found with links of cells, and with links of houses.
    pub y: bool,
    pub x: bool,
}

/// The workspace of the search.
#[derive(Default)]
pub struct Paths {
    links: Links,
    reach: Reach,
    /// The on nodes, in the order of discovery.
    queue: Vec<Visit>,
    /// The paths of the hints.
    pub found: Vec<Path>,
}

/// An on node and the path to it.
#[derive(Clone, Copy)]
struct Visit {
    candidate: u16,
    cause: Cause,
    /// The off node before it.
    via: u16,
    /// The index in the queue of the on node before `via`; its own index at the start.
    parent: u16,
    depth: u16,
}

/// One of the three runs.
#[derive(Clone, Copy)]
struct Run {
    y: bool,
    x: bool,
    /// The difficulty of the shortest cycles and chains.
    cycle: f64,
    chain: f64,
    key: u8,
}

const RUNS: [Run; 3] = [
    Run { y: false, x: true, cycle: 6.5, chain: 6.6, key: 2 },
    Run { y: true, x: false, cycle: 6.5, chain: f64::INFINITY, key: 3 },
    Run { y: true, x: true, cycle: 7.0, chain: 7.0, key: 4 },
];

impl Paths {
    /// Collects the static chains and cycles of a board.
    ///
    /// # Errors
    ///
    /// Breaks when the search must stop.
    pub fn search(&mut self, hints: &mut Hints, board: &Board, each: bool, search: &mut Search) -> Flow {
        hints.clear(each);
        self.found.clear();
        self.links.find(board);
        search.spend(200)?;
        let Some(worth) = self.reach.find(board, &self.links) else { return Flow::Continue(()) };
        for run in RUNS {
            for start in self.links.alive() {
                let count = board.candidates(split(start).0).count_ones();
                if count < 2 || count > 2 && !run.x {
                    continue;
                }
                if worth.cycles.has(start) {
                    self.cycles(hints, board, run, start);
                    search.spend(self.queue.len() as u64 * 8)?;
                }
                if run.x && worth.excluded.has(start) {
                    self.exclude(hints, board, run, start);
                    search.spend(self.queue.len() as u64 * 4)?;
                }
                if run.x && worth.proved.has(start) {
                    self.prove(hints, board, run, start);
                    search.spend(self.queue.len() as u64 * 4)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Looks for cycles from a candidate that is on.
    fn cycles(&mut self, hints: &mut Hints, board: &Board, run: Run, start: u16) {
        let mut on = self.begin(start);
        let mut next = 0;
        while next < self.queue.len() {
            let Visit { candidate: node, depth, .. } = self.queue[next];
            let length = 2 * u32::from(depth) + 2;
            let rank = (run.cycle + length_difficulty(length), length, run.key);
            if depth > 0 && hints.is_settled(rank) {
                return;
            }
            for (off, _) in weak(board, node, run.y) {
                let links = self.links.strong_by(off, run.y, run.x);
                if links.is_empty() || self.is_on_way(next, off) {
                    continue;
                }
                let mut closing = None;
                for &(other, cause) in links {
                    if other == start {
                        closing = Some(cause);
                    } else if !on.has(other) {
                        on.add(other);
                        let parent = next as u16;
                        self.queue.push(Visit { candidate: other, cause, via: off, parent, depth: depth + 1 });
                    }
                }
                // A link and its reverse do not form a cycle.
                if let Some(cause) = closing.filter(|_| depth > 0) {
                    self.cycle(hints, board, run, next, (off, cause), rank);
                }
            }
            next += 1;
        }
    }

    fn begin(&mut self, start: u16) -> Set {
        self.queue.clear();
        self.queue.push(Visit { candidate: start, cause: Cause::Assumed, via: start, parent: 0, depth: 0 });
        let mut on = Set::EMPTY;
        on.add(start);
        on
    }

    /// Whether an off node is on the path to an on node.
    fn is_on_way(&self, mut node: usize, off: u16) -> bool {
        while self.queue[node].depth > 0 {
            if self.queue[node].via == off {
                return true;
            }
            node = usize::from(self.queue[node].parent);
        }
        false
    }

    /// Offers the cycle that returns to its start from this node by this link, if it removes anything.
    fn cycle(
        &mut self,
        hints: &mut Hints,
        board: &Board,
        run: Run,
        last: usize,
        (off, cause): (u16, Cause),
        rank: (f64, u32, u8),
    ) {
        let (mut seen_on, mut seen_off, mut own) = ([0_u128; 9], [0_u128; 9], 0_u128);
        let mut node = last;
        let mut via = off;
        loop {
            let visit = self.queue[node];
            for (from, seen) in [(visit.candidate, &mut seen_on), (via, &mut seen_off)] {
                let (cell, digit) = split(from);
                seen[usize::from(digit)] |= PEER_SETS[usize::from(cell)];
                own |= 1 << cell;
            }
            if visit.depth == 0 {
                break;
            }
            via = visit.via;
            node = usize::from(visit.parent);
        }
        let mut removed = Vec::new();
        for digit in 0..9 {
            let both = seen_on[usize::from(digit)] & seen_off[usize::from(digit)] & !own;
            removed.extend(cells(both & board.cells_with(digit)).map(|cell| candidate(cell, digit)));
        }
        if removed.is_empty() {
            return;
        }
        removed.sort_unstable();
        let effect = hints.cycle(&removed);
        let start = self.queue[0].candidate;
        hints.offer(board, effect, rank, || {
            let mut nodes = self.way(last);
            nodes.push(PathNode { candidate: off, on: false, cause: cause_of(self.queue[last].candidate, off) });
            nodes.push(PathNode { candidate: start, on: true, cause });
            self.found.push(Path { nodes, cycle: true, y: run.y, x: run.x });
            Kind::Path(self.found.len() as u32 - 1)
        });
    }

    /// Looks for the chain from on to off.
    fn exclude(&mut self, hints: &mut Hints, board: &Board, run: Run, start: u16) {
        let mut on = self.begin(start);
        let mut known = Set::EMPTY;
        let mut next = 0;
        while next < self.queue.len() {
            let Visit { candidate: node, depth, .. } = self.queue[next];
            let length = 2 * u32::from(depth) + 2;
            let rank = (run.chain + length_difficulty(length), length, run.key);
            if hints.is_settled(rank) {
                return;
            }
            for (off, cause) in weak(board, node, run.y) {
                if off == start {
                    let effect = Hints::effect(board, start, false).expect("a removal has an effect");
                    hints.offer(board, effect, rank, || {
                        let mut nodes = self.way(next);
                        nodes.push(PathNode { candidate: off, on: false, cause });
                        self.found.push(Path { nodes, cycle: false, y: run.y, x: run.x });
                        Kind::Path(self.found.len() as u32 - 1)
                    });
                    return;
                }
                if known.has(off) {
                    continue;
                }
                known.add(off);
                self.follow(run, next, off, &mut on);
            }
            next += 1;
        }
    }

    /// Queues the candidates that an off node turns on.
    fn follow(&mut self, run: Run, node: usize, off: u16, on: &mut Set) {
        let depth = self.queue[node].depth + 1;
        for &(other, cause) in self.links.strong_by(off, run.y, run.x) {
            if !on.has(other) {
                on.add(other);
                self.queue.push(Visit { candidate: other, cause, via: off, parent: node as u16, depth });
            }
        }
    }

    /// Looks for the chain from off to on.
    fn prove(&mut self, hints: &mut Hints, board: &Board, run: Run, start: u16) {
        let Some(effect) = Hints::effect(board, start, true) else { return };
        // The assumption is at the head of the queue, although it is off.
        self.begin(start);
        let (mut on, mut known) = (Set::EMPTY, Set::EMPTY);
        known.add(start);
        self.follow(run, 0, start, &mut on);
        let mut next = 1;
        while next < self.queue.len() {
            let Visit { candidate: node, depth, .. } = self.queue[next];
            let length = 2 * u32::from(depth) + 2;
            let rank = (run.chain + length_difficulty(length), length, run.key);
            if hints.is_settled(rank) {
                return;
            }
            for (off, _) in weak(board, node, run.y) {
                if known.has(off) {
                    continue;
                }
                known.add(off);
                let links = self.links.strong_by(off, run.y, run.x);
                if let Some(&(_, cause)) = links.iter().find(|&&(other, _)| other == start) {
                    hints.offer(board, effect, rank, || {
                        let mut nodes = self.way(next);
                        nodes.remove(0);
                        nodes.push(PathNode { candidate: off, on: false, cause: cause_of(node, off) });
                        nodes.push(PathNode { candidate: start, on: true, cause });
                        self.found.push(Path { nodes, cycle: false, y: run.y, x: run.x });
                        Kind::Path(self.found.len() as u32 - 1)
                    });
                    return;
                }
                self.follow(run, next, off, &mut on);
            }
            next += 1;
        }
    }

    /// The nodes from the start to an on node of the queue, both included.
    fn way(&self, node: usize) -> Vec<PathNode> {
        let mut nodes = Vec::new();
        let mut node = node;
        loop {
            let visit = self.queue[node];
            nodes.push(PathNode { candidate: visit.candidate, on: true, cause: visit.cause });
            if visit.depth == 0 {
                break;
            }
            node = usize::from(visit.parent);
            let cause = if visit.via == self.queue[node].candidate {
                Cause::Assumed
            } else {
                cause_of(self.queue[node].candidate, visit.via)
            };
            nodes.push(PathNode { candidate: visit.via, on: false, cause });
        }
        nodes.reverse();
        nodes
    }
}

/// Why a candidate that is on turns another off.
fn cause_of(from: u16, to: u16) -> Cause {
    let ((from, _), (to, _)) = (split(from), split(to));
    if from == to {
        return Cause::Cell;
    }
    let houses = super::super::layout::HOUSES_OF;
    let kind = (0..3).find(|&kind| houses[usize::from(from)][kind] == houses[usize::from(to)][kind]);
    Cause::House(kind.expect("linked candidates share a house") as u8)
}
