//! The closures of one search, in memory that the next search uses again.
//!
//! A search at one depth keeps every closure that it has computed, because cells and houses share them. Their nodes lie one
//! after the other in memory of a fixed size, of which a search touches only what it needs. So what a thread holds does not
//! depend on the searches before, and no search holds more than there is room for.

use std::ops::Range;

use super::super::house_tables::cells;
use super::super::search::Flow;
use super::candidate_set::{ByDigit, CANDIDATES, candidate};
use super::closure::{Draft, Inner, Nested, Node};

/// The most that a search keeps at one depth.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub closures: usize,
    pub nodes: usize,
    /// The parents of all nodes.
    pub parents: usize,
    /// The applications of inner rules.
    pub inner: usize,
}

impl Room {
    /// The same in bytes.
    pub const fn bytes(self) -> usize {
        self.closures * size_of::<Record>()
            + self.nodes * (size_of::<Node>() + size_of::<u16>())
            + self.parents * size_of::<u16>()
            + self.inner * size_of::<Inner>()
    }
}

/// The closures of one search.
pub struct ClosureCache {
    room: Room,
    /// By assumption: the place of its closure in `all`.
    places: [u16; 2 * CANDIDATES],
    all: Vec<Record>,
    nodes: Vec<Node>,
    /// For each closure, by candidate: the numbers of its nodes that are on, then of those that are off.
    numbers: Vec<u16>,
    parents: Vec<u16>,
    inner: Vec<Inner>,
}

/// A closure without its nodes.
#[derive(Default)]
struct Record {
    /// The level of the inner rules with which it is complete.
    level: u8,
    /// What is off, and what is on.
    sets: [ByDigit; 2],
    /// By set and digit: how many numbers of nodes come before its own.
    before: [[u16; 9]; 2],
    contradiction: Option<(u16, u16)>,
    nodes: Range<u32>,
    parents: Range<u32>,
    /// Its applications of inner rules.
    inner: Range<u32>,
}

/// The place of a closure that is not known.
const UNKNOWN: u16 = u16::MAX;

/// Closures to return to.
pub struct Aside {
    lengths: [usize; 5],
    places: [u16; 9],
}

impl ClosureCache {
    /// Memory with this room. The part that no search touches takes none.
    pub fn new(room: Room) -> Self {
        Self {
            room,
            places: [UNKNOWN; 2 * CANDIDATES],
            all: Vec::with_capacity(room.closures),
            nodes: Vec::with_capacity(room.nodes),
            numbers: Vec::with_capacity(room.nodes),
            parents: Vec::with_capacity(room.parents),
            inner: Vec::with_capacity(room.inner),
        }
    }

    /// What is used of the room.
    #[cfg(test)]
    pub fn used(&self) -> Room {
        let Self { all, nodes, parents, inner, .. } = self;
        Room { closures: all.len(), nodes: nodes.len(), parents: parents.len(), inner: inner.len() }
    }

    /// Forgets all closures.
    pub fn clear(&mut self) {
        self.places.fill(UNKNOWN);
        self.truncate([0; 5]);
    }

    fn truncate(&mut self, [all, nodes, numbers, parents, inner]: [usize; 5]) {
        self.all.truncate(all);
        self.nodes.truncate(nodes);
        self.numbers.truncate(numbers);
        self.parents.truncate(parents);
        self.inner.truncate(inner);
    }

    /// Sets the closures of at most nine assumptions aside, so that they are computed again.
    pub fn set_aside(&mut self, roots: &[(u16, bool)]) -> Aside {
        let mut places = [UNKNOWN; 9];
        for (aside, &root) in places.iter_mut().zip(roots) {
            *aside = std::mem::replace(&mut self.places[place(root)], UNKNOWN);
        }
        let Self { all, nodes, numbers, parents, inner, .. } = self;
        Aside { lengths: [all.len(), nodes.len(), numbers.len(), parents.len(), inner.len()], places }
    }

