//! The inner rules that are patterns: locked candidates, hidden pairs, naked pairs, X-wings.
//!
//! Sudoku Explainer 1.2.1.3 asks them in this order once a closure has come to rest, and stops at the first rule that
//! removes something on account of the closure. A pattern counts only if candidates that the closure removed have made
//! it: those are its parents. All patterns of the rule count, in the order of its scan.

use super::super::board::Board;
use super::super::layout::{HOUSE_CELLS, HOUSE_SETS, HOUSES_OF, POSITIONS, SIMPLE_ORDER, bits, cells};
use super::closure::{Closure, Rules, candidate};

/// What the patterns see.
pub struct Patterns<'a> {
    pub closure: &'a mut Closure,
    /// The board as the closure has left it.
    pub current: &'a Board,
    /// The board at the beginning of the closure.
    pub source: &'a Board,
    pub rules: &'a Rules,
    /// The parents of the pattern at hand.
    parents: Vec<u16>,
}

impl<'a> Patterns<'a> {
    pub fn new(closure: &'a mut Closure, current: &'a Board, source: &'a Board, rules: &'a Rules) -> Self {
        Self { closure, current, source, rules, parents: Vec::with_capacity(16) }
    }

    /// Adds what the first rule removes that removes anything; false if none does.
    pub fn extend(&mut self) -> bool {
        self.locked() || self.hidden_pairs() || self.naked_pairs() || self.x_wings()
    }

    /// Locked candidates: boxes with columns, boxes with rows, columns with boxes, rows with boxes.
    fn locked(&mut self) -> bool {
        let mut found = false;
        for (first, second) in [(0, 2), (0, 1), (2, 0), (1, 0)] {
            for number in 0..9_u8 {
                let one = first * 9 + number;
                for third in 0..3_u8 {
                    let (two, shared) = crossing(one, second, third);
                    for digit in 0..9 {
                        let places = self.current.places(one, digit);
                        if places & !shared == 0 && places.count_ones() > 1 {
                            found |= self.lock(one, two, shared, digit);
                        }
                    }
                }
            }
        }
        found
    }

    fn lock(&mut self, one: u8, two: u8, shared: u16, digit: u8) -> bool {
        let gone = self.source.places(one, digit) & !self.current.places(one, digit) & !shared;
        let removed = self.current.cells_with(digit) & HOUSE_SETS[usize::from(two)] & !HOUSE_SETS[usize::from(one)];
        if gone == 0 || removed == 0 {
            return false;
        }
        self.parents.clear();
        self.parents.extend(Board::at(one, gone).map(|cell| candidate(cell, digit)));
        self.remove(removed, digit);
        true
    }

    fn remove(&mut self, removed: u128, digit: u8) {
        for cell in cells(removed) {
            self.closure.turn_off_by_rule(candidate(cell, digit), &self.parents, None);
        }
    }

    /// Hidden pairs of houses with more than four open cells: boxes, columns, rows.
    fn hidden_pairs(&mut self) -> bool {
        let mut found = false;
        for house in SIMPLE_ORDER {
            if self.current.open(house).count_ones() <= 4 {
                continue;
            }
            for second in 1..9 {
                let places = self.current.places(house, second);
                if places.count_ones() != 2 {
                    continue;
                }
                for first in 0..second {
                    if self.current.places(house, first) == places {
                        found |= self.hide(house, places, [first, second]);
                    }
                }
            }
        }
        found
    }

    fn hide(&mut self, house: u8, places: u16, digits: [u8; 2]) -> bool {
        let pair = 1 << digits[0] | 1 << digits[1];
        if Board::at(house, places).all(|cell| self.current.candidates(cell) & !pair == 0) {
            return false;
        }
        self.parents.clear();
        let gone = digits.map(|digit| self.source.places(house, digit));
        for place in bits((gone[0] | gone[1]) & !places) {
            let cell = HOUSE_CELLS[usize::from(house)][usize::from(place)];
            for (digit, gone) in digits.into_iter().zip(gone) {
                if gone >> place & 1 != 0 {
                    self.parents.push(candidate(cell, digit));
                }
            }
        }
        if self.parents.is_empty() {
            return false;
        }
        for cell in Board::at(house, places) {
            for digit in bits(self.current.candidates(cell) & !pair) {
                self.closure.turn_off_by_rule(candidate(cell, digit), &self.parents, None);
            }
        }
        true
    }

