//! Networks of strong links between groups of candidates, and the weak links between these groups.

use super::super::Board;
use super::super::chains::set::ByDigit;
use super::super::layout::{bits, cells, seen_by_all};
use super::group::{Group, Strong};
use super::lists::Lists;

/// Strong links and, between their groups, weak links. Groups have numbers.
pub struct Network {
    pub board: Board,
    pub strong: Vec<Strong>,
    /// By strong link, its groups.
    pub members: Lists,
    pub groups: Vec<Group>,
    /// By group, its strong links.
    pub links: Lists,
    /// By group, the cells that see all of it.
    seen: Vec<u128>,
    /// By group, those that it excludes.
    pub weak: Lists,
    /// Whether candidates of a cell exclude each other, too.
    in_cells: bool,
    /// By group, those that may be on because it is off, as words of bits.
    reached: Vec<u64>,
}

impl Network {
    /// The network of these links. Between two groups, the first one counts.
    pub fn new(board: &Board, strong: Vec<Strong>, in_cells: bool) -> Self {
        let with_links =
            strong.iter().enumerate().flat_map(|(link, of)| of.groups.iter().map(move |&group| (group, link)));
        let mut all: Vec<(Group, usize)> = with_links.collect();
        all.sort_unstable();
        let (mut groups, mut links, mut members) = (Vec::new(), Vec::new(), Vec::new());
        for (group, link) in all {
            if groups.last() != Some(&group) {
                groups.push(group);
            }
            links.push((groups.len() - 1, link));
            members.push((link, groups.len() - 1));
        }
        let seen = groups.iter().map(|group| seen_by_all(cells(group.cells))).collect();
        let mut network = Self {
            board: *board,
            links: Lists::new(groups.len(), &links),
            members: Lists::new(strong.len(), &members),
            strong,
            groups,
            seen,
            weak: Lists::default(),
            in_cells,
            reached: Vec::new(),
        };
        let pairs = (0..network.groups.len()).flat_map(|g| network.excluded_later(g));
        let weak: Vec<(usize, usize)> = pairs.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        network.weak = Lists::new(network.groups.len(), &weak);
        network.reached = network.reached();
        network
    }

    /// By group, those that may be on because it is off: what it turns on and, in turn, what those turn off.
    fn reached(&self) -> Vec<u64> {
        let (count, words) = (self.groups.len(), self.groups.len().div_ceil(64));
        let mut reached = vec![0; count * words];
        let mut steps = Vec::new();
        for off in 0..count {
            for &on in self.links.of(off).iter().flat_map(|&link| self.members.of(link)).filter(|&&on| on != off) {
                reached[off * words + on / 64] |= 1 << (on % 64);
                steps.extend(self.weak.of(on).iter().map(|&next| (off, next)));
            }
        }
        let mut add = |&(off, next): &(usize, usize)| {
            (0..words).fold(false, |is_more, i| {
                let (more, known) = (reached[next * words + i], &mut reached[off * words + i]);
                let is_new = more & !*known != 0;
                *known |= more;
                is_more | is_new
            })
        };
        // The others begin chains, but are in none.
        let inner: Vec<(usize, usize)> =
            steps.iter().copied().filter(|(off, _)| !self.weak.of(*off).is_empty()).collect();
        while inner.iter().fold(false, |is_more, step| add(step) | is_more) {}
        for step in &steps {
            add(step);
        }
        reached
    }

    /// Whether a group that is off may turn on one of these, words of bits.
    pub fn reaches(&self, off: usize, goals: &[u64]) -> bool {
        self.reached[off * goals.len()..].iter().zip(goals).any(|(reached, goals)| reached & goals != 0)
    }

    /// The pairs of a group and a later one that it excludes.
    fn excluded_later(&self, g: usize) -> impl Iterator<Item = (usize, usize)> {
        let Group { digit, cells } = self.groups[g];
        let of_digit = (g + 1..self.groups.len()).take_while(move |&other| self.groups[other].digit == digit);
        let of_digit = of_digit.filter(move |&other| self.groups[other].cells & !self.seen[g] == 0);
        let is_place = self.in_cells && cells.is_power_of_two();
        let c = cells.trailing_zeros() as u8;
        let others = bits(if is_place { self.board.candidates(c) & u16::MAX << digit << 1 } else { 0 });
        of_digit.chain(others.filter_map(move |digit| self.find(digit, c))).map(move |other| (g, other))
    }

    /// The group of this place alone.
    fn find(&self, digit: u8, c: u8) -> Option<usize> {
        self.groups.binary_search(&Group { digit, cells: 1 << c }).ok()
    }

    /// The groups that exclude a candidate.
    pub fn excluding(&self, c: u8, d: u8) -> impl Iterator<Item = usize> {
        let from = |digit: u8| self.groups.partition_point(|group| group.digit < digit);
        let of_digit = (from(d)..from(d + 1)).filter(move |&g| self.seen[g] >> c & 1 != 0);
        let others = bits(if self.in_cells { self.board.candidates(c) & !(1 << d) } else { 0 });
        of_digit.chain(others.filter_map(move |digit| self.find(digit, c)))
    }

    /// What two groups exclude, one of which is on.
    pub fn excluded(&self, a: usize, b: usize) -> ByDigit {
        let [x, y] = [a, b].map(|group| self.groups[group]);
        // A group of one cell excludes the other digits there.
        let by = |g: usize, d: u8| match self.groups[g] {
            Group { digit, .. } if digit == d => self.seen[g],
            Group { cells, .. } if self.in_cells && cells.is_power_of_two() => cells,
            _ => 0,
        };
        let mut excluded = ByDigit::EMPTY;
        for d in bits(if x.cells == y.cells {
            self.board.candidates(x.cells.trailing_zeros() as u8)
        } else {
            1 << x.digit | 1 << y.digit
        }) {
            excluded.0[usize::from(d)] = by(a, d) & by(b, d) & self.board.cells_with(d);
        }
        excluded
    }
}
