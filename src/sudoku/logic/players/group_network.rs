//! Networks of strong links between groups of candidates, and the weak links between these groups.

use super::super::chains::candidate_set::ByDigit;
use super::super::chains::reachability::{Graph, Reach};
use super::super::house_tables::{bits, cell, cells, digit, house, seen_by_all};
use super::super::{Board, Source, Truth, step};
use super::short_lists::Lists;

/// Places of a digit. The group is on if one of them is true, and off if none is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    pub digit: u8,
    pub cells: u128,
}

/// What makes groups a strong link, at most one of which is off: a house, all of whose places of a digit are in two groups, or
/// else cells of a house that have one candidate more than there are cells, with a group for each digit.
pub struct Strong {
    pub cells: u128,
    pub house: Option<u8>,
}

impl Strong {
    /// This link as a truth, from one of its groups to another.
    pub fn truth(&self, groups: [Group; 2]) -> Truth {
        let all = |set: u128| cells(set).map(cell).collect();
        let source = self.house.map_or_else(|| Source::Cells(all(self.cells)), |h| Source::House(house(h)));
        Truth::Strong(source, groups.map(|group| step::Group { digit: digit(group.digit), cells: all(group.cells) }))
    }
}

/// Strong links and, between their groups, weak links. Groups have numbers in ascending order.
pub struct Network {
    pub board: Board,
    pub strong: Vec<Strong>,
    pub groups: Vec<Group>,
    /// Whether candidates of a cell exclude each other, too.
    in_cells: bool,
    /// By group: the groups that are on if it is off, each with its strong link.
    pub turns_on: Lists<(usize, usize)>,
    /// By group: those that it excludes.
    pub weak: Lists<usize>,
    /// By group: the candidates that it excludes.
    pub excluded: Vec<ByDigit>,
    /// The candidates that a group excludes, and those that others do that may be on because it is.
    pub reached: Reach<ByDigit>,
}

/// The bits of the number of a strong link in a key of a group and a link; those of the cells are above.
const LINK: u32 = 40;

impl Network {
    /// The network of these links, each with its groups. Between two groups, the first one counts.
    pub fn new<G>(board: &Board, in_cells: bool, links: impl IntoIterator<Item = (Strong, G)>) -> Self
    where
        G: IntoIterator<Item = Group>,
    {
        let (mut strong, mut keys) = (Vec::new(), Vec::new());
        for (link, groups) in links {
            let key = |group: Group| u128::from(group.digit) << 124 | group.cells << LINK | strong.len() as u128;
            keys.extend(groups.into_iter().map(key));
            strong.push(link);
        }
        // Numbers are sorted in less time than groups.
        keys.sort_unstable();
        let link_of = |key: &u128| (key & ((1 << LINK) - 1)) as usize;
        let same_group: Vec<&[u128]> = keys.chunk_by(|a, b| a >> LINK == b >> LINK).collect();
        let group = |same: &&[u128]| Group { digit: (same[0] >> 124) as u8, cells: same[0] << 4 >> (LINK + 4) };
        let groups = same_group.iter().map(group).collect();
        let of_links =
            same_group.iter().enumerate().flat_map(|(g, same)| same.iter().map(move |key| (link_of(key), g)));
        let members = &Lists::by_number(strong.len(), of_links);
        let turns_on = Lists::new(same_group.iter().enumerate().map(|(off, links)| {
            let turned =
                move |link: usize| members.of(link).iter().filter(move |&&on| on != off).map(move |&on| (link, on));
            links.iter().map(link_of).flat_map(turned)
        }));
        let (weak, excluded, reached) = (Lists::default(), Vec::new(), Reach::default());
        let mut network = Self { board: *board, strong, groups, in_cells, turns_on, weak, excluded, reached };
        network.excluded = network.groups.iter().map(|&group| network.excluded_by(group)).collect();
        let of_group =
            |g: usize| network.within(network.groups[g].digit, &network.excluded[g]).filter(move |&other| other != g);
        network.weak = Lists::new((0..network.groups.len()).map(of_group));
        let (mut reached, count) = (Reach::default(), network.groups.len());
        reached.find(&network, 2 * count, 0..count);
        Self { reached, ..network }
    }

    /// The candidates that a group excludes.
    pub fn excluded_by(&self, group: Group) -> ByDigit {
        let mut excluded = ByDigit::EMPTY;
        if self.in_cells && group.cells.is_power_of_two() {
            for d in bits(self.board.candidates(group.cells.trailing_zeros() as u8)) {
                excluded.0[usize::from(d)] = group.cells;
            }
        }
        excluded.0[usize::from(group.digit)] = self.board.cells_with(group.digit) & seen_by_all(cells(group.cells));
        excluded
    }

    /// The groups all of whose candidates are among those that a group of this digit excludes: of other digits, it excludes one
    /// candidate at most.
    pub fn within(&self, digit: u8, excluded: &ByDigit) -> impl Iterator<Item = usize> {
        let groups = excluded.0.into_iter().zip(0_u8..).filter(|(cells, _)| *cells != 0).map(move |(cells, d)| {
            let first = self
                .groups
                .partition_point(|group| *group < Group { digit: d, cells: if d == digit { 0 } else { cells } });
            let of_digit = self.groups[first..].iter().take_while(move |group| group.digit == d);
            let most = if d == digit { usize::MAX } else { 1 };
            (first..).zip(of_digit.take(most)).filter(move |(_, group)| group.cells & !cells == 0)
        });
        groups.flatten().map(|(number, _)| number)
    }

    /// The candidates that some chain removes: those that a group excludes, and one that may be on because it is off.
    pub fn worth(&self) -> ByDigit {
        let mut worth = ByDigit::EMPTY;
        for (off, excluded) in self.excluded.iter().enumerate() {
            for (d, &excluded) in excluded.0.iter().enumerate().filter(|(_, cells)| **cells != 0) {
                let turned_on = self.turns_on.of(off).iter();
                worth.0[d] |= excluded & turned_on.fold(0, |all, &(_, on)| all | self.reached.from(on).0[d]);
            }
        }
        worth
    }
}

/// The groups that are on, then the same groups off: a group that is on turns others off, and one that is off turns others on.
impl Graph<ByDigit> for Network {
    fn next(&self, node: usize) -> impl Iterator<Item = usize> {
        let count = self.groups.len();
        let (off, on) = match node.checked_sub(count) {
            None => (self.weak.of(node), &[][..]),
            Some(group) => (&[][..], self.turns_on.of(group)),
        };
        off.iter().map(move |off| count + off).chain(on.iter().map(|&(_, on)| on))
    }

    fn add(&self, node: usize, reached: &mut ByDigit) {
        self.excluded.get(node).into_iter().for_each(|excluded| *reached |= excluded);
    }
}
