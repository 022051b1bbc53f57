//! Naked and hidden pairs, triplets and quads, and hidden pairs and triplets that lead to a single.

use super::board::ALL;
use super::family::{Family, Look, group};
use super::house_tables::{HOUSE_CELLS, SIMPLE_ORDER, bits};
use super::search::{Flow, Offers, Search};
use super::tuples::each_tuple;
use super::{Board, Proof, Technique, Truth};

pub const NAKED: Family =
    Family::new(group::SUBSETS, "Look for a few cells of a house that share the same few candidates.", Look::Covers);
pub const HIDDEN: Family =
    Family::new(group::SUBSETS, "Look for a few digits of a house that share the same few places.", Look::Truths);

/// Cells of a house that share as many candidates as there are cells: the rest of the house loses these candidates.
/// Cells that do so in a box and in a line, which players call a locked pair or triplet, are a step of each house.
pub fn naked<const DEGREE: u32>(board: &Board, search: &mut impl Offers, technique: Technique) -> Flow {
    for h in SIMPLE_ORDER {
        if board.open(h).count_ones() < 2 * DEGREE && !search.lists_complements() || search.digits(h) == 0 {
            continue;
        }
        let cells = HOUSE_CELLS[usize::from(h)];
        each_tuple(&cells.map(|c| board.candidates(c)), DEGREE, |positions, digits| {
            for c in Board::at(h, board.open(h) & !positions) {
                search.eliminate(c, board.candidates(c) & digits);
            }
            search.offer(technique, || Proof::of(Board::at(h, positions).map(Truth::cell), [h]))
        })?;
    }
    Flow::Continue(())
}

/// Digits of a house that share as many places as there are digits: these cells lose all other digits.
pub fn hidden<const DEGREE: u32>(board: &Board, search: &mut impl Offers, technique: Technique) -> Flow {
    for h in SIMPLE_ORDER {
        if board.open(h).count_ones() <= 2 * DEGREE && !search.lists_complements() || search.digits(h) == 0 {
            continue;
        }
        each_tuple(board.places_of(h), DEGREE, |digits, positions| {
            for c in Board::at(h, positions) {
                search.eliminate(c, board.candidates(c) & !digits);
            }
            search.offer(technique, || Proof::of(bits(digits).map(|d| Truth::place(h, d)), []))
        })?;
    }
    Flow::Continue(())
}

/// Hidden subsets that leave another digit one place in their house.
pub fn direct_hidden<const DEGREE: u32>(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    for h in SIMPLE_ORDER {
        if board.open(h).count_ones() <= DEGREE {
            continue;
        }
        each_tuple(board.places_of(h), DEGREE, |digits, positions| {
            let single = bits(ALL & !digits).find(|&d| {
                let places = board.places(h, d);
                places.count_ones() > 1 && (places & !positions).is_power_of_two()
            });
            let Some(d) = single else { return Flow::Continue(()) };
            let position = (board.places(h, d) & !positions).trailing_zeros() as usize;
            search.place(HOUSE_CELLS[usize::from(h)][position], d);
            search.offer(technique, || Proof::of(bits(digits).chain([d]).map(|d| Truth::place(h, d)), []))
        })?;
    }
    Flow::Continue(())
}
