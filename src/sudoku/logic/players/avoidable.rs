//! Avoidable rectangles: unique rectangles some of whose corners a player has filled.

use super::super::house_tables::{bits, seen_by_all};
use super::super::search::{Flow, Offers, Search};
use super::super::{Board, Proof, Technique, Truth};
use super::rectangles::all_corners;

/// Type 1 has one open corner, and type 2 has two, with the same extra candidate. If a corner were a given, its digit could not be
/// swapped.
pub fn avoidable_rectangles<const TYPE: u8>(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let marks = board.marks();
    let possible = |c: u8| marks[usize::from(c)];
    for corners in all_corners(board.placed() | board.open_cells()) {
        let open: Vec<u8> = corners.into_iter().filter(|&c| board.value(c) == 0).collect();
        let [one, next, opposite, last] = corners.map(possible);
        for pair in bits(one & opposite).flat_map(|d| bits(next & last & !(1 << d)).map(move |e| [d, e])) {
            let both = 1 << pair[0] | 1 << pair[1];
            match open[..] {
                [c] if TYPE == 1 => search.eliminate(c, possible(c) & both),
                [a, b] if TYPE == 2 => {
                    let extra = possible(a) & !both;
                    if extra.is_power_of_two() && extra == possible(b) & !both {
                        let d = extra.trailing_zeros() as u8;
                        search.eliminate_from(board.cells_with(d) & seen_by_all([a, b]), d);
                    }
                }
                _ => {}
            }
            search.offer(technique, || Proof::of([Truth::around(corners, pair)], []))?;
        }
    }
    Flow::Continue(())
}
