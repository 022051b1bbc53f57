//! Chains and loops of strong links between groups.

use std::ops::ControlFlow;

use super::super::chains::set::ByDigit;
use super::super::layout::cells;
use super::super::search::{Flow, Offers, Search};
use super::super::{Proof, Technique};
use super::network::{Group, Network};

/// What decides the name of a chain.
pub struct Shape {
    pub links: usize,
    /// Whether it has several digits.
    pub is_mixed: bool,
    /// Whether a group has several cells.
    pub has_group: bool,
}

/// A strong link of a chain: its number, the group that is off, and the one that is on.
type Link = (usize, [usize; 2]);

/// A chain, and what it removes.
type StrongChain = (Vec<Link>, ByDigit);

impl Network {
    /// Offers the chains of so many links: for each candidate, the shortest one that removes it; the shortest chain first. `name`
    /// tells their techniques; a chain without one is not meant.
    pub fn chains(&self, search: &mut Search, links: [usize; 2], name: impl Fn(&Shape) -> Option<Technique>) -> Flow {
        let (mut found, mut walk) = (Vec::new(), Walk::new(self, links));
        for (d, set) in (0..).zip(self.worth().0) {
            for candidate in cells(set).map(|c| Group { digit: d, cells: 1 << c }) {
                let mut ends: Vec<usize> = self.within(d, &self.excluded_by(candidate)).collect();
                // Those of its digit come first.
                ends.sort_by_key(|&group| self.groups[group].digit != d);
                for chain in walk.shortest(search, candidate, [&ends, &ends], 1)? {
                    let [first, last] = [chain[0].1[0], chain[chain.len() - 1].1[1]];
                    found.push((chain, self.excluded[first].and(&self.excluded[last])));
                }
            }
        }
        self.offer(search, found, name)
    }

    /// The same for loops: the last group excludes the first, so that one of each two neighbours is on. None is in a cell twice.
    pub fn loops(&self, search: &mut Search, links: [usize; 2], name: impl Fn(&Shape) -> Option<Technique>) -> Flow {
        let (mut found, mut walk) = (Vec::new(), Walk::new(self, links));
        for (start, &group) in self.groups.iter().enumerate() {
            for chain in walk.shortest(search, group, [&[start], self.weak.of(start)], usize::MAX)? {
                if !self.is_simple(&chain) {
                    continue;
                }
                let next = chain.iter().cycle().skip(1);
                let pairs = chain.iter().zip(next).map(|((_, [_, a]), (_, [b, _]))| [a, b].map(|&g| &self.excluded[g]));
                let removed = pairs.fold(ByDigit::EMPTY, |all, [a, b]| all.or(&a.and(b)));
                if !removed.is_empty() {
                    found.push((chain, removed));
                }
            }
        }
        self.offer(search, found, name)
    }

    /// Whether only neighbours in a loop share cells.
    fn is_simple(&self, chain: &[Link]) -> bool {
        let groups: Vec<u128> =
            chain.iter().flat_map(|(_, groups)| groups.map(|group| self.groups[group].cells)).collect();
        let last = groups.len() - 1;
        (2..=last).all(|i| groups[usize::from(i == last)..i - 1].iter().all(|other| other & groups[i] == 0))
    }

    fn offer(
        &self,
        search: &mut Search,
        mut found: Vec<StrongChain>,
        name: impl Fn(&Shape) -> Option<Technique>,
    ) -> Flow {
        found.sort_by_key(|(chain, _)| chain.len());
        let mut known = ByDigit::EMPTY;
        for (chain, removed) in found {
            if removed.or(&known) == known {
                continue;
            }
            let both = |groups: [usize; 2]| groups.map(|group| self.groups[group]);
            let groups = || chain.iter().flat_map(|(_, groups)| both(*groups));
            let shape = Shape {
                links: chain.len(),
                is_mixed: groups().any(|group| group.digit != self.groups[chain[0].1[0]].digit),
                has_group: groups().any(|group| !group.cells.is_power_of_two()),
            };
            let Some(technique) = name(&shape) else { continue };
            known = known.or(&removed);
            (0..).zip(removed.0).for_each(|(d, cells)| search.eliminate_from(cells, d));
            let truth = |&(link, groups): &Link| self.strong[link].truth(both(groups));
            search.offer(technique, || Proof::of(chain.iter().map(truth), []))?;
        }
        Flow::Continue(())
    }
}

/// A search for the shortest chains.
struct Walk<'a> {
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
    fn new(network: &'a Network, links: [usize; 2]) -> Self {
        let groups = || vec![false; network.groups.len()];
        Self { network, links, was: [groups(), groups()], is_goal: groups(), queue: Vec::new(), ends: Vec::new() }
    }

    /// The shortest chains from the starts, which are off, to each of the first `most` of the goals, all of which exclude this
    /// group. Breaks if there are no nodes left.
    fn shortest(
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
        let may_exclude = |on: usize| target.cells & !network.reached[on].0[usize::from(target.digit)] == 0;
        for &(link, on) in network.turns_on.of(off) {
            if may_exclude(on) && !std::mem::replace(&mut self.was[ON][on], true) {
                let is_end = self.is_goal[on] && number >= self.links[0];
                self.ends.extend(is_end.then_some(self.queue.len()));
                self.queue.push(((link, [off, on]), before, number));
            }
        }
    }
}
