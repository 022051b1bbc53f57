//! W-wings: two cells with the same two candidates, joined by a strong link of one of them.

use super::super::layout::{cells, sees, two};
use super::super::search::{Flow, Search};
use super::super::{Board, Technique};
use super::links::{Pair, offer};

/// One of the two cells holds the digit that the link does not have, because the link takes the other from one of them.
pub fn w_wing(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let bivalue = board.cells_of_size(2);
    let pairs: [Vec<Pair>; 9] = std::array::from_fn(|d| Pair::all(board, d as u8));
    for a in cells(bivalue) {
        for b in cells(bivalue & (u128::MAX << a << 1)).filter(|&b| board.candidates(a) == board.candidates(b)) {
            let [low, high] = two(board.candidates(a));
            for (linked, held) in [(low, high), (high, low)] {
                for pair in &pairs[usize::from(linked)] {
                    for [near, next] in pair.directions() {
                        let outside = ![a, b].contains(&near) && ![a, b].contains(&next);
                        if outside && sees(a, near) && sees(next, b) {
                            let chain =
                                [(a, held), (a, linked), (near, linked), (next, linked), (b, linked), (b, held)];
                            offer(board, search, technique, &[chain])?;
                        }
                    }
                }
            }
        }
    }
    Flow::Continue(())
}
