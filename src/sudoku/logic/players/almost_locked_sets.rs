//! Almost locked sets: cells of a house with one candidate more than there are cells.

use std::rc::Rc;

use super::super::house_tables::{HOUSE_CELLS, HOUSE_SETS, bits, cells, seen_by_all};
use super::super::search::Search;
use super::super::{Board, Truth};
use super::group_network::{Group, Strong};
use crate::sudoku::Cell;

/// An almost locked set.
pub struct Almost {
    pub house: u8,
    pub cells: u128,
    pub digits: u16,
    /// By digit, its cells in the set, and the cells that see all of them; none for a digit that the set does not have.
    with: [u128; 9],
    pub seen: [u128; 9],
}

/// All almost locked sets of a board, by house.
pub struct Sets {
    pub all: Vec<Almost>,
    /// By cell and digit, the sets all of whose places of the digit the cell sees, as words of bits.
    seen_by: Vec<u64>,
    words: usize,
    /// By set, those whose places of some digit see all its places of the digit, as words of bits.
    linked: Vec<u64>,
}

impl Sets {
    pub fn of(board: &Board, search: &mut Search) -> Rc<Self> {
        search.shared(board, |board| {
            let all: Vec<Almost> = (0..27).flat_map(|h| Almost::in_house(board, h)).collect();
            let words = all.len() / 64 + 1;
            let mut seen_by = vec![0; 729 * words];
            for (i, set) in all.iter().enumerate() {
                for d in bits(set.digits) {
                    for c in cells(set.seen[usize::from(d)] & board.cells_with(d)) {
                        seen_by[place(c, d) * words + i / 64] |= 1 << (i % 64);
                    }
                }
            }
            let (mut linked, mut seeing) = (vec![0; all.len() * words], vec![0; words]);
            let sets = Self { all, seen_by, words, linked: Vec::new() };
            for (set, linked) in sets.all.iter().zip(linked.chunks_exact_mut(words)) {
                for d in bits(set.digits) {
                    seeing.fill(u64::MAX);
                    for row in cells(set.with[usize::from(d)]).map(|c| sets.seen_by(c, d)) {
                        seeing.iter_mut().zip(row).for_each(|(all, word)| *all &= word);
                    }
                    linked.iter_mut().zip(&seeing).for_each(|(all, word)| *all |= word);
                }
            }
            Self { linked, ..sets }
        })
    }

    /// Whose places of this digit the cell sees, as words of bits. Each has one.
    pub fn seen_by(&self, cell: u8, digit: u8) -> &[u64] {
        &self.seen_by[place(cell, digit) * self.words..][..self.words]
    }

    /// Those before a set whose places of some digit see all its places of the digit.
    pub fn linked_before(&self, number: usize) -> impl Iterator<Item = &Almost> {
        let linked = numbers(&self.linked[number * self.words..][..self.words]);
        linked.take_while(move |&other| other < number).map(|other| &self.all[other])
    }
}

/// The numbers in a set of words of bits.
pub fn numbers(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(i, &word)| bits(word).map(move |bit| 64 * i + usize::from(bit)))
}

fn place(cell: u8, digit: u8) -> usize {
    usize::from(cell) * 9 + usize::from(digit)
}

impl Almost {
    /// The sets of a house. One in a box and a line is counted with the box.
    fn in_house(board: &Board, house: u8) -> Vec<Self> {
        let members = HOUSE_CELLS[usize::from(house)];
        let open = usize::from(board.open(house));
        let mut unions = [0_u16; 512];
        let (mut sets, mut mask) = (Vec::new(), 0);
        while mask != open {
            // The next set of some of the open cells.
            mask = (mask | !open).wrapping_add(1) & open;
            unions[mask] = unions[mask & (mask - 1)] | board.candidates(members[mask.trailing_zeros() as usize]);
            let in_box = house >= 9 && [0b111_usize, 0b11_1000, 0b1_1100_0000].iter().any(|part| mask & !part == 0);
            if !in_box && unions[mask].count_ones() == mask.count_ones() + 1 {
                let own = Board::at(house, mask as u16).fold(0, |set, c| set | 1 << c);
                sets.push(Self::new(board, house, own, unions[mask]));
            }
        }
        sets
    }

    /// The set of these cells, if they are one.
    pub fn of(board: &Board, all: &[Cell]) -> Option<Self> {
        let own = all.iter().fold(0_u128, |set, c| set | 1 << c.index());
        let house = HOUSE_SETS.iter().position(|set| own & !set == 0)? as u8;
        let digits = cells(own).fold(0, |set, c| set | board.candidates(c));
        (digits.count_ones() == own.count_ones() + 1).then(|| Self::new(board, house, own, digits))
    }

    fn new(board: &Board, house: u8, own: u128, digits: u16) -> Self {
        let mut set = Self { house, cells: own, digits, with: [0; 9], seen: [0; 9] };
        for d in bits(digits) {
            let with = board.cells_with(d) & own;
            set.with[usize::from(d)] = with;
            set.seen[usize::from(d)] = seen_by_all(cells(with));
        }
        set
    }

    /// The digits that only one of two sets can hold: the places of each in one see all those in the other.
    pub fn restricted(&self, other: &Self) -> u16 {
        let sees = |d: &u8| other.with[usize::from(*d)] & !self.seen[usize::from(*d)] == 0;
        bits(self.digits & other.digits).filter(sees).fold(0, |links, d| links | 1 << d)
    }

    /// Its places of a digit.
    pub const fn group(&self, digit: u8) -> Group {
        Group { digit, cells: self.with[digit as usize] }
    }

    /// The strong link between its places of each two digits.
    pub const fn strong(&self) -> Strong {
        Strong { cells: self.cells, house: None }
    }

    /// Its cells as truths.
    pub fn truths(&self) -> impl Iterator<Item = Truth> {
        cells(self.cells).map(Truth::cell)
    }
}
