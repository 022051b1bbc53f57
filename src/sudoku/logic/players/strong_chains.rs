//! Chains and loops of strong links between groups.

use std::ops::ControlFlow;

use super::super::chains::set::{Set, split};
use super::super::layout::{bits, cells};
use super::super::search::{Flow, Offers, Search};
use super::super::{Proof, Technique};
use super::strong::Network;

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
type Found = (Vec<Link>, Vec<u16>);

impl Network<'_> {
    /// Offers the chains of so many links: for each candidate, the shortest one that removes it; the shortest chain first. `name`
    /// tells their techniques; a chain without one is not meant.
    pub fn chains(&self, search: &mut Search, links: [usize; 2], name: impl Fn(&Shape) -> Option<Technique>) -> Flow {
        let mut found = Vec::new();
        for (d, c) in (0..9).flat_map(|d| cells(self.board.cells_with(d)).map(move |c| (d, c))) {
            let starts: Vec<usize> = self.excluding(c, d).collect();
            for chain in self.shortest(search, &starts, links, 1, |on| starts.contains(&on))? {
                let removed = self.excluded(chain[0].1[0], chain[chain.len() - 1].1[1]);
                found.push((chain, removed));
            }
        }
        self.offer(search, found, name)
    }

    /// The same for loops: the last group excludes the first, so that one of each two neighbours is on. None is in a cell twice.
    pub fn loops(&self, search: &mut Search, links: [usize; 2], name: impl Fn(&Shape) -> Option<Technique>) -> Flow {
        let mut found = Vec::new();
        for start in 0..self.groups.len() {
            for chain in self.shortest(search, &[start], links, usize::MAX, |on| self.excludes(on, start))? {
                if !self.is_simple(&chain) {
                    continue;
                }
                let pairs = chain.iter().zip(chain.iter().cycle().skip(1));
                let removed: Vec<u16> = pairs.flat_map(|((_, [_, a]), (_, [b, _]))| self.excluded(*a, *b)).collect();
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

    fn offer(&self, search: &mut Search, mut found: Vec<Found>, name: impl Fn(&Shape) -> Option<Technique>) -> Flow {
        found.sort_by_key(|(chain, _)| chain.len());
        let mut known = Set::EMPTY;
        for (chain, removed) in found {
            if removed.iter().all(|&c| known.has(c)) {
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
            for &removed in &removed {
                known.add(removed);
                let (c, d) = split(removed);
                search.eliminate(c, 1 << d);
            }
            let truth = |&(link, groups): &Link| self.strong[link].truth(both(groups));
            search.offer(technique, || Proof::of(chain.iter().map(truth), []))?;
        }
        Flow::Continue(())
    }

    /// The shortest chains from one of these groups, which are off, to each of the first `most` that are wanted. Breaks if there
    /// are no nodes left.
    fn shortest(
        &self,
        search: &mut Search,
        starts: &[usize],
        links: [usize; 2],
        most: usize,
        is_wanted: impl Fn(usize) -> bool,
    ) -> ControlFlow<(), Vec<Vec<Link>>> {
        let mut reached = vec![false; self.groups.len()];
        // The links by which groups are on, each with the index of the one before and the number of links up to it.
        let mut queue: Vec<(Link, usize, usize)> = Vec::new();
        // Once two groups of a link are off, all of them are reached.
        let mut met = vec![0_u8; self.strong.len()];
        let mut follow = |off: usize, before: usize, number: usize, queue: &mut Vec<_>| {
            for &link in &self.links[off] {
                if met[link] == 2 {
                    continue;
                }
                met[link] += 1;
                for &on in self.members[link].iter().filter(|&&on| on != off) {
                    if !std::mem::replace(&mut reached[on], true) {
                        queue.push(((link, [off, on]), before, number));
                    }
                }
            }
        };
        let mut fresh = vec![u64::MAX; self.groups.len().div_ceil(64)];
        for &start in starts {
            fresh[start / 64] &= !(1 << (start % 64));
            follow(start, usize::MAX, 1, &mut queue);
        }
        let (mut next, mut ends) = (0, Vec::new());
        while let Some(&(link, _, number)) = queue.get(next).filter(|_| ends.len() < most) {
            let on = link.1[1];
            if number >= links[0] && is_wanted(on) {
                ends.push(next);
            }
            for word in 0..fresh.len() * usize::from(number < links[1]) {
                let off = self.weak[on][word] & fresh[word];
                fresh[word] &= !off;
                for bit in bits(off) {
                    follow(64 * word + usize::from(bit), next, number + 1, &mut queue);
                }
            }
            next += 1;
        }
        search.spend(queue.len() as u64)?;
        let chain = |end: usize| {
            let way = std::iter::successors(queue.get(end), |(_, before, _)| queue.get(*before));
            let mut chain: Vec<Link> = way.map(|(link, ..)| *link).collect();
            chain.reverse();
            chain
        };
        ControlFlow::Continue(ends.into_iter().map(chain).collect())
    }
}
