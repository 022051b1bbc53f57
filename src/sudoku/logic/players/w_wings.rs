//! W-wings and remote pairs: cells with the same two candidates.

use super::super::house_tables::{PEER_SETS, cells, sees, two};
use super::super::search::{Flow, Search};
use super::super::{Board, Technique};
use super::links::{Pair, Spot, offer, way};

/// Two cells joined by a strong link of one of their digits. One of the two holds the digit that the link does not have, because
/// the link takes the other from one of them.
pub fn w_wing(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let pairs: [Vec<Pair>; 9] = std::array::from_fn(|d| Pair::all(board, d as u8));
    each_two(board, |a, b, _| {
        let [low, high] = two(board.candidates(a));
        for (linked, held) in [(low, high), (high, low)] {
            for [near, next] in pairs[usize::from(linked)].iter().flat_map(|pair| pair.directions()) {
                if sees(a, near) && sees(next, b) && ![near, next].iter().any(|c| [a, b].contains(c)) {
                    let chain = [(a, held), (a, linked), (near, linked), (next, linked), (b, linked), (b, held)];
                    offer(board, search, technique, &[chain])?;
                }
            }
        }
        Flow::Continue(())
    })
}

/// Cells each of which sees the next. The ends of a chain of four, six or more hold both digits. Those of an odd number of cells
/// exclude nothing.
pub fn remote_pair(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    each_two(board, |a, b, same| {
        // Two cells that see each other may be the ends of a longer chain.
        let cells = way(a, b, |c| PEER_SETS[usize::from(c)] & same & !(u128::from(c == a) << b));
        if cells.len() < 4 {
            return Flow::Continue(());
        }
        let pair = two(board.candidates(a));
        // Of each cell the digit that is off, then the one that is on.
        let chain = |first: usize| -> Vec<Spot> {
            let digits = |i: usize| [pair[(first + i) % 2], pair[(first + i + 1) % 2]];
            cells.iter().enumerate().flat_map(|(i, &c)| digits(i).map(|d| (c, d))).collect()
        };
        offer(board, search, technique, &[chain(0), chain(1)])
    })
}

/// Visits each two cells with the same two candidates, with all cells that have these.
fn each_two(board: &Board, mut visit: impl FnMut(u8, u8, u128) -> Flow) -> Flow {
    let bivalue = board.cells_of_size(2);
    for a in cells(bivalue) {
        let is_same = |c: &u8| board.candidates(*c) == board.candidates(a);
        let same = cells(bivalue).filter(is_same).fold(0_u128, |set, c| set | 1 << c);
        for b in cells(same & (u128::MAX << a << 1)) {
            visit(a, b, same)?;
        }
    }
    Flow::Continue(())
}