    /// Returns to the closures that were set aside, and forgets all that were computed since.
    pub fn restore(&mut self, roots: &[(u16, bool)], aside: &Aside) {
        for (&root, &known) in roots.iter().zip(&aside.places) {
            self.places[place(root)] = known;
        }
        self.truncate(aside.lengths);
    }

    /// The level of the inner rules of the closure of an assumption, if it is known.
    pub fn level(&self, root: (u16, bool)) -> Option<u8> {
        Some(self.all.get(usize::from(self.places[place(root)]))?.level)
    }

    /// Takes a closure as draft again. None of its nodes is left to follow.
    pub fn recall(&self, root: (u16, bool), draft: &mut Draft) {
        let closure = self.get(root);
        let Record { parents, inner, .. } = closure.of;
        draft.clear();
        draft.nodes.extend_from_slice(closure.nodes());
        draft.parents.extend_from_slice(&self.parents[parents.start as usize..parents.end as usize]);
        let inner = &self.inner[inner.start as usize..inner.end as usize];
        draft.inner.extend(inner.iter().map(|inner| Inner { nested: inner.nested, step: None }));
        for (number, node) in (0..).zip(closure.nodes()) {
            draft.index[usize::from(node.on)][usize::from(node.candidate)] = number;
        }
        (draft.sets, draft.contradiction) = (closure.of.sets, closure.contradiction());
    }

    /// The closure of an assumption, which must be known.
    pub fn get(&self, root: (u16, bool)) -> Closure<'_> {
        Closure { known: self, of: &self.all[usize::from(self.places[place(root)])] }
    }

    /// Keeps a closure without nodes. Breaks if there is no room for it.
    pub fn keep_sets(&mut self, root: (u16, bool), on: ByDigit, off: ByDigit) -> Flow {
        self.add(root, Record { sets: [off, on], ..Record::default() })
    }

    /// Keeps a closure with its nodes, which is complete with inner rules of this level. Breaks if there is no room for it.
    pub fn keep(&mut self, root: (u16, bool), draft: &mut Draft, level: u8) -> Flow {
        if self.level(root).is_some() && self.get(root).nodes().len() == draft.nodes.len() {
            self.all[usize::from(self.places[place(root)])].level = level;
            return Flow::Continue(());
        }
        let starts = [self.nodes.len(), self.parents.len(), self.inner.len()];
        let ends = [starts[0] + draft.nodes.len(), starts[1] + draft.parents.len(), starts[2] + draft.inner.len()];
        let is_short = u16::try_from(draft.parents.len()).is_ok();
        if !is_short || ends[0] > self.room.nodes || ends[1] > self.room.parents || ends[2] > self.room.inner {
            return Flow::Break(());
        }
        let mut before = [[0; 9]; 2];
        for on in [1, 0] {
            for digit in 0..9 {
                before[on][usize::from(digit)] = (self.numbers.len() - starts[0]) as u16;
                let own = cells(draft.sets[on].0[usize::from(digit)]);
                self.numbers.extend(own.map(|cell| draft.index[on][usize::from(candidate(cell, digit))]));
            }
        }
        // The last node of a contradiction is in no set.
        self.numbers.resize(ends[0], 0);
        self.nodes.extend_from_slice(&draft.nodes);
        self.parents.extend_from_slice(&draft.parents);
        self.inner.append(&mut draft.inner);
        let range = |of: usize| starts[of] as u32..ends[of] as u32;
        let contradiction = draft.contradiction;
        let (nodes, parents, inner) = (range(0), range(1), range(2));
        self.add(root, Record { level, sets: draft.sets, before, contradiction, nodes, parents, inner })
    }

    /// Adds a closure, or replaces what is known of it.
    fn add(&mut self, root: (u16, bool), record: Record) -> Flow {
        if let Some(known) = self.all.get_mut(usize::from(self.places[place(root)])) {
            *known = record;
            return Flow::Continue(());
        }
        if self.all.len() == self.room.closures {
            return Flow::Break(());
        }
        self.places[place(root)] = self.all.len() as u16;
        self.all.push(record);
        Flow::Continue(())
    }
}

