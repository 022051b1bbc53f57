//! Hidden and naked singles.

use super::family::{Family, Look, group};
use super::house_tables::{HOUSE_CELLS, SIMPLE_ORDER};
use super::search::{Flow, Offers, Search};
use super::{Board, Proof, Step, Technique, Tenths, Truth};

pub const FULL_HOUSE: Family = Family::new(group::SINGLES, "Look for a house with one empty cell.", Look::Truths);
pub const HIDDEN_SINGLE: Family =
    Family::new(group::SINGLES, "Look for a digit with one place left in a house.", Look::Truths);
pub const NAKED_SINGLE: Family = Family::new(group::SINGLES, "Look for a cell with one candidate left.", Look::Truths);

/// Digits with one place in a house: first in houses with one empty cell, then in the others. Each pass scans boxes,
/// columns and rows.
pub fn hidden_single(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let [of_last, in_box, in_line] = HIDDEN_RATINGS;
    for last in [true, false] {
        for h in SIMPLE_ORDER {
            let open = board.open(h).count_ones();
            if open == 0 || (open == 1) != last {
                continue;
            }
            let rating = match h {
                _ if last => of_last,
                0..9 => in_box,
                _ => in_line,
            };
            for d in 0..9 {
                let places = board.places(h, d);
                if places.is_power_of_two() {
                    search.place(HOUSE_CELLS[usize::from(h)][places.trailing_zeros() as usize], d);
                    search.offer_rated(technique, rating, || Proof::of([Truth::place(h, d)], []))?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// The last empty cell of a house.
pub fn full_house(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    for h in SIMPLE_ORDER {
        if let Some(c) = Board::at(h, board.open(h)).next().filter(|_| board.open(h).is_power_of_two()) {
            let candidates = board.candidates(c);
            if candidates.is_power_of_two() {
                let d = candidates.trailing_zeros() as u8;
                search.place(c, d);
                search.offer(technique, || Proof::of([Truth::place(h, d)], []))?;
            }
        }
    }
    Flow::Continue(())
}

/// The ratings of hidden singles: of the last empty cell of a house, and of others in a box and in a line.
pub const HIDDEN_RATINGS: [Tenths; 3] = [Tenths(10), Tenths(12), Tenths(15)];

/// Whether a step places the last digit of a house.
pub fn is_full_house(step: &Step) -> bool {
    step.technique == Technique::FullHouse || step.rating == HIDDEN_RATINGS[0]
}

/// A cell with one candidate.
pub fn naked_single(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    for c in 0..81 {
        let candidates = board.candidates(c);
        if candidates.is_power_of_two() {
            search.place(c, candidates.trailing_zeros() as u8);
            search.offer(technique, || Proof::of([Truth::cell(c)], []))?;
        }
    }
    Flow::Continue(())
}

/// Places hidden singles until none are left, and returns their number. With `lines`, it places those of all houses;
/// otherwise only those rated 1.2 or less.
pub fn place_hidden(board: &mut Board, lines: bool) -> u16 {
    let mut placed = 0;
    // Stop after a round through all houses without a hidden single.
    let mut idle = 0;
    for h in (0..27).cycle() {
        if idle == 27 {
            break;
        }
        idle += 1;
        if !lines && h >= 9 && !board.open(h).is_power_of_two() {
            continue;
        }
        for d in 0..9 {
            let places = board.places(h, d);
            if places.is_power_of_two() {
                board.place(HOUSE_CELLS[usize::from(h)][places.trailing_zeros() as usize], d);
                placed += 1;
                idle = 0;
            }
        }
    }
    placed
}
