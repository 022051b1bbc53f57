//! The static links of a board, in the order in which chains follow them.

use super::super::board::Board;
use super::super::house_tables::{HOUSE_CELLS, HOUSES_OF, POSITIONS, bits};
use super::candidate_set::{CANDIDATES, Set, candidate, split};
use super::closure::Cause;

/// The links that a run may follow.
#[derive(Clone, Copy, Debug)]
pub struct Kinds {
    /// Links of cells.
    pub y: bool,
    /// Strong links of houses. Weak links of houses are always followed.
    pub x: bool,
}

/// A weak link followed by a strong one: what a candidate that is on turns on through another that it turns off.
#[derive(Clone, Copy)]
pub struct Edge {
    pub to: u16,
    /// The candidate that is off.
    pub via: u16,
    /// The cause of the strong link.
    pub cause: Cause,
}

/// The links of a board that a run may follow.
pub struct Links {
    alive: Set,
    /// By candidate: what it turns on when it is off, with the link of the cell first.
    strong: Vec<[(u16, Cause); 4]>,
    counts: Vec<u8>,
    /// The candidates with strong links, by cell, and by house and digit.
    cells: [u16; 81],
    places: [[u16; 9]; 27],
    edges: Vec<Edge>,
    /// By candidate: the range of its edges.
    ranges: Vec<(u32, u32)>,
}

impl Default for Links {
    fn default() -> Self {
        Self {
            alive: Set::EMPTY,
            strong: vec![[(0, Cause::Cell); 4]; CANDIDATES],
            counts: vec![0; CANDIDATES],
            cells: [0; 81],
            places: [[0; 9]; 27],
            edges: Vec::new(),
            ranges: vec![(0, 0); CANDIDATES],
        }
    }
}

impl Links {
    /// Finds the links of these digits on a board.
    ///
    /// Strong links come from the cell, then from the box, the row and the column. If two houses give the same place,
    /// only the first counts. Weak links lead to the other candidates of the cell in ascending order, then to the other
    /// places in the box, the row and the column, each once.
    pub fn find(&mut self, board: &Board, digits: u16, kinds: Kinds) {
        self.alive = Set::EMPTY;
        self.cells = [0; 81];
        self.places = [[0; 9]; 27];
        for cell in 0..81 {
            for digit in bits(board.candidates(cell) & digits) {
                self.find_strong(board, cell, digit, kinds);
            }
        }
        self.edges.clear();
        for from in self.alive.iter() {
            let start = self.edges.len() as u32;
            let (cell, digit) = split(from);
            if kinds.y {
                for other in bits(self.cells[usize::from(cell)] & !(1 << digit)) {
                    self.follow(from, candidate(cell, other));
                }
            }
            for kind in 0..3 {
                let house = HOUSES_OF[usize::from(cell)][kind];
                let position = POSITIONS[usize::from(cell)][kind];
                // What a line shares with the box is off already.
                let skip = if kind == 0 { 1 << position } else { 0b111 << (position / 3 * 3) };
                for other in bits(self.places[usize::from(house)][usize::from(digit)] & !skip) {
                    self.follow(from, candidate(HOUSE_CELLS[usize::from(house)][usize::from(other)], digit));
                }
            }
            self.ranges[usize::from(from)] = (start, self.edges.len() as u32);
        }
    }

    fn find_strong(&mut self, board: &Board, cell: u8, digit: u8, kinds: Kinds) {
        let from = candidate(cell, digit);
        self.alive.add(from);
        let (links, mut count) = (&mut self.strong[usize::from(from)], 0);
        let others = board.candidates(cell) & !(1 << digit);
        if kinds.y && others.is_power_of_two() {
            links[0] = (candidate(cell, others.trailing_zeros() as u8), Cause::Cell);
            count = 1;
        }
        let (houses, positions) = (HOUSES_OF[usize::from(cell)], POSITIONS[usize::from(cell)]);
        for kind in (0..3).filter(|_| kinds.x) {
            let others = board.places(houses[kind], digit) & !(1 << positions[kind]);
            if others.is_power_of_two() {
                let other = HOUSE_CELLS[usize::from(houses[kind])][others.trailing_zeros() as usize];
                let other = candidate(other, digit);
                if links[..count].iter().all(|&(known, _)| known != other) {
                    links[count] = (other, Cause::House(kind as u8));
                    count += 1;
                }
            }
        }
        self.counts[usize::from(from)] = count as u8;
        if count > 0 {
            self.cells[usize::from(cell)] |= 1 << digit;
            for (house, position) in houses.into_iter().zip(positions) {
                self.places[usize::from(house)][usize::from(digit)] |= 1 << position;
            }
        }
    }

    /// Adds the edges from a candidate by way of this one. An edge back to the candidate itself leads nowhere.
    fn follow(&mut self, from: u16, via: u16) {
        for &(to, cause) in &self.strong[usize::from(via)][..usize::from(self.counts[usize::from(via)])] {
            if to != from {
                self.edges.push(Edge { to, via, cause });
            }
        }
    }

    /// The candidates of the board.
    pub const fn alive(&self) -> &Set {
        &self.alive
    }

    /// What a candidate turns on when it is off.
    pub fn strong(&self, from: u16) -> &[(u16, Cause)] {
        &self.strong[usize::from(from)][..usize::from(self.counts[usize::from(from)])]
    }

    /// The range of the edges from a candidate.
    pub fn range(&self, from: u16) -> std::ops::Range<usize> {
        let (start, end) = self.ranges[usize::from(from)];
        start as usize..end as usize
    }

    /// The edge with this number.
    pub fn edge(&self, number: usize) -> Edge {
        self.edges[number]
    }

    /// The edges from a candidate.
    pub fn edges(&self, from: u16) -> &[Edge] {
        &self.edges[self.range(from)]
    }
}
