//! The shortest chains of strong links between groups.

use std::ops::ControlFlow;

use super::super::search::Search;
use super::strong::Network;

/// A strong link of a chain: its number, the group that is off, and the one that is on.
pub type Link = (usize, [usize; 2]);

/// A search for the shortest chains.
pub struct Walk<'a> {
    network: &'a Network,
    /// The least and the largest number of links.
    links: [usize; 2],
    /// The groups that end a chain, as words of bits.
    goals: Vec<u64>,
    /// By group, whether it was on, and whether it was off.
    was_on: Vec<bool>,
    was_off: Vec<bool>,
    /// The links by which groups are on, each with the index of the one before and the number of links up to it.
    queue: Vec<(Link, usize, usize)>,
    /// The indices of those that end a chain.
    ends: Vec<usize>,
}

impl<'a> Walk<'a> {
    /// A search for chains of so many links.
    pub fn new(network: &'a Network, links: [usize; 2]) -> Self {
        let count = network.groups.len();
        let [was_on, was_off] = [(); 2].map(|()| vec![false; count]);
        Self {
            network,
            links,
            goals: vec![0; count.div_ceil(64)],
            was_on,
            was_off,
            queue: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// The shortest chains from one of these groups, which are off, to each of the first `most` of these goals. Breaks if there
    /// are no nodes left.
    pub fn shortest(
        &mut self,
        search: &mut Search,
        starts: &[usize],
        goals: &[usize],
        most: usize,
    ) -> ControlFlow<(), Vec<Vec<Link>>> {
        self.goals.fill(0);
        self.was_on.fill(false);
        self.was_off.fill(false);
        self.queue.clear();
        self.ends.clear();
        for goal in goals {
            self.goals[goal / 64] |= 1 << (goal % 64);
        }
        for &start in starts {
            self.was_off[start] = true;
        }
        for &start in starts {
            self.follow(start, usize::MAX, 1);
        }
        let mut next = 0;
        while let Some(&((_, [_, on]), _, number)) = self.queue.get(next).filter(|_| self.ends.len() < most) {
            for &off in self.network.weak.of(on) {
                if number < self.links[1] && !std::mem::replace(&mut self.was_off[off], true) {
                    self.follow(off, next, number + 1);
                }
            }
            next += 1;
        }
        search.spend(self.queue.len() as u64)?;
        let chain = |&end: &usize| {
            let way = std::iter::successors(self.queue.get(end), |(_, before, _)| self.queue.get(*before));
            let mut chain: Vec<Link> = way.map(|(link, ..)| *link).collect();
            chain.reverse();
            chain
        };
        ControlFlow::Continue(self.ends.iter().take(most).map(chain).collect())
    }

    /// Turns on what a group that is off leaves, if that may lead to a goal.
    fn follow(&mut self, off: usize, before: usize, number: usize) {
        let network = self.network;
        if !network.reaches(off, &self.goals) {
            return;
        }
        for &link in network.links.of(off) {
            for &on in network.members.of(link) {
                if on != off && !std::mem::replace(&mut self.was_on[on], true) {
                    let is_end = self.goals[on / 64] >> (on % 64) & 1 != 0 && number >= self.links[0];
                    self.ends.extend(is_end.then_some(self.queue.len()));
                    self.queue.push(((link, [off, on]), before, number));
                }
            }
        }
    }
}
