//! Everything that follows from one assumption, in the order in which Sudoku Explainer 1.2.1.3 finds it.
//!
//! The order determines the parents of each node, and therefore the length of its chain:
//! - On nodes and off nodes wait in separate queues. All on nodes are taken first, then a single off
//!   node. A known node keeps its first parents.
//! - An on node turns off the other candidates of its cell in ascending order, then the other places in its box, row
//!   and column. An off node turns on the last other candidate of its cell, then the last other place in its box, row
//!   and column.
//! - A dynamic closure then removes the off candidate from its working board. Later checks for "the last other" see the
//!   removal, and the candidates removed so far become further parents, after the main one.
//! - A node whose opposite is known is a contradiction. It ends the closure; the nodes found until then stay usable.
//! - If both queues are empty, `nested` applies the inner rules of this level to find more off nodes.

use super::super::board::Board;
use super::super::layout::{HOUSE_CELLS, HOUSES_OF, POSITIONS, bits};
use super::super::search::{Flow, Search};
use super::super::step::Step;
use super::set::{ByDigit, CANDIDATES, candidate, split};

/// Why a node follows from its main parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It is the assumption.
    Assumed,
    /// Both are candidates of a cell.
    Cell,
    /// Both are places in a house of this kind: 0 box, 1 row, 2 column.
    House(u8),
    /// An inner rule removes it.
    Rule,
}

/// The rules that a closure may use.
#[derive(Clone, Copy)]
pub struct Rules {
    /// Only places of digits in houses, no candidates of cells.
    pub nishio: bool,
    /// Off candidates are removed.
    pub dynamic: bool,
    /// 0: no inner rules; 1: patterns; 2 to 5: chains too.
    pub level: u8,
    /// How often each digit is placed on the board.
    pub placed: [u8; 9],
    /// Whether to keep the steps of inner rules, for a proof.
    pub explain: bool,
}

/// One consequence of the assumption.
#[derive(Clone, Copy)]
pub struct Node {
    pub candidate: u16,
    pub on: bool,
    pub cause: Cause,
    /// The length of the longest path back to the assumption, in nodes: a lower bound of the number of ancestors.
    pub depth: u16,
    parents: (u32, u16),
    /// The number of the inner step that removes it, if known.
    pub step: Option<u16>,
}

/// An application of an inner rule.
pub struct Inner {
    /// Its share of the complexity, if it is a chain.
    pub nested: Option<Nested>,
    /// The step itself, if a proof is wanted.
    pub step: Option<Step>,
}

/// An inner chain that a node relies on.
#[derive(Clone, Copy)]
pub struct Nested {
    /// Equal for inner chains with the same targets and the same nodes in the same order.
    pub identity: u64,
    /// The number of its nodes, including those of its own inner chains.
    pub complexity: u32,
}

/// The consequences of one assumption. If only their sets are known, there are no nodes.
pub struct Closure {
    pub nodes: Vec<Node>,
    parents: Vec<u16>,
    /// The nodes that are on, and those that are off, each in the order of their discovery.
    pub on: Vec<u16>,
    pub off: Vec<u16>,
    pub on_set: ByDigit,
    pub off_set: ByDigit,
    index: [Vec<u16>; 2],
    pub inner: Vec<Inner>,
    /// A node that is on, and its opposite.
    pub contradiction: Option<(u16, u16)>,
    /// The search that this belongs to.
    pub stamp: u64,
}

impl Default for Closure {
    fn default() -> Self {
        Self {
            nodes: Vec::with_capacity(256),
            parents: Vec::with_capacity(512),
            on: Vec::with_capacity(128),
            off: Vec::with_capacity(256),
            on_set: ByDigit::EMPTY,
            off_set: ByDigit::EMPTY,
            index: [vec![0; CANDIDATES], vec![0; CANDIDATES]],
            inner: Vec::new(),
            contradiction: None,
            stamp: 0,
        }
    }
}

/// How far a closure has been followed.
struct Course {
    /// The board without the off nodes that were followed, if the rules are dynamic.
    current: Board,
    /// The places of the next nodes in [`Closure::on`] and [`Closure::off`].
    next_on: usize,
    next_off: usize,
}

/// The rules that a closure of a nested level applies when nothing else follows.
pub trait InnerRules {
    /// Adds the removals of the first rule that removes anything.
    ///
    /// # Errors
    /// Breaks when the search must stop.
    fn extend(
        &mut self,
        closure: &mut Closure,
        current: &Board,
        board: &Board,
        rules: &Rules,
        search: &mut Search,
    ) -> Flow;
}

