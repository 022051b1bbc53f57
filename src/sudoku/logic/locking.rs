//! Locked candidates: the places of a digit in one house all lie in another.

use super::family::{Family, Look, group};
use super::house_tables::{HOUSE_CELLS, HOUSE_SETS, SHARED, bits};
use super::search::{Flow, Offers, Search};
use super::{Board, Proof, Technique, Truth};

/// The first houses of boxes, rows and columns.
const BOXES: u8 = 0;
const ROWS: u8 = 9;
const COLUMNS: u8 = 18;

pub const POINTING: Family =
    Family::new(group::LOCKED, "Look for a digit whose places in a box all lie in one line.", Look::All);
pub const CLAIMING: Family =
    Family::new(group::LOCKED, "Look for a digit whose places in a line all lie in one box.", Look::All);

/// The first houses of two kinds, in the order of the scan: all places of a digit in a house of the first kind lie in one of the
/// second.
const BOXES_IN_LINES: [(u8, u8); 2] = [(BOXES, COLUMNS), (BOXES, ROWS)];
const LINES_IN_BOXES: [(u8, u8); 2] = [(COLUMNS, BOXES), (ROWS, BOXES)];

/// Locked candidates of lines, or else of boxes.
pub fn locked<const OF_LINES: bool>(board: &Board, search: &mut impl Offers, technique: Technique) -> Flow {
    each_lock::<OF_LINES, _>(board, search, |search, lock| eliminate(board, search, lock, technique))
}

/// Those that leave their digit one place in another line or box.
pub fn direct<const OF_LINES: bool>(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    each_lock::<OF_LINES, _>(board, search, |search, lock| place(board, search, lock, technique))
}

/// Visits the locked candidates: the house, the other house that contains all its places of the digit, and the digit.
fn each_lock<const OF_LINES: bool, S: Offers>(
    board: &Board,
    search: &mut S,
    visit: impl Fn(&mut S, (u8, u8, u8)) -> Flow,
) -> Flow {
    for (bases, covers) in if OF_LINES { LINES_IN_BOXES } else { BOXES_IN_LINES } {
        for base in bases..bases + 9 {
            // A box and a line share three cells.
            let is_short = |&d: &u8| matches!(board.places(base, d).count_ones(), 2 | 3);
            let digits = bits(search.digits(base)).filter(is_short).fold(0_u16, |digits, d| digits | 1 << d);
            if digits == 0 {
                continue;
            }
            for cover in covers..covers + 9 {
                let shared = SHARED[usize::from(base)][usize::from(cover)];
                if shared == 0 {
                    continue;
                }
                for d in bits(digits) {
                    if board.places(base, d) & !shared == 0 {
                        visit(search, (base, cover, d))?;
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
    search.offer(technique, || Proof::of([Truth::place(base, d)], [cover]))
}

fn place(board: &Board, search: &mut Search, (base, cover, d): (u8, u8, u8), technique: Technique) -> Flow {
    let first = base / 9 * 9;
    for third in first..first + 9 {
        let shared = SHARED[usize::from(third)][usize::from(cover)];
        let places = board.places(third, d);
        if third != base && shared != 0 && places.count_ones() > 1 && (places & !shared).is_power_of_two() {
            let position = (places & !shared).trailing_zeros() as usize;
            search.place(HOUSE_CELLS[usize::from(third)][position], d);
            search.offer(technique, || Proof::of([base, third].map(|h| Truth::place(h, d)), [cover]))?;
        }
    }
    Flow::Continue(())
}