fn place((candidate, on): (u16, bool)) -> usize {
    usize::from(candidate) * 2 + usize::from(on)
}

/// The consequences of one assumption. If only their sets are known, there are no nodes.
#[derive(Clone, Copy)]
pub struct Closure<'a> {
    known: &'a ClosureCache,
    of: &'a Record,
}

impl<'a> Closure<'a> {
    /// The nodes in the order of their discovery.
    pub fn nodes(self) -> &'a [Node] {
        &self.known.nodes[self.of.nodes.start as usize..self.of.nodes.end as usize]
    }

    /// Whether the nodes are known, not only their sets.
    pub fn has_nodes(self) -> bool {
        !self.of.nodes.is_empty()
    }

    /// The number of nodes, including the last one of a contradiction.
    pub fn size(self) -> u64 {
        if self.has_nodes() { self.of.nodes.len() as u64 } else { self.set(true).len() + self.set(false).len() }
    }

    /// The candidates that are on, or those that are off.
    pub fn set(self, on: bool) -> &'a ByDigit {
        &self.of.sets[usize::from(on)]
    }

    /// A node that is on, and its opposite.
    pub fn contradiction(self) -> Option<(u16, u16)> {
        self.of.contradiction
    }

    /// The parents of a node, the main one first.
    pub fn parents(self, node: u16) -> &'a [u16] {
        let nodes = &self.nodes()[usize::from(node)..];
        let Range { start, end } = self.of.parents;
        let until = nodes.get(1).map_or(end, |next| start + u32::from(next.parents));
        &self.known.parents[(start + u32::from(nodes[0].parents)) as usize..until as usize]
    }

    /// The application of an inner rule that removes a node, if it is known.
    pub fn inner(self, node: Node) -> Option<&'a Inner> {
        Some(&self.known.inner[self.of.inner.start as usize + usize::from(node.step?.get()) - 1])
    }

    /// The number of this candidate's node, which must be known.
    pub fn node(self, candidate: u16, on: bool) -> u16 {
        let (digit, rank) = self.set(on).rank(candidate);
        let place = usize::from(self.of.before[usize::from(on)][digit]) + rank;
        self.known.numbers[self.of.nodes.start as usize + place]
    }

    /// The number of ancestors of a node, including itself. Appends the inner chains that they use, each identity once.
    pub fn ancestors(self, node: u16, nested: &mut Vec<Nested>) -> u32 {
        let mut marked = [0_u64; 24];
        marked[usize::from(node >> 6)] |= 1 << (node & 63);
        let mut count = 0;
        // Parents come before their children, so one scan downwards meets every ancestor after its last child.
        for word in (0..=usize::from(node >> 6)).rev() {
            while marked[word] != 0 {
                let bit = marked[word].ilog2();
                marked[word] &= !(1 << bit);
                count += 1;
                let ancestor = word as u16 * 64 + bit as u16;
                for &parent in self.parents(ancestor) {
                    marked[usize::from(parent >> 6)] |= 1 << (parent & 63);
                }
                if let Some(&Inner { nested: chain, .. }) = self.inner(self.nodes()[usize::from(ancestor)])
                    && chain.complexity > 0
                    && nested.iter().all(|other| other.identity != chain.identity)
                {
                    nested.push(chain);
                }
            }
        }
        count
    }

    /// The ancestors of a node, itself first, breadth first.
    pub fn chain(self, node: u16) -> Vec<u16> {
        let mut seen = [0_u64; 24];
        let mut chain = vec![node];
        let mut next = 0;
        while next < chain.len() {
            for &parent in self.parents(chain[next]) {
                let (word, bit) = (usize::from(parent >> 6), 1 << (parent & 63));
                if seen[word] & bit == 0 {
                    seen[word] |= bit;
                    chain.push(parent);
                }
            }
            next += 1;
        }
        chain
    }
}
