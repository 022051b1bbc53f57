//! The candidates whose chains may be worth a search, found by what static links lead to.
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
use super::candidate_set::{CANDIDATES, SEEN, Set};
use super::links::{Kinds, Links};
use super::reachability::{Graph, Reach};

/// The candidates worth a search.
pub struct Worth {
    /// The candidates that exclude themselves.
    pub excluded: Set,
    /// The candidates whose absence proves them.
    pub proved: Set,
    /// The candidates that can be part of a cycle with an effect.
    pub cycles: Set,
}

/// From each candidate that is on, edges lead to those that it turns on through one that it turns off.
impl Graph<Set> for Links {
    fn next(&self, node: usize) -> impl Iterator<Item = usize> {
        self.edges(node as u16).iter().map(|edge| usize::from(edge.to))
    }

    fn add(&self, node: usize, reached: &mut Set) {
        reached.add(node as u16);
    }

    fn has(&self, node: usize, reached: &Set) -> bool {
        reached.has(node as u16)
    }
}

impl Links {
    /// All links of these kinds, and the candidates worth a search, among these or all, if there are any.
    pub fn worth(board: &Board, kinds: Kinds, among: Option<&Set>) -> (Self, Option<Worth>) {
        let mut links = Self::default();
        links.find(board, ALL, kinds);
        let worth = Worth::find(&links, among.unwrap_or(links.alive()), &mut Reach::default());
        (links, worth)
    }
}

impl Worth {
    /// Finds the candidates worth a search; `None` if no candidate excludes itself. Only these candidates can.
    ///
    /// It visits only them and what they lead to. A candidate that its own absence proves turns one on that leads back to it, and
    /// that so excludes itself.
    pub fn find(links: &Links, among: &Set, reach: &mut Reach<Set>) -> Option<Self> {
        reach.find(links, CANDIDATES, among.iter().map(usize::from));
        let from = |candidate: u16| reach.from(candidate.into());
        let excluded: Set = among.iter().filter(|&one| from(one).meets(&SEEN[usize::from(one)])).collect();
        if excluded.is_empty() {
            return None;
        }
        let is_proved = |&candidate: &u16| {
            let mut turned_on = links.strong(candidate).iter();
            turned_on.any(|&(other, _)| excluded.has(other) && from(other).has(candidate))
        };
        let proved = links.alive().iter().filter(is_proved).collect();
        let (mut cycles, mut last) = (Set::EMPTY, None);
        for on in excluded.iter().map(from) {
            // Those of a component lead to the same ones.
            if last.replace(on).is_none_or(|last| !std::ptr::eq(last, on)) {
                let mut off = Set::EMPTY;
                on.iter().for_each(|candidate| off |= &SEEN[usize::from(candidate)]);
                cycles |= &on.and(&off);
            }
        }
        Some(Self { excluded, proved, cycles })
    }
}