    /// Naked pairs of houses with four or more open cells: boxes, columns, rows.
    fn naked_pairs(&mut self) -> bool {
        let mut found = false;
        for house in SIMPLE_ORDER {
            let open = self.current.open(house);
            if open.count_ones() < 4 {
                continue;
            }
            for second in bits(open) {
                let cell = HOUSE_CELLS[usize::from(house)][usize::from(second)];
                let pair = self.current.candidates(cell);
                if pair.count_ones() != 2 {
                    continue;
                }
                for first in bits(open & ((1 << second) - 1)) {
                    let other = HOUSE_CELLS[usize::from(house)][usize::from(first)];
                    if self.current.candidates(other) == pair {
                        found |= self.strip(house, [other, cell], pair);
                    }
                }
            }
        }
        found
    }

    fn strip(&mut self, house: u8, pair: [u8; 2], digits: u16) -> bool {
        let others = HOUSE_SETS[usize::from(house)] & !(1 << pair[0] | 1 << pair[1]);
        let mut with = 0;
        for digit in bits(digits) {
            with |= self.current.cells_with(digit);
        }
        if with & others == 0 {
            return false;
        }
        self.parents.clear();
        for cell in pair {
            let gone = self.source.candidates(cell) & !digits;
            self.parents.extend(bits(gone).map(|digit| candidate(cell, digit)));
        }
        if self.parents.is_empty() {
            return false;
        }
        for cell in cells(with & others) {
            for digit in bits(self.current.candidates(cell) & digits) {
                self.closure.turn_off_by_rule(candidate(cell, digit), &self.parents, None);
            }
        }
        true
    }

    /// X-wings: base columns first, then base rows; pairs of lines, then digits.
    fn x_wings(&mut self) -> bool {
        let mut found = false;
        for (base, cover) in [(2, 1), (1, 2)] {
            for second in 1..9 {
                for first in 0..second {
                    for digit in 0..9 {
                        let places = self.current.places(base * 9 + first, digit);
                        if places.count_ones() == 2
                            && places == self.current.places(base * 9 + second, digit)
                            && self.rules.placed[usize::from(digit)] <= 5
                        {
                            found |= self.fish([base * 9 + first, base * 9 + second], cover * 9, places, digit);
                        }
                    }
                }
            }
        }
        found
    }

    fn fish(&mut self, base: [u8; 2], cover: u8, places: u16, digit: u8) -> bool {
        let mut covered = 0;
        for line in bits(places) {
            covered |= HOUSE_SETS[usize::from(cover + line)];
        }
        let own = HOUSE_SETS[usize::from(base[0])] | HOUSE_SETS[usize::from(base[1])];
        let removed = self.current.cells_with(digit) & covered & !own;
        if removed == 0 {
            return false;
        }
        self.parents.clear();
        for line in base {
            let gone = self.source.places(line, digit) & !places;
            self.parents.extend(Board::at(line, gone).map(|cell| candidate(cell, digit)));
        }
        if self.parents.is_empty() {
            return false;
        }
        self.remove(removed, digit);
        true
    }
}

/// The house of another kind, 0 box, 1 row, 2 column, that is the first, second or third to cross this one, and the
/// positions in this one that both share.
fn crossing(house: u8, kind: u8, third: u8) -> (u8, u16) {
    // The cells where a box meets the three lines of a kind, or a line the three boxes.
    let position = match (house / 9, kind) {
        (0, 2) => third,
        _ => third * 3,
    };
    let cell = HOUSE_CELLS[usize::from(house)][usize::from(position)];
    let other = HOUSES_OF[usize::from(cell)][usize::from(kind)];
    let mut shared = 0;
    for cell in cells(HOUSE_SETS[usize::from(house)] & HOUSE_SETS[usize::from(other)]) {
        shared |= 1 << POSITIONS[usize::from(cell)][usize::from(house / 9)];
    }
    (other, shared)
}
