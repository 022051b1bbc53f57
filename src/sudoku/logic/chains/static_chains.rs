//! Static forcing chains and bidirectional cycles.
//!
//! Sudoku Explainer 1.2.1.3 makes three runs over all candidates of cells with two or more candidates: with links of
//! houses only (X), with links of cells only (Y), and with both. The Y run only starts in cells with two candidates and
//! only looks for cycles; its weak links include those of houses. For each start it looks for:
//! 1. Cycles from on to on, breadth first. A cycle is recorded each time that four or more links lead back to the
//!    start. On nodes are visited once. Off nodes are visited again on every path that does not have them yet.
//! 2. A chain from on to off, which removes the candidate. Then a chain from off to on, which proves it. Both searches
//!    run breadth first, visit every node once, and take the first chain found.
//!
//! A cycle removes every candidate outside its cells that sees both an on node and an off node with the same digit.

use super::super::Technique;
use super::super::board::{self, Board};
use super::super::house_tables::{PEER_SETS, cells};
use super::super::search::{Flow, Search};
use super::candidate_set::{SEEN, Set, candidate, split};
use super::closure::Cause;
use super::links::{Edge, Kinds, Links};
use super::prefilter::Worth;
use super::ranking::{Hints, Kind, Rank};
use super::reachability::Reach;

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
    /// The kinds of links of its run.
    pub kinds: Kinds,
}

