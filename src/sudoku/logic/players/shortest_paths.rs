//! The search for the shortest ways through a network.

use std::ops::ControlFlow;

use super::super::search::Search;
use super::group_network::{Group, Network};

/// A strong link of a chain: its number, the group that is off, and the one that is on.
pub type Link = (usize, [usize; 2]);

/// A search for the shortest chains.
pub struct Walk<'a> {
    network: &'a Network,
    /// The least and the largest number of links.
    links: [usize; 2],
    /// By group, whether it was on, whether it was off, and whether it ends a chain.
    was: [Vec<bool>; 2],
    is_goal: Vec<bool>,
    /// The links by which groups are on, each with the index of the one before and the number of links up to it.
    queue: Vec<(Link, usize, usize)>,
    /// The indices of those that end a chain.
    ends: Vec<usize>,
}

const ON: usize = 0;
const OFF: usize = 1;

impl<'a> Walk<'a> {
    pub fn new(network: &'a Network, links: [usize; 2]) -> Self {
        let groups = || vec![false; network.groups.len()];
        Self { network, links, was: [groups(), groups()], is_goal: groups(), queue: Vec::new(), ends: Vec::new() }
    }

    /// The shortest chains from the starts, which are off, to each of the first `most` of the goals, all of which exclude this
    /// group. Breaks if there are no nodes left.
    pub fn shortest(
        &mut self,
        search: &mut Search,
        target: Group,
        [starts, goals]: [&[usize]; 2],
        most: usize,
    ) -> ControlFlow<(), Vec<Vec<Link>>> {
        self.was.iter_mut().chain([&mut self.is_goal]).for_each(|of_groups| of_groups.fill(false));
        self.queue.clear();
        self.ends.clear();
        for &goal in goals {
            self.is_goal[goal] = true;
        }
        for &start in starts {
            self.was[OFF][start] = true;
        }
        for &start in starts {
            self.follow(start, target, usize::MAX, 1);
        }
        let mut next = 0;
        while let Some(&((_, [_, on]), _, number)) = self.queue.get(next).filter(|_| self.ends.len() < most) {
            for &off in self.network.weak.of(on) {
                if number < self.links[1] && !std::mem::replace(&mut self.was[OFF][off], true) {
                    self.follow(off, target, next, number + 1);
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

    /// Turns on what a group that is off leaves and that may exclude the target.
    fn follow(&mut self, off: usize, target: Group, before: usize, number: usize) {
        let network = self.network;
        let may_exclude = |on: usize| target.cells & !network.reached.from(on).0[usize::from(target.digit)] == 0;
        for &(link, on) in network.turns_on.of(off) {
            if may_exclude(on) && !std::mem::replace(&mut self.was[ON][on], true) {
                let is_end = self.is_goal[on] && number >= self.links[0];
                self.ends.extend(is_end.then_some(self.queue.len()));
                self.queue.push(((link, [off, on]), before, number));
            }
        }
    }
}
