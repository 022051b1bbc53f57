//! Aligned pair and triplet exclusion: digits of two or three cells that no allowed combination uses.

use super::layout::{PEER_SETS, PEERS, bits, cell, cells};
use super::search::{Flow, Search};
use super::{Board, Pattern, Proof, Technique, Truth};

pub fn aligned_pair(board: &Board, search: &mut Search) -> Flow {
    let bases = Bases::new(board, 2);
    each_pair(&bases.list, |a, b| bases.try_cells(board, search, &[a, b], Technique::AlignedPairExclusion))
}

pub fn aligned_triplet(board: &Board, search: &mut Search) -> Flow {
    let bases = Bases::new(board, 3);
    if bases.list.len() < 3 {
        return Flow::Continue(());
    }
    each_pair(&bases.list, |a, b| {
        // The third cell is an excluder of the first, then of the second.
        let mut tried = 1_u128 << a | 1 << b;
        for near in [a, b] {
            for third in PEERS[usize::from(near)] {
                let eligible = bases.excluders[usize::from(near)] & bases.set & !tried;
                if eligible >> third & 1 != 0 {
                    tried |= 1 << third;
                    bases.try_cells(board, search, &[a, b, third], Technique::AlignedTripletExclusion)?;
                }
            }
        }
        Flow::Continue(())
    })
}

/// Visits all pairs of a list: the second ascends in the outer loop, the first in the inner one.
fn each_pair(list: &[u8], mut visit: impl FnMut(u8, u8) -> Flow) -> Flow {
    for (i, &b) in list.iter().enumerate() {
        for &a in &list[..i] {
            visit(a, b)?;
        }
    }
    Flow::Continue(())
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

    fn try_cells(&self, board: &Board, search: &mut Search, base: &[u8], technique: Technique) -> Flow {
        let common = base.iter().fold(u128::MAX, |common, &c| common & self.excluders[usize::from(c)]);
        if common.count_ones() < 2 {
            return Flow::Continue(());
        }
        let union = base.iter().fold(0, |union, &c| union | board.candidates(c));
        let mut excluders = [0; 20];
        let mut count = 0;
        for c in cells(common) {
            if board.candidates(c) & !union == 0 {
                excluders[count] = board.candidates(c);
                count += 1;
            }
        }
        let mut allowed = [0; 3];
        allow(board, base, &excluders[..count], (0, 0), &mut allowed);
        for (&c, allowed) in base.iter().zip(allowed) {
            search.eliminate(c, board.candidates(c) & !allowed);
        }
        search.offer(technique, technique.info().lowest, || {
            let used = cells(common).filter(|&c| board.candidates(c) & !union == 0);
            let truths = base.iter().copied().chain(used).map(|c| Truth::Cell(cell(c))).collect();
            Proof::Pattern(Pattern { truths, covers: Vec::new() })
        })
    }
}

/// Adds to `allowed` the digits of each base cell that some allowed combination uses, and returns whether such a
/// combination exists with the digits chosen so far for the first cells.
fn allow(board: &Board, base: &[u8], excluders: &[u16], (depth, chosen): (usize, u64), allowed: &mut [u16; 3]) -> bool {
    let digit_of = |i: usize| (chosen >> (8 * i) & 0xff) as u8;
    let Some(&c) = base.get(depth) else {
        let digits = (0..depth).fold(0, |digits, i| digits | 1 << digit_of(i));
        return excluders.iter().all(|&excluder| excluder & !digits != 0);
    };
    let mut any = false;
    for d in bits(board.candidates(c)) {
        let clashes = (0..depth).any(|i| digit_of(i) == d && PEER_SETS[usize::from(c)] >> base[i] & 1 != 0);
        if !clashes && allow(board, base, excluders, (depth + 1, chosen | u64::from(d) << (8 * depth)), allowed) {
            allowed[depth] |= 1 << d;
            any = true;
        }
    }
    any
}
