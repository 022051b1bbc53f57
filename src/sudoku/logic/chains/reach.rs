//! Reachability along static links: finds the candidates whose chains may be worth a search.
//!
//! A candidate that is on turns its neighbours off (weak links). A candidate that is off turns on the last other
//! candidate of its cell or the last other place in a house (strong links). Both kinds also hold backwards. So:
//! - A chain removes `e` if `e` on leads to `e` off. A chain proves `f` if `f` off leads to `f` on; every other
//!   candidate of `f`'s cell then leads to its own exclusion.
//! - A cycle removes `e` only if `e` sees a node of the cycle in each state. Then `e` leads around the cycle in both
//!   directions, to its own exclusion, and to every node of the cycle both on and off.
//!
//! If no candidate excludes itself, no chain or cycle has an effect. All this holds for links of all kinds as well as of
//! one kind alone.

use super::super::board::{ALL, Board};
use super::closure::Cause;
use super::links::{Kinds, Links};
use super::set::{CANDIDATES, SEEN, Set};

/// The candidates worth a search.
pub struct Worth {
    /// The candidates that exclude themselves.
    pub excluded: Set,
    /// The candidates whose absence proves them.
    pub proved: Set,
    /// The candidates that can be part of a cycle with an effect.
    pub cycles: Set,
}

/// The workspace of [`Reach::find`].
#[derive(Default)]
pub struct Reach {
    /// By candidate: the order of its visit, starting from 1; 0 if it was not visited.
    order: Vec<u16>,
    low: Vec<u16>,
    /// By candidate: its component, once that is complete.
    component: Vec<u16>,
    stack: Vec<u16>,
    /// By component: the candidates that it reaches.
    reached: Vec<Set>,
    count: u16,
}

impl Links {
    /// All links of these kinds, and the candidates worth a search, among these or all, if there are any.
    pub fn worth(board: &Board, kinds: Kinds, among: Option<&Set>) -> (Self, Option<Worth>) {
        let mut links = Self::default();
        links.find(board, ALL, kinds);
        let worth = Reach::default().find(&links, among.unwrap_or(links.alive()));
        (links, worth)
    }
}

const NONE: u16 = u16::MAX;

impl Reach {
    /// Finds the candidates worth a search; `None` if no candidate excludes itself. Only these candidates can.
    ///
    /// It visits only them and what they lead to. A candidate that its own absence proves turns one on that leads back to it, and
    /// that so excludes itself.
    pub fn find(&mut self, links: &Links, among: &Set) -> Option<Worth> {
        for (numbers, first) in [(&mut self.order, 0), (&mut self.low, 0), (&mut self.component, NONE)] {
            numbers.clear();
            numbers.resize(CANDIDATES, first);
        }
        self.reached.clear();
        self.count = 0;
        let mut worth = Worth { excluded: Set::EMPTY, proved: Set::EMPTY, cycles: Set::EMPTY };
        for candidate in among.iter() {
            if self.order[usize::from(candidate)] == 0 {
                self.visit(candidate, links);
            }
            if self.from(candidate).meets(&SEEN[usize::from(candidate)]) {
                worth.excluded.add(candidate);
            }
        }
        if worth.excluded.is_empty() {
            return None;
        }
        for candidate in links.alive().iter() {
            let back = |&(other, _): &(u16, Cause)| worth.excluded.has(other) && self.from(other).has(candidate);
            if links.strong(candidate).iter().any(back) {
                worth.proved.add(candidate);
            }
        }
        let mut seen = NONE;
        for candidate in worth.excluded.iter() {
            let component = self.component[usize::from(candidate)];
            if component == seen {
                continue;
            }
            seen = component;
            let on = self.reached[usize::from(component)];
            let mut off = Set::EMPTY;
            for candidate in on.iter() {
                off = off.or(&SEEN[usize::from(candidate)]);
            }
            worth.cycles = worth.cycles.or(&on.and(&off));
        }
        Some(worth)
    }

    /// What a candidate that is on leads to being on, itself included.
    pub fn from(&self, candidate: u16) -> &Set {
        &self.reached[usize::from(self.component[usize::from(candidate)])]
    }

    /// Completes the component of a candidate and all that it reaches, by Tarjan's algorithm.
    fn visit(&mut self, candidate: u16, links: &Links) {
        let this = usize::from(candidate);
        self.count += 1;
        (self.order[this], self.low[this]) = (self.count, self.count);
        let start = self.stack.len();
        self.stack.push(candidate);
        for edge in links.edges(candidate) {
            let next = usize::from(edge.to);
            if self.order[next] == 0 {
                self.visit(edge.to, links);
                self.low[this] = self.low[this].min(self.low[next]);
            } else if self.component[next] == NONE {
                self.low[this] = self.low[this].min(self.order[next]);
            }
        }
        if self.low[this] != self.order[this] {
            return;
        }
        let number = self.reached.len() as u16;
        let mut reached = Set::EMPTY;
        for &member in &self.stack[start..] {
            reached.add(member);
            self.component[usize::from(member)] = number;
        }
        for &member in &self.stack[start..] {
            for edge in links.edges(member) {
                if !reached.has(edge.to) {
                    reached = reached.or(&self.reached[usize::from(self.component[usize::from(edge.to)])]);
                }
            }
        }
        self.reached.push(reached);
        self.stack.truncate(start);
    }
}