impl Closure {
    /// Keeps the sets of what follows without a contradiction, but no nodes.
    pub fn keep_sets(&mut self, on: ByDigit, off: ByDigit) {
        (self.on_set, self.off_set, self.contradiction) = (on, off, None);
        self.nodes.clear();
        self.on.clear();
        self.off.clear();
    }

    /// Whether the nodes are known, not only their sets.
    pub fn has_nodes(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// The number of nodes, including the last one of a contradiction.
    pub fn size(&self) -> u64 {
        if self.has_nodes() { self.nodes.len() as u64 } else { self.on_set.len() + self.off_set.len() }
    }

    /// Finds what follows from this candidate being on or off, without inner rules.
    pub fn run(&mut self, root: (u16, bool), board: &Board, rules: &Rules) {
        let mut course = self.begin(root, board);
        self.follow(&mut course, board, rules);
    }

    /// Finds what follows from this candidate being on or off, with inner rules.
    ///
    /// # Errors
    /// Breaks when the search must stop.
    pub fn run_nested(
        &mut self,
        root: (u16, bool),
        board: &Board,
        rules: &Rules,
        inner: &mut (impl InnerRules + ?Sized),
        search: &mut Search,
    ) -> Flow {
        let mut course = self.begin(root, board);
        loop {
            self.follow(&mut course, board, rules);
            if self.contradiction.is_some() {
                return Flow::Continue(());
            }
            inner.extend(self, &course.current, board, rules, search)?;
            if course.next_off == self.off.len() {
                return Flow::Continue(());
            }
        }
    }

    fn begin(&mut self, (root, on): (u16, bool), board: &Board) -> Course {
        self.nodes.clear();
        self.parents.clear();
        self.on.clear();
        self.off.clear();
        self.inner.clear();
        (self.on_set, self.off_set, self.contradiction) = (ByDigit::EMPTY, ByDigit::EMPTY, None);
        self.add(root, on, Cause::Assumed, 0, None);
        Course { current: *board, next_on: 0, next_off: 0 }
    }

    /// Follows the nodes until nothing more follows or there is a contradiction.
    fn follow(&mut self, course: &mut Course, board: &Board, rules: &Rules) {
        while self.contradiction.is_none() {
            if let Some(&node) = self.on.get(course.next_on) {
                course.next_on += 1;
                self.exclude(node, &course.current, rules);
            } else if let Some(&node) = self.off.get(course.next_off) {
                course.next_off += 1;
                self.conclude(node, &course.current, board, rules);
                if rules.dynamic {
                    let (cell, digit) = split(self.nodes[usize::from(node)].candidate);
                    course.current.eliminate(cell, digit);
                }
            } else {
                return;
            }
        }
    }

    /// Adds the nodes that an on node turns off.
    fn exclude(&mut self, node: u16, current: &Board, rules: &Rules) {
        let (cell, digit) = split(self.nodes[usize::from(node)].candidate);
        if !rules.nishio {
            for other in bits(current.candidates(cell) & !(1 << digit)) {
                if self.turn_off(candidate(cell, other), Cause::Cell, node) {
                    return;
                }
            }
        }
        for kind in 0..3 {
            let house = HOUSES_OF[usize::from(cell)][kind];
            let position = POSITIONS[usize::from(cell)][kind];
            // The cells that a line shares with the box are already off.
            let skip = if kind == 0 { 1 << position } else { 0b111 << (position / 3 * 3) };
            for other in bits(current.places(house, digit) & !skip) {
                let other = HOUSE_CELLS[usize::from(house)][usize::from(other)];
                if self.turn_off(candidate(other, digit), Cause::House(kind as u8), node) {
                    return;
                }
            }
        }
    }

    /// Adds an off node. Returns whether that is a contradiction.
    fn turn_off(&mut self, candidate: u16, cause: Cause, parent: u16) -> bool {
        if self.off_set.has(candidate) {
            return false;
        }
        let start = self.parents.len();
        self.parents.push(parent);
        if self.on_set.has(candidate) {
            let opposite = self.index[1][usize::from(candidate)];
            let node = self.push(candidate, false, cause, start, None);
            self.contradiction = Some((opposite, node));
            return true;
        }
        self.add(candidate, false, cause, start, None);
        false
    }

    /// Adds the nodes that an off node leaves as the last ones.
    fn conclude(&mut self, node: u16, current: &Board, board: &Board, rules: &Rules) {
        let (cell, digit) = split(self.nodes[usize::from(node)].candidate);
        if !rules.nishio {
            let digits = current.candidates(cell);
            if digits.count_ones() == 2 {
                let other = (digits & !(1 << digit)).trailing_zeros() as u8;
                let start = self.parents.len();
                self.parents.push(node);
                for gone in bits(board.candidates(cell) & !digits) {
                    self.parents.push(self.index[0][usize::from(candidate(cell, gone))]);
                }
                if self.turn_on(candidate(cell, other), Cause::Cell, start) {
                    return;
                }
            }
        }
        for kind in 0..3 {
            let house = HOUSES_OF[usize::from(cell)][kind];
            let places = current.places(house, digit);
            if places.count_ones() == 2 {
                let at = |position: u8| HOUSE_CELLS[usize::from(house)][usize::from(position)];
                let other = at((places & !(1 << POSITIONS[usize::from(cell)][kind])).trailing_zeros() as u8);
                let start = self.parents.len();
                self.parents.push(node);
                for gone in bits(board.places(house, digit) & !places) {
                    self.parents.push(self.index[0][usize::from(candidate(at(gone), digit))]);
                }
                if self.turn_on(candidate(other, digit), Cause::House(kind as u8), start) {
                    return;
                }
            }
        }
    }

    /// Adds an on node with the parents from `start` on. Returns whether that is a contradiction.
    fn turn_on(&mut self, candidate: u16, cause: Cause, start: usize) -> bool {
        if self.on_set.has(candidate) {
            self.parents.truncate(start);
            return false;
        }
        if self.off_set.has(candidate) {
            let opposite = self.index[0][usize::from(candidate)];
            let node = self.push(candidate, true, cause, start, None);
            self.contradiction = Some((node, opposite));
            return true;
        }
        self.add(candidate, true, cause, start, None);
        false
    }

    /// Adds an off node that an inner rule finds, unless it is known. The parents are off candidates.
    pub fn turn_off_by_rule(&mut self, candidate: u16, parents: &[u16], step: Option<u16>) {
        if self.off_set.has(candidate) {
            return;
        }
        let start = self.parents.len();
        for &parent in parents {
            self.parents.push(self.index[0][usize::from(parent)]);
        }
        self.add(candidate, false, Cause::Rule, start, step);
    }

    fn add(&mut self, candidate: u16, on: bool, cause: Cause, start: usize, step: Option<u16>) {
        let node = self.push(candidate, on, cause, start, step);
        self.index[usize::from(on)][usize::from(candidate)] = node;
        if on {
            self.on_set.add(candidate);
            self.on.push(node);
        } else {
            self.off_set.add(candidate);
            self.off.push(node);
        }
    }

    fn push(&mut self, candidate: u16, on: bool, cause: Cause, start: usize, step: Option<u16>) -> u16 {
        let parents = &self.parents[start..];
        let depth = 1 + parents.iter().map(|&parent| self.nodes[usize::from(parent)].depth).max().unwrap_or(0);
        let parents = (start as u32, parents.len() as u16);
        self.nodes.push(Node { candidate, on, cause, depth, parents, step });
        self.nodes.len() as u16 - 1
    }

    /// The parents of a node, the main one first.
    pub fn parents(&self, node: u16) -> &[u16] {
        let (start, count) = self.nodes[usize::from(node)].parents;
        &self.parents[start as usize..start as usize + usize::from(count)]
    }

    /// The number of this candidate's node, which must be known.
    pub fn node(&self, candidate: u16, on: bool) -> u16 {
        self.index[usize::from(on)][usize::from(candidate)]
    }

    /// The number of ancestors of a node, including itself. Appends the inner chains that they use, each identity once.
    pub fn ancestors(&self, node: u16, nested: &mut Vec<Nested>) -> u32 {
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
                let step = self.nodes[usize::from(ancestor)].step.map(usize::from);
                if let Some(chain) = step.and_then(|number| self.inner[number].nested)
                    && nested.iter().all(|other| other.identity != chain.identity)
                {
                    nested.push(chain);
                }
            }
        }
        count
    }

    /// The ancestors of a node, itself first, breadth first.
    pub fn chain(&self, node: u16) -> Vec<u16> {
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
