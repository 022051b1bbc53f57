//! Locked candidates: the places of a digit in one house all lie in another.

use super::layout::{HOUSE_CELLS, HOUSE_SETS, SHARED, digit, house};
use super::search::{Flow, Offers, Search};
use super::{Board, Pattern, Proof, Technique, Truth};

/// The first houses of boxes, rows and columns.
const BOXES: u8 = 0;
const ROWS: u8 = 9;
const COLUMNS: u8 = 18;

/// Boxes with lines, in the order of the scan: the first houses of each pair of kinds. All places of a digit in a house of
/// the first kind lie in a house of the second.
const POINTING: [(u8, u8); 2] = [(BOXES, COLUMNS), (BOXES, ROWS)];
/// Lines with boxes, likewise.
const CLAIMING: [(u8, u8); 2] = [(COLUMNS, BOXES), (ROWS, BOXES)];

/// Locked candidates of a box.
pub fn pointing(board: &Board, search: &mut impl Offers, technique: Technique) -> Flow {
    each_lock(board, POINTING, |base, cover, d| eliminate(board, search, (base, cover, d), technique))
}

/// Locked candidates of a line.
pub fn claiming(board: &Board, search: &mut impl Offers, technique: Technique) -> Flow {
    each_lock(board, CLAIMING, |base, cover, d| eliminate(board, search, (base, cover, d), technique))
}

/// Locked candidates of a box that leave their digit one place in another box.
pub fn direct_pointing(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    each_lock(board, POINTING, |base, cover, d| place(board, search, (base, cover, d), technique))
}

/// Locked candidates of a line that leave their digit one place in another line.
pub fn direct_claiming(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    each_lock(board, CLAIMING, |base, cover, d| place(board, search, (base, cover, d), technique))
}

/// Visits the locked candidates of these kinds: the house, the other house that contains all its places of the digit, and
/// the digit.
fn each_lock(board: &Board, kinds: [(u8, u8); 2], mut visit: impl FnMut(u8, u8, u8) -> Flow) -> Flow {
    for (bases, covers) in kinds {
        for base in bases..bases + 9 {
            for cover in covers..covers + 9 {
                let shared = SHARED[usize::from(base)][usize::from(cover)];
                if shared == 0 {
                    continue;
                }
                for d in 0..9 {
                    let places = board.places(base, d);
                    if places & !shared == 0 && places.count_ones() > 1 {
                        visit(base, cover, d)?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

fn eliminate(board: &Board, search: &mut impl Offers, (base, cover, d): (u8, u8, u8), technique: Technique) -> Flow {
    let rest = HOUSE_SETS[usize::from(cover)] & !HOUSE_SETS[usize::from(base)];
    search.eliminate_from(board.cells_with(d) & rest, d);
    search.offer(technique, technique.info().lowest, || {
        Proof::Pattern(Pattern { truths: vec![Truth::Place(house(base), digit(d))], covers: vec![house(cover)] })
    })
}

fn place(board: &Board, search: &mut Search, (base, cover, d): (u8, u8, u8), technique: Technique) -> Flow {
    let first = base / 9 * 9;
    for third in first..first + 9 {
        let shared = SHARED[usize::from(third)][usize::from(cover)];
        let places = board.places(third, d);
        if third != base && shared != 0 && places.count_ones() > 1 && (places & !shared).is_power_of_two() {
            let position = (places & !shared).trailing_zeros() as usize;
            search.place(HOUSE_CELLS[usize::from(third)][position], d);
            search.offer(technique, technique.info().lowest, || {
                let truths = [base, third].map(|h| Truth::Place(house(h), digit(d)));
                Proof::Pattern(Pattern { truths: truths.into(), covers: vec![house(cover)] })
            })?;
        }
    }
    Flow::Continue(())
}