/// The workspace of the search.
#[derive(Default)]
pub struct Paths {
    /// The links of all kinds, and those of the latest run that follows fewer.
    links: [Links; 2],
    reach: Reach<Set>,
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

/// The indices of the links of all kinds and of those of a run that follows fewer.
const ALL: usize = 0;
const FEWER: usize = 1;

/// The most paths that a search keeps: five times as many as any of the hardest puzzles needs.
const PATHS: usize = 1_000;

/// One of the three runs.
#[derive(Clone, Copy)]
struct Run {
    kinds: Kinds,
    /// The index of its links.
    links: usize,
    /// The difficulty of the shortest cycles and chains.
    cycle: f64,
    chain: f64,
    key: u8,
}

const RUNS: [Run; 3] = [
    Run { kinds: Kinds { y: false, x: true }, links: FEWER, cycle: 6.5, chain: 6.6, key: 2 },
    Run { kinds: Kinds { y: true, x: false }, links: FEWER, cycle: 6.5, chain: f64::INFINITY, key: 3 },
    Run { kinds: Kinds { y: true, x: true }, links: ALL, cycle: 7.0, chain: 7.0, key: 4 },
];

impl Run {
    /// The rank of a chain or cycle from this base that ends with an edge from a node of this depth.
    fn rank(self, base: f64, depth: u16) -> Rank {
        Rank::new(base, 2 * u32::from(depth) + 2, self.key)
    }
}

/// What a search for static chains costs besides these.
pub const NODES: u64 = 200;

impl Paths {
    /// Collects the static chains and cycles of a board.
    pub fn search(&mut self, hints: &mut Hints, board: &Board, each: bool, search: &mut Search) -> Flow {
        hints.clear(each);
        self.found.clear();
        self.links[ALL].find(board, board::ALL, Kinds { y: true, x: true });
        search.spend(NODES)?;
        let all = &self.links[ALL];
        let Some(worth) = Worth::find(all, all.alive(), &mut self.reach) else { return Flow::Continue(()) };
        // Chains on one digit remove only this digit.
        let digits = worth.excluded.iter().fold(0, |digits, candidate| digits | 1 << split(candidate).1);
        for run in RUNS {
            if run.links == ALL {
                self.run(hints, board, run, &worth, search)?;
            } else {
                self.links[FEWER].find(board, if run.kinds.y { board::ALL } else { digits }, run.kinds);
                if let Some(worth) = Worth::find(&self.links[FEWER], &worth.excluded, &mut self.reach) {
                    self.run(hints, board, run, &worth, search)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Whether a search applies all steps of static chains, which are then applied, without those chains. `board` is the one that
    /// it examines, not one that an inner search assumes.
    pub fn sweep(&mut self, board: &Board, search: &mut Search) -> bool {
        if !search.allows_all(Technique::GeneralizedXWing..=Technique::ForcingChain) {
            return false;
        }
        let Some(applied) = search.applied(Technique::ForcingChain.info().highest) else { return false };
        self.links[ALL].find(board, board::ALL, Kinds { y: true, x: true });
        // Chains and cycles remove only candidates that exclude themselves. All of these are removed here, even those
        // that only a chain of exactly the highest rating excludes, which is not rated lower: such a chain has a
        // hundred nodes.
        let all = &self.links[ALL];
        let worth = Worth::find(all, all.alive(), &mut self.reach);
        for (cell, digit) in worth.iter().flat_map(|worth| worth.excluded.iter().map(split)) {
            applied.eliminate(cell, digit);
        }
        true
    }

    fn run(&mut self, hints: &mut Hints, board: &Board, run: Run, worth: &Worth, search: &mut Search) -> Flow {
        for start in self.links[run.links].alive().iter() {
            let count = board.candidates(split(start).0).count_ones();
            if count < 2 || count > 2 && !run.kinds.x {
                continue;
            }
            if worth.cycles.has(start) {
                self.cycles(hints, board, run, start);
                search.spend(self.queue.len() as u64 * 8)?;
            }
            if run.kinds.x && worth.excluded.has(start) {
                self.exclude(hints, board, run, start);
                search.spend(self.queue.len() as u64 * 4)?;
            }
            if run.kinds.x && worth.proved.has(start) {
                self.prove(hints, board, run, start);
                search.spend(self.queue.len() as u64 * 4)?;
            }
            if self.found.len() > PATHS {
                return search.stop();
            }
        }
        Flow::Continue(())
    }

    /// Looks for cycles from a candidate that is on.
    fn cycles(&mut self, hints: &mut Hints, board: &Board, run: Run, start: u16) {
        let mut on = self.begin(start);
        let mut level = 0;
        let (mut rank, mut next_rank) = (run.rank(run.cycle, 0), run.rank(run.cycle, 1));
        let mut next = 0;
        while let Some(&Visit { candidate: node, depth, .. }) = self.queue.get(next) {
            if depth != level {
                (level, rank, next_rank) = (depth, next_rank, run.rank(run.cycle, depth + 1));
            }
            if depth > 0 && hints.is_settled(rank) {
                return;
            }
            let is_last = hints.is_settled(next_rank);
            for number in self.links[run.links].range(node) {
                let Edge { to, via, cause } = self.links[run.links].edge(number);
                if on.has(to) {
                    // Off nodes are visited again on every path that does not have them yet. That changes nothing
                    // unless it closes a cycle. A link and its reverse do not form a cycle.
                    if to == start && depth > 0 && self.back_from(next).all(|visit| visit.via != via) {
                        self.cycle(hints, board, run, next, (via, cause), rank);
                    }
                } else if !is_last {
                    on.add(to);
                    self.queue.push(Visit { candidate: to, cause, via, parent: next as u16, depth: depth + 1 });
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

    /// The on nodes on the path to an on node, from that one back to the start.
    fn back_from(&self, node: usize) -> impl Iterator<Item = &Visit> {
        let before = |visit: &&Visit| (visit.depth > 0).then(|| &self.queue[usize::from(visit.parent)]);
        std::iter::successors(Some(&self.queue[node]), before)
    }

    /// Offers the cycle that returns to its start from this node by this link, if it removes anything.
    fn cycle(
        &mut self,
        hints: &mut Hints,
        board: &Board,
        run: Run,
        last: usize,
        (off, cause): (u16, Cause),
        rank: Rank,
    ) {
        let removed = self.removed_by_cycle(board, last, off);
        if removed.is_empty() {
            return;
        }
        let effect = hints.cycle(&removed);
        let start = self.queue[0].candidate;
        hints.offer(board, effect, rank, || {
            let mut nodes = self.way(last);
            nodes.push(PathNode { candidate: off, on: false, cause: cause_of(self.queue[last].candidate, off) });
            nodes.push(PathNode { candidate: start, on: true, cause });
            self.add(nodes, true, run)
        });
    }

    /// The candidates that a cycle removes, in order. It goes on from its last on node through this off node.
    fn removed_by_cycle(&self, board: &Board, last: usize, off: u16) -> Vec<u16> {
        let (mut seen_on, mut seen_off, mut own) = ([0_u128; 9], [0_u128; 9], 0_u128);
        let mut after = off;
        for visit in self.back_from(last) {
            for (node, seen) in [(visit.candidate, &mut seen_on), (after, &mut seen_off)] {
                let (cell, digit) = split(node);
                seen[usize::from(digit)] |= PEER_SETS[usize::from(cell)];
                own |= 1 << cell;
            }
            after = visit.via;
        }
        let mut removed = Vec::new();
        for digit in 0..9 {
            let both = seen_on[usize::from(digit)] & seen_off[usize::from(digit)] & !own;
            removed.extend(cells(both & board.cells_with(digit)).map(|cell| candidate(cell, digit)));
        }
        removed.sort_unstable();
        removed
    }

    /// Looks for the chain from on to off.
    fn exclude(&mut self, hints: &mut Hints, board: &Board, run: Run, start: u16) {
        let on = self.begin(start);
        let Some((last, rank)) = self.first_goal(hints, run, on, &SEEN[usize::from(start)], 0) else { return };
        let effect = Hints::effect(board, start, false).expect("a removal has an effect");
        hints.offer(board, effect, rank, || {
            let mut nodes = self.way(last);
            nodes.push(PathNode { candidate: start, on: false, cause: cause_of(self.queue[last].candidate, start) });
            self.add(nodes, false, run)
        });
    }

    /// Looks for the chain from off to on.
    fn prove(&mut self, hints: &mut Hints, board: &Board, run: Run, start: u16) {
        let Some(effect) = Hints::effect(board, start, true) else { return };
        // The assumption is the first node of the queue, although it is off.
        self.begin(start);
        let (mut on, mut goal) = (Set::EMPTY, Set::EMPTY);
        for &(to, cause) in self.links[run.links].strong(start) {
            on.add(to);
            goal |= &SEEN[usize::from(to)];
            self.queue.push(Visit { candidate: to, cause, via: start, parent: 0, depth: 1 });
        }
        let Some((last, rank)) = self.first_goal(hints, run, on, &goal, 1) else { return };
        let node = self.queue[last].candidate;
        let edge = self.links[run.links].edges(node).iter().find(|edge| edge.to == start);
        let Edge { via, cause, .. } = *edge.expect("a goal has an edge to the start");
        hints.offer(board, effect, rank, || {
            let mut nodes = self.way(last);
            nodes.remove(0);
            nodes.push(PathNode { candidate: via, on: false, cause: cause_of(node, via) });
            nodes.push(PathNode { candidate: start, on: true, cause });
            self.add(nodes, false, run)
        });
    }

    /// Continues breadth first from the nodes of the queue from `next` on until one is a goal. Returns the index of the
    /// first goal in the queue and the rank of the chain; `None` if it reaches no goal that can improve on the best
    /// hint.
    fn first_goal(
        &mut self,
        hints: &Hints,
        run: Run,
        mut on: Set,
        goal: &Set,
        mut next: usize,
    ) -> Option<(usize, Rank)> {
        let mut level = self.queue.get(next)?.depth;
        let mut rank = run.rank(run.chain, level);
        if hints.is_settled(rank) {
            return None;
        }
        if let Some(found) = (next..self.queue.len()).find(|&number| goal.has(self.queue[number].candidate)) {
            return Some((found, rank));
        }
        rank = run.rank(run.chain, level + 1);
        while let Some(&Visit { candidate: node, depth, .. }) = self.queue.get(next) {
            if depth != level {
                (level, rank) = (depth, run.rank(run.chain, depth + 1));
            }
            if hints.is_settled(rank) {
                return None;
            }
            for &Edge { to, via, cause } in self.links[run.links].edges(node) {
                if !on.has(to) {
                    on.add(to);
                    self.queue.push(Visit { candidate: to, cause, via, parent: next as u16, depth: depth + 1 });
                    if goal.has(to) {
                        return Some((self.queue.len() - 1, rank));
                    }
                }
            }
            next += 1;
        }
        None
    }

    /// Keeps the path of a hint.
    fn add(&mut self, nodes: Vec<PathNode>, cycle: bool, run: Run) -> Kind {
        self.found.push(Path { nodes, cycle, kinds: run.kinds });
        Kind::Path(self.found.len() as u32 - 1)
    }

    /// The nodes from the start to an on node of the queue, both included.
    fn way(&self, node: usize) -> Vec<PathNode> {
        let mut nodes = Vec::new();
        for visit in self.back_from(node) {
            nodes.push(PathNode { candidate: visit.candidate, on: true, cause: visit.cause });
            if visit.depth > 0 {
                let before = self.queue[usize::from(visit.parent)].candidate;
                let cause = if visit.via == before { Cause::Assumed } else { cause_of(before, visit.via) };
                nodes.push(PathNode { candidate: visit.via, on: false, cause });
            }
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
    let houses = super::super::house_tables::HOUSES_OF;
    let kind = (0..3).find(|&kind| houses[usize::from(from)][kind] == houses[usize::from(to)][kind]);
    Cause::House(kind.expect("linked candidates share a house") as u8)
}
