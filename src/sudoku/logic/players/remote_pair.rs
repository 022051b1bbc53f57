//! Remote pairs: cells with the same two candidates, each of which sees the next.

use super::super::layout::{PEER_SETS, cells, two};
use super::super::search::{Flow, Search};
use super::super::{Board, Technique};
use super::links::{Spot, offer, way};

/// The ends of a chain of four, six or more cells hold both digits. Those of an odd number of cells exclude nothing.
pub fn remote_pair(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let bivalue = board.cells_of_size(2);
    for a in cells(bivalue) {
        let pair = board.candidates(a);
        let same = cells(bivalue).filter(|&c| board.candidates(c) == pair).fold(0_u128, |set, c| set | 1 << c);
        for b in cells(same & (u128::MAX << a << 1)) {
            // Two cells that see each other may be the ends of a longer chain.
            let cells = way(a, b, |c| PEER_SETS[usize::from(c)] & same & !(u128::from(c == a) << b));
            if cells.len() < 4 {
                continue;
            }
            let [low, high] = two(pair);
            // Of each cell the digit that is off, then the one that is on.
            let chain = |mut off: u8, mut on: u8| -> Vec<Spot> {
                let both = cells.iter().flat_map(|&c| {
                    let both = [(c, off), (c, on)];
                    std::mem::swap(&mut off, &mut on);
                    both
                });
                both.collect()
            };
            offer(board, search, technique, &[chain(low, high), chain(high, low)])?;
        }
    }
    Flow::Continue(())
}
