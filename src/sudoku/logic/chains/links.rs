//! The static links of a board, in the order in which chains follow them.

use super::super::board::Board;
use super::super::layout::{HOUSE_CELLS, HOUSES_OF, POSITIONS, bits};
use super::closure::Cause;
use super::set::{CANDIDATES, Set, candidate, split};

/// What a candidate turns off when it is on: if `cell` is true, the other candidates of its cell in ascending order,
/// then the other places in its box, row and column, each once.
pub fn weak(board: &Board, from: u16, cell: bool) -> impl Iterator<Item = (u16, Cause)> + use<> {
    let (place, digit) = split(from);
    let others = if cell { board.candidates(place) & !(1 << digit) } else { 0 };
    let in_cell = bits(others).map(move |other| (candidate(place, other), Cause::Cell));
    let houses = HOUSES_OF[usize::from(place)];
    let positions = POSITIONS[usize::from(place)];
    let sets: [u16; 3] = std::array::from_fn(|kind| {
        let skip = if kind == 0 { 1 << positions[0] } else { 0b111 << (positions[kind] / 3 * 3) };
        board.places(houses[kind], digit) & !skip
    });
    let in_houses = (0..3).flat_map(move |kind| {
        bits(sets[kind]).map(move |position| {
            let other = HOUSE_CELLS[usize::from(houses[kind])][usize::from(position)];
            (candidate(other, digit), Cause::House(kind as u8))
        })
    });
    in_cell.chain(in_houses)
}

/// The strong links of a board.
pub struct Links {
    alive: Set,
    /// By candidate: what it turns on when it is off, with the link of the cell first.
    strong: Vec<[(u16, Cause); 4]>,
    counts: Vec<u8>,
}

impl Default for Links {
    fn default() -> Self {
        Self { alive: Set::EMPTY, strong: vec![[(0, Cause::Cell); 4]; CANDIDATES], counts: vec![0; CANDIDATES] }
    }
}

impl Links {
    /// Finds the links of a board: in cells with two candidates, then in boxes, rows and columns with two places. If
    /// two houses give the same place, only the first counts.
    pub fn find(&mut self, board: &Board) {
        self.alive = Set::EMPTY;
        for cell in 0..81 {
            let digits = board.candidates(cell);
            for digit in bits(digits) {
                let from = candidate(cell, digit);
                self.alive.add(from);
                let (links, mut count) = (&mut self.strong[usize::from(from)], 0);
                if digits.count_ones() == 2 {
                    let other = (digits & !(1 << digit)).trailing_zeros() as u8;
                    links[0] = (candidate(cell, other), Cause::Cell);
                    count = 1;
                }
                for kind in 0..3 {
                    let house = HOUSES_OF[usize::from(cell)][kind];
                    let places = board.places(house, digit);
                    if places.count_ones() == 2 {
                        let other = places & !(1 << POSITIONS[usize::from(cell)][kind]);
                        let other = HOUSE_CELLS[usize::from(house)][other.trailing_zeros() as usize];
                        let other = candidate(other, digit);
                        if links[..count].iter().all(|&(known, _)| known != other) {
                            links[count] = (other, Cause::House(kind as u8));
                            count += 1;
                        }
                    }
                }
                self.counts[usize::from(from)] = count as u8;
            }
        }
    }

    /// The candidates of the board.
    pub fn alive(&self) -> impl Iterator<Item = u16> + use<> {
        self.alive.iter()
    }

    /// What a candidate turns on when it is off.
    pub fn strong(&self, from: u16) -> &[(u16, Cause)] {
        &self.strong[usize::from(from)][..usize::from(self.counts[usize::from(from)])]
    }

    /// What a candidate turns on when it is off, by its cell (`y`) and by its houses (`x`).
    pub fn strong_by(&self, from: u16, y: bool, x: bool) -> &[(u16, Cause)] {
        let links = self.strong(from);
        let in_cell = usize::from(links.first().is_some_and(|&(_, cause)| cause == Cause::Cell));
        match (y, x) {
            (true, true) => links,
            (true, false) => &links[..in_cell],
            _ => &links[in_cell..],
        }
    }
}
