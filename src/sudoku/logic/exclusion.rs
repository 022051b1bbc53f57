//! Aligned pair and triplet exclusion: digits of two or three cells that no allowed combination uses.
//!
//! A combination is excluded if two cells that see each other have the same digit, or if an excluder, a cell that sees
//! all of them, loses all its candidates. As most cells have few excluders and nearly all combinations are allowed, the
//! search works on sets of digits: for each digit, those excluded beside it.

use super::family::{Family, Look, group};
use super::house_tables::{PEER_SETS, as_peers, bits, cells, sees};
use super::search::{Flow, Offers, Search};
use super::{Board, Proof, Technique, Truth};

pub const PAIR: Family =
    Family::new(group::SETS, "Try the combinations of a few cells that see the same cells.", Look::First(2));
pub const TRIPLET: Family = Family { look: Look::First(3), ..PAIR };

pub fn aligned_pair(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let bases = Bases::new(board, 2);
    bases.each_pair(|a, b, common| {
        let excluded = Excluded::new(board, common);
        let (in_a, in_b) = (board.candidates(a), board.candidates(b));
        let see = if_seen(a, b);
        let lost = |own: u16, others: u16| {
            bits(own).filter(|&d| others & !excluded.beside(d, see) == 0).fold(0, |lost, d| lost | 1 << d)
        };
        search.eliminate(a, lost(in_a, in_b));
        search.eliminate(b, lost(in_b, in_a));
        offer(board, search, technique, &[a, b], common)
    })
}

pub fn aligned_triplet(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let bases = Bases::new(board, 3);
    bases.each_pair(|a, b, common| {
        let mut seen_once = 0;
        let mut seen_twice = 0;
        for c in cells(common) {
            seen_twice |= seen_once & PEER_SETS[usize::from(c)];
            seen_once |= PEER_SETS[usize::from(c)];
        }
        // The third cell is an excluder of the first, then of the second.
        let mut untried = seen_twice & bases.set & !(1 << a | 1 << b);
        for near in [a, b] {
            let eligible = untried & bases.excluders[usize::from(near)];
            untried &= !eligible;
            for third in as_peers(near, eligible) {
                let base = [a, b, third];
                let common = common & bases.excluders[usize::from(third)];
                let lost = lost_by_triplet(board, base, common);
                if lost != [0; 3] {
                    for (c, lost) in base.into_iter().zip(lost) {
                        search.eliminate(c, lost);
                    }
                    offer(board, search, technique, &base, common)?;
                }
            }
        }
        Flow::Continue(())
    })
}

/// The digits of three cells that no allowed combination uses.
fn lost_by_triplet(board: &Board, base: [u8; 3], common: u128) -> [u16; 3] {
    let excluded = Excluded::new(board, common);
    let own = base.map(|c| board.candidates(c));
    let see = [(0, 1), (0, 2), (1, 2)].map(|(i, j)| if_seen(base[i], base[j]));
    let mut lost = own;
    for x in bits(own[0]) {
        let third = own[2] & !excluded.beside(x, see[1]);
        let mut untried = own[1] & !excluded.beside(x, see[0]);
        while untried != 0 {
            let y = untried.trailing_zeros() as u8;
            untried &= untried - 1;
            let mut rest = third & !excluded.beside(y, see[2]);
            rest &= !excluded.by_triples(x, y);
            if rest != 0 {
                lost[0] &= !(1 << x);
                lost[1] &= !(1 << y);
                lost[2] &= !rest;
                if lost[2] & third == 0 {
                    // Beside this digit, only those of the second cell remain to be seen.
                    untried &= lost[1];
                }
            }
        }
        if lost == [0; 3] {
            return lost;
        }
    }
    lost
}

/// Offers the exclusion from these cells with these common excluders.
fn offer(board: &Board, search: &mut Search, technique: Technique, base: &[u8], common: u128) -> Flow {
    search.offer(technique, || {
        let union = base.iter().fold(0, |union, &c| union | board.candidates(c));
        let used = cells(common).filter(|&c| board.candidates(c) & !union == 0);
        Proof::of(base.iter().copied().chain(used).map(Truth::cell), [])
    })
}

/// All ones if two cells see each other.
fn if_seen(a: u8, b: u8) -> u16 {
    if sees(a, b) { u16::MAX } else { 0 }
}

/// What excluders rule out.
struct Excluded {
    /// By digit, the digits that form an excluder's two candidates with it.
    pairs: [u16; 9],
    /// The candidates of the excluders that have three. Two cells see at most 13 others.
    triples: [u16; 13],
    /// By digit, which of these have it.
    triples_with: [u16; 9],
}

impl Excluded {
    fn new(board: &Board, excluders: u128) -> Self {
        let mut excluded = Self { pairs: [0; 9], triples: [0; 13], triples_with: [0; 9] };
        for (number, c) in cells(excluders).enumerate() {
            let digits = board.candidates(c);
            let low = digits.trailing_zeros();
            let rest = digits & (digits - 1);
            if rest.is_power_of_two() {
                excluded.pairs[low as usize] |= rest;
                excluded.pairs[rest.trailing_zeros() as usize] |= 1 << low;
            } else {
                excluded.triples[number] = digits;
                bits(digits).for_each(|d| excluded.triples_with[usize::from(d)] |= 1 << number);
            }
        }
        excluded
    }

    /// The digits excluded from a cell beside this digit in another; `see` tells whether the cells see each other.
    fn beside(&self, d: u8, see: u16) -> u16 {
        self.pairs[usize::from(d)] | see & 1 << d
    }

    /// The digits that form an excluder's three candidates with these two.
    fn by_triples(&self, x: u8, y: u8) -> u16 {
        let both = self.triples_with[usize::from(x)] & self.triples_with[usize::from(y)];
        if both == 0 || x == y {
            return 0;
        }
        bits(both).fold(0, |all, number| all | self.triples[usize::from(number)]) & !(1 << x | 1 << y)
    }
}

/// The possible base cells and their excluders: peers that lose all candidates to some combination.
struct Bases {
    list: Vec<u8>,
    set: u128,
    excluders: [u128; 81],
}

impl Bases {
    /// Finds the base cells: they have two or more candidates, no peer with one, and a peer with two to `degree`.
    fn new(board: &Board, degree: u32) -> Self {
        let mut by_size = [0_u128; 4];
        for c in 0..81 {
            let size = board.candidates(c).count_ones();
            if size < 4 {
                by_size[size as usize] |= 1 << c;
            }
        }
        let small = by_size[2] | if degree == 3 { by_size[3] } else { 0 };
        let mut bases = Self { list: Vec::new(), set: 0, excluders: [0; 81] };
        for c in 0..81 {
            let peers = PEER_SETS[usize::from(c)];
            if board.candidates(c).count_ones() >= 2 && peers & by_size[1] == 0 && peers & small != 0 {
                bases.list.push(c);
                bases.set |= 1 << c;
                bases.excluders[usize::from(c)] = peers & small;
            }
        }
        bases
    }

    /// Visits the pairs of base cells with at least two common excluders, which it passes on. The second cell ascends
    /// in the outer loop, the first in the inner one.
    fn each_pair(&self, mut visit: impl FnMut(u8, u8, u128) -> Flow) -> Flow {
        for (i, &b) in self.list.iter().enumerate() {
            for &a in &self.list[..i] {
                let common = self.excluders[usize::from(a)] & self.excluders[usize::from(b)];
                if common != 0 && !common.is_power_of_two() {
                    visit(a, b, common)?;
                }
            }
        }
        Flow::Continue(())
    }
}
