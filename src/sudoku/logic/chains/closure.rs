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

use std::iter;
use std::num::NonZeroU16;

use super::super::board::Board;
use super::super::house_tables::{HOUSE_CELLS, HOUSES_OF, POSITIONS, bits, cells};
use super::super::search::{Flow, Search};
use super::super::step::Step;
use super::candidate_set::{ByDigit, CANDIDATES, candidate, split};

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
    /// Whether to keep the steps of inner rules, for a proof.
    pub explain: bool,
}

impl Rules {
    /// Whether closures of this level begin with all nodes of those of a lower level: up to level 3, each level only adds to the end
    /// of the inner rules of the one before.
    pub const fn continue_from(self, level: u8) -> bool {
        0 < level && level < self.level && self.level <= 3
    }
}

/// One consequence of the assumption.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Node {
    pub candidate: u16,
    pub on: bool,
    pub cause: Cause,
    /// The length of the longest path back to the assumption, in nodes: a lower bound of the number of ancestors.
    pub depth: u16,
    /// The place of its first parent. They end where those of the next node begin.
    pub parents: u16,
    /// The number of the inner step that removes it, from 1, if known.
    pub step: Option<NonZeroU16>,
}

/// An application of an inner rule.
pub struct Inner {
    /// Its share of the complexity: none if it is no chain.
    pub nested: Nested,
    /// The step itself, if a proof is wanted.
    pub step: Option<Box<Step>>,
}

/// An inner chain that a node relies on.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Nested {
    /// Equal for inner chains with the same targets and the same nodes in the same order.
    pub identity: u64,
    /// The number of its nodes, including those of its own inner chains.
    pub complexity: u32,
}

/// A closure while it grows. The next one uses its memory again.
#[derive(Default)]
pub struct Draft {
    pub nodes: Vec<Node>,
    /// The parents of all nodes, one after the other.
    pub parents: Vec<u16>,
    /// The nodes that are on, and those that are off, each in the order of their discovery.
    on: Vec<u16>,
    off: Vec<u16>,
    /// What is off, and what is on.
    pub sets: [ByDigit; 2],
    /// The same by candidate: the number of its node.
    pub index: [Vec<u16>; 2],
    pub inner: Vec<Inner>,
    /// A node that is on, and its opposite.
    pub contradiction: Option<(u16, u16)>,
}

/// How far a closure has been followed.
struct Course {
    /// The board without the off nodes that were followed, if the rules are dynamic.
    current: Board,
    /// The places of the next nodes in [`Draft::on`] and [`Draft::off`].
    next_on: usize,
    next_off: usize,
}

/// The rules that a closure of a nested level applies when nothing else follows.
pub trait InnerRules {
    /// Adds the removals of the first rule that removes anything. The rules of the level `tried`, if it is not 0, remove nothing.
    fn extend(
        &mut self,
        closure: &mut Draft,
        current: &Board,
        board: &Board,
        rules: Rules,
        tried: u8,
        search: &mut Search,
    ) -> Flow;
}

impl Draft {
    /// Finds what follows from this candidate being on or off, without inner rules.
    pub fn run(&mut self, root: (u16, bool), board: &Board, rules: Rules) {
        let mut course = self.begin(root, board);
        self.follow(&mut course, board, rules);
    }

    /// Finds what follows from this candidate being on or off, with inner rules. If the closure with those of the level `known` is
    /// here, it goes on from there; with 0, it begins.
    pub fn run_nested(
        &mut self,
        root: (u16, bool),
        board: &Board,
        rules: Rules,
        known: u8,
        inner: &mut (impl InnerRules + ?Sized),
        search: &mut Search,
    ) -> Flow {
        let mut course = if known == 0 { self.begin(root, board) } else { self.resume(board) };
        let mut tried = known;
        loop {
            self.follow(&mut course, board, rules);
            if self.contradiction.is_some() {
                return Flow::Continue(());
            }
            inner.extend(self, &course.current, board, rules, tried, search)?;
            if course.next_off == self.off.len() {
                return Flow::Continue(());
            }
            tried = 0;
        }
    }

