//! Chains and loops of strong links between groups.

use super::super::chains::candidate_set::ByDigit;
use super::super::house_tables::cells;
use super::super::search::{Flow, Offers, Search};
use super::super::{Proof, Technique};
use super::group_network::{Group, Network};
use super::shortest_paths::{Link, Walk};

/// A chain, and what it removes.
type StrongChain = (Vec<Link>, ByDigit);

/// What decides the name of a chain.
pub struct Shape {
    pub links: usize,
    /// Whether it has several digits.
    pub is_mixed: bool,
    /// Whether a group has several cells.
    pub has_group: bool,
}

impl Network {
    /// Offers the chains of so many links: for each candidate, the shortest one that removes it; the shortest chain first. What
    /// a longer chain removes at once may be several steps. `name` tells their techniques; a chain without one is not meant.
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
                let mut removed = ByDigit::EMPTY;
                pairs.for_each(|[a, b]| removed |= &a.and(b));
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
            if removed.and(&known) == removed {
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
            known |= &removed;
            (0..).zip(removed.0).for_each(|(d, cells)| search.eliminate_from(cells, d));
            let truth = |&(link, groups): &Link| self.strong[link].truth(both(groups));
            search.offer(technique, || Proof::of(chain.iter().map(truth), []))?;
        }
        Flow::Continue(())
    }
}
