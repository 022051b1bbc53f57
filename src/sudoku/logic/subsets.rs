//! Naked and hidden pairs, triplets and quads, and hidden pairs and triplets that lead to a single.

use super::board::ALL;
use super::layout::{HOUSE_CELLS, SIMPLE_ORDER, bits, cell, digit, house};
use super::search::{Flow, Search};
use super::tuples::each_tuple;
use super::{Board, Pattern, Proof, Technique, Truth};

pub fn naked_pair(board: &Board, search: &mut Search) -> Flow {
    naked(board, search, 2, Technique::NakedPair)
}

pub fn naked_triplet(board: &Board, search: &mut Search) -> Flow {
    naked(board, search, 3, Technique::NakedTriplet)
}

pub fn naked_quad(board: &Board, search: &mut Search) -> Flow {
    naked(board, search, 4, Technique::NakedQuad)
}

pub fn hidden_pair(board: &Board, search: &mut Search) -> Flow {
    hidden(board, search, 2, Technique::HiddenPair)
}

pub fn hidden_triplet(board: &Board, search: &mut Search) -> Flow {
    hidden(board, search, 3, Technique::HiddenTriplet)
}

pub fn hidden_quad(board: &Board, search: &mut Search) -> Flow {
    hidden(board, search, 4, Technique::HiddenQuad)
}

pub fn direct_hidden_pair(board: &Board, search: &mut Search) -> Flow {
    direct_hidden(board, search, 2, Technique::DirectHiddenPair)
}

pub fn direct_hidden_triplet(board: &Board, search: &mut Search) -> Flow {
    direct_hidden(board, search, 3, Technique::DirectHiddenTriplet)
}

/// Cells of a house that share as many candidates as there are cells: the rest of the house loses these candidates.
fn naked(board: &Board, search: &mut Search, degree: u32, technique: Technique) -> Flow {
    for h in SIMPLE_ORDER {
        if board.open(h).count_ones() < 2 * degree {
            continue;
        }
        let cells = HOUSE_CELLS[usize::from(h)];
        each_tuple(&cells.map(|c| board.candidates(c)), degree, |positions, digits| {
            for c in Board::at(h, board.open(h) & !positions) {
                search.eliminate(c, board.candidates(c) & digits);
            }
            search.offer(technique, technique.info().lowest, || {
                let truths = Board::at(h, positions).map(|c| Truth::Cell(cell(c))).collect();
                Proof::Pattern(Pattern { truths, covers: vec![house(h)] })
            })
        })?;
    }
    Flow::Continue(())
}

/// Digits of a house that share as many places as there are digits: these cells lose all other digits.
fn hidden(board: &Board, search: &mut Search, degree: u32, technique: Technique) -> Flow {
    for h in SIMPLE_ORDER {
        if board.open(h).count_ones() <= 2 * degree {
            continue;
        }
        each_tuple(board.places_of(h), degree, |digits, positions| {
            for c in Board::at(h, positions) {
                search.eliminate(c, board.candidates(c) & !digits);
            }
            search.offer(technique, technique.info().lowest, || hidden_proof(h, bits(digits)))
        })?;
    }
    Flow::Continue(())
}

/// Hidden subsets that leave another digit one place in their house.
fn direct_hidden(board: &Board, search: &mut Search, degree: u32, technique: Technique) -> Flow {
    for h in SIMPLE_ORDER {
        if board.open(h).count_ones() <= degree {
            continue;
        }
        each_tuple(board.places_of(h), degree, |digits, positions| {
            let single = bits(ALL & !digits).find(|&d| {
                let places = board.places(h, d);
                places.count_ones() > 1 && (places & !positions).is_power_of_two()
            });
            let Some(d) = single else { return Flow::Continue(()) };
            let position = (board.places(h, d) & !positions).trailing_zeros() as usize;
            search.place(HOUSE_CELLS[usize::from(h)][position], d);
            search.offer(technique, technique.info().lowest, || hidden_proof(h, bits(digits).chain([d])))
        })?;
    }
    Flow::Continue(())
}

fn hidden_proof(h: u8, digits: impl Iterator<Item = u8>) -> Proof {
    let truths = digits.map(|d| Truth::Place(house(h), digit(d))).collect();
    Proof::Pattern(Pattern { truths, covers: Vec::new() })
}