    /// Forgets the closure.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.parents.clear();
        self.on.clear();
        self.off.clear();
        self.inner.clear();
        self.index.iter_mut().for_each(|numbers| numbers.resize(CANDIDATES, 0));
        (self.sets, self.contradiction) = ([ByDigit::EMPTY; 2], None);
    }

    fn begin(&mut self, (root, on): (u16, bool), board: &Board) -> Course {
        self.clear();
        self.add(root, on, Cause::Assumed, 0, None);
        Course { current: *board, next_on: 0, next_off: 0 }
    }

    /// The course of a closure whose nodes were all followed.
    fn resume(&self, board: &Board) -> Course {
        let mut course = Course { current: *board, next_on: self.on.len(), next_off: self.off.len() };
        for digit in 0..9 {
            cells(self.sets[0].0[usize::from(digit)]).for_each(|cell| course.current.eliminate(cell, digit));
        }
        course
    }

    /// Follows the nodes until nothing more follows or there is a contradiction.
    fn follow(&mut self, course: &mut Course, board: &Board, rules: Rules) {
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
    fn exclude(&mut self, node: u16, current: &Board, rules: Rules) {
        let (cell, digit) = split(self.nodes[usize::from(node)].candidate);
        if !rules.nishio {
            for other in bits(current.candidates(cell) & !(1 << digit)) {
                if self.turn(candidate(cell, other), false, Cause::Cell, node, iter::empty()) {
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
                let cause = Cause::House(kind as u8);
                if self.turn(candidate(other, digit), false, cause, node, iter::empty()) {
                    return;
                }
            }
        }
    }

    /// Adds the nodes that an off node leaves as the last ones.
    fn conclude(&mut self, node: u16, current: &Board, board: &Board, rules: Rules) {
        let (cell, digit) = split(self.nodes[usize::from(node)].candidate);
        if !rules.nishio {
            let digits = current.candidates(cell);
            if digits.count_ones() == 2 {
                let other = (digits & !(1 << digit)).trailing_zeros() as u8;
                let gone = bits(board.candidates(cell) & !digits).map(|gone| candidate(cell, gone));
                if self.turn(candidate(cell, other), true, Cause::Cell, node, gone) {
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
                let gone = bits(board.places(house, digit) & !places).map(|gone| candidate(at(gone), digit));
                if self.turn(candidate(other, digit), true, Cause::House(kind as u8), node, gone) {
                    return;
                }
            }
        }
    }

    /// Adds a node, which follows from this one and, after it, from these candidates that are off. Returns whether that is a
    /// contradiction.
    fn turn(&mut self, candidate: u16, on: bool, cause: Cause, node: u16, gone: impl Iterator<Item = u16>) -> bool {
        if self.sets[usize::from(on)].has(candidate) {
            return false;
        }
        let start = self.parents.len();
        self.parents.push(node);
        self.parents.extend(gone.map(|gone| self.index[0][usize::from(gone)]));
        if self.sets[usize::from(!on)].has(candidate) {
            let opposite = self.index[usize::from(!on)][usize::from(candidate)];
            let node = self.push(candidate, on, cause, start, None);
            self.contradiction = Some(if on { (node, opposite) } else { (opposite, node) });
            return true;
        }
        self.add(candidate, on, cause, start, None);
        false
    }

    /// Adds the application of an inner rule. Returns its number.
    pub fn apply(&mut self, inner: Inner) -> Option<NonZeroU16> {
        self.inner.push(inner);
        NonZeroU16::new(self.inner.len() as u16)
    }

    /// Adds an off node that an inner rule finds, unless it is known. The parents are off candidates.
    pub fn turn_off_by_rule(&mut self, candidate: u16, parents: &[u16], step: Option<NonZeroU16>) {
        if self.sets[0].has(candidate) {
            return;
        }
        let start = self.parents.len();
        self.parents.extend(parents.iter().map(|&parent| self.index[0][usize::from(parent)]));
        self.add(candidate, false, Cause::Rule, start, step);
    }

    fn add(&mut self, candidate: u16, on: bool, cause: Cause, start: usize, step: Option<NonZeroU16>) {
        let node = self.push(candidate, on, cause, start, step);
        self.index[usize::from(on)][usize::from(candidate)] = node;
        self.sets[usize::from(on)].add(candidate);
        if on {
            self.on.push(node);
        } else {
            self.off.push(node);
        }
    }

    fn push(&mut self, candidate: u16, on: bool, cause: Cause, start: usize, step: Option<NonZeroU16>) -> u16 {
        let parents = &self.parents[start..];
        let depth = 1 + parents.iter().map(|&parent| self.nodes[usize::from(parent)].depth).max().unwrap_or(0);
        self.nodes.push(Node { candidate, on, cause, depth, parents: start as u16, step });
        self.nodes.len() as u16 - 1
    }
}
