//! Strong links between groups of candidates, and the weak links between these groups.

use super::super::board::ALL;
use super::super::chains::set::candidate;
use super::super::layout::{bits, cell, cells, digit, house, seen_by_all};
use super::super::{Board, Source, Truth, step};

/// Places of a digit. The group is on if one of them is true, and off if none is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    pub digit: u8,
    pub cells: u128,
}

/// Groups at most one of which is off: all places of a digit in a house as two groups, or the places of each digit in cells of a
/// house that have one candidate more than there are cells.
pub struct Strong {
    pub groups: Vec<Group>,
    pub cells: u128,
    pub house: Option<u8>,
}

/// Strong links and, between their groups, weak links. Groups have numbers.
pub struct Network<'a> {
    pub board: &'a Board,
    pub strong: Vec<Strong>,
    /// By strong link, its groups.
    pub members: Vec<Vec<usize>>,
    pub groups: Vec<Group>,
    /// By group, its strong links.
    pub links: Vec<Vec<usize>>,
    /// By group, the cells that see all of it.
    pub seen: Vec<u128>,
    /// By group, those that it excludes, as words of bits.
    pub weak: Vec<Vec<u64>>,
    /// Whether candidates of a cell exclude each other, too.
    pub in_cells: bool,
}

impl Strong {
    /// This link as a truth, from one of its groups to another.
    pub fn truth(&self, groups: [Group; 2]) -> Truth {
        let all = |set: u128| cells(set).map(cell).collect();
        let source = self.house.map_or_else(|| Source::Cells(all(self.cells)), |h| Source::House(house(h)));
        Truth::Strong(source, groups.map(|group| step::Group { digit: digit(group.digit), cells: all(group.cells) }))
    }
}

impl<'a> Network<'a> {
    /// The network of these links. Between two groups, the first one counts.
    pub fn new(board: &'a Board, strong: Vec<Strong>, in_cells: bool) -> Self {
        let mut groups: Vec<Group> = strong.iter().flat_map(|link| &link.groups).copied().collect();
        groups.sort_unstable();
        groups.dedup();
        let number = |group: &Group| groups.binary_search(group).expect("the list has all groups");
        let members: Vec<Vec<usize>> = strong.iter().map(|link| link.groups.iter().map(number).collect()).collect();
        let mut links = vec![Vec::new(); groups.len()];
        for (link, members) in members.iter().enumerate() {
            for &group in members {
                links[group].push(link);
            }
        }
        let seen = groups.iter().map(|group| seen_by_all(cells(group.cells))).collect();
        let mut network = Self { board, strong, members, groups, links, seen, weak: Vec::new(), in_cells };
        network.weak = (0..network.groups.len()).map(|g| network.excluded_by(g)).collect();
        network
    }

    /// The groups that exclude a candidate.
    pub fn excluding(&self, c: u8, d: u8) -> impl Iterator<Item = usize> {
        let from = |digit: u8| self.groups.partition_point(|group| group.digit < digit);
        let of_digit = (from(d)..from(d + 1)).filter(move |&g| self.seen[g] >> c & 1 != 0);
        let others = bits(if self.in_cells { self.board.candidates(c) & !(1 << d) } else { 0 });
        of_digit.chain(others.filter_map(move |digit| self.groups.binary_search(&Group { digit, cells: 1 << c }).ok()))
    }

    /// The groups that a group excludes: some of those that exclude its first place.
    fn excluded_by(&self, g: usize) -> Vec<u64> {
        let mut words = vec![0_u64; self.groups.len().div_ceil(64)];
        let Group { digit, cells } = self.groups[g];
        for other in self.excluding(cells.trailing_zeros() as u8, digit) {
            let Group { digit: of, cells: places } = self.groups[other];
            let excludes = if of == digit { places & !self.seen[g] == 0 } else { cells.is_power_of_two() };
            words[other / 64] |= u64::from(excludes) << (other % 64);
        }
        words
    }

    /// Whether two groups exclude each other.
    pub fn excludes(&self, a: usize, b: usize) -> bool {
        self.weak[a][b / 64] >> (b % 64) & 1 != 0
    }

    /// What two groups exclude, one of which is on.
    pub fn excluded(&self, a: usize, b: usize) -> Vec<u16> {
        let [x, y] = [a, b].map(|group| self.groups[group]);
        // A group of one cell excludes the other digits there.
        let by = |g: usize, d: u8| match self.groups[g] {
            Group { digit, .. } if digit == d => self.seen[g],
            Group { cells, .. } if self.in_cells && cells.is_power_of_two() => cells,
            _ => 0,
        };
        let digits = if x.cells == y.cells { ALL } else { 1 << x.digit | 1 << y.digit };
        let of_digit = |d: u8| cells(by(a, d) & by(b, d) & self.board.cells_with(d)).map(move |c| candidate(c, d));
        bits(digits).flat_map(of_digit).collect()
    }
}
