//! The inner rules that are patterns: locked candidates, hidden pairs, naked pairs, X-wings.
//!
//! Sudoku Explainer 1.2.1.3 applies them in this order once nothing else follows in a closure, and stops at the first
//! rule that removes something because of the closure. A pattern counts only if candidates that the closure removed
//! made it possible; those are its parents. All patterns of that rule count, in the order of its scan.

use super::super::board::Board;
use super::super::layout::{HOUSE_CELLS, HOUSE_SETS, SHARED, SIMPLE_ORDER, bits, cell, cells, digit, house};
use super::super::locking::{CLAIMING, POINTING, each_lock};
use super::super::search::Flow;
use super::super::step::{Pattern, Proof, Step, Truth};
use super::super::{Technique, search};
use super::closure::{Draft, Inner, Nested, Rules};
use super::set::{candidate, split};

/// The search for patterns in a closure.
pub struct Patterns<'a> {
    pub closure: &'a mut Draft,
    /// The current board of the closure.
    pub current: &'a Board,
    /// The board at the start of the closure.
    pub source: &'a Board,
    pub rules: &'a Rules,
    /// The parents of the current pattern.
    parents: Vec<u16>,
    /// The candidates that it removes.
    removed: Vec<u16>,
}

impl<'a> Patterns<'a> {
    pub fn new(closure: &'a mut Draft, current: &'a Board, source: &'a Board, rules: &'a Rules) -> Self {
        Self { closure, current, source, rules, parents: Vec::with_capacity(16), removed: Vec::with_capacity(16) }
    }

    /// Adds the removals of the first rule that has any. Returns whether there are any.
    pub fn extend(&mut self) -> bool {
        self.locked() || self.hidden_pairs() || self.naked_pairs() || self.x_wings()
    }

    /// Locked candidates: boxes with columns, boxes with rows, columns with boxes, rows with boxes.
    fn locked(&mut self) -> bool {
        let (current, mut found) = (self.current, false);
        for kinds in [POINTING, CLAIMING] {
            let _ = each_lock(current, kinds, |base, cover, digit| {
                found |= self.lock(base, cover, digit);
                Flow::Continue(())
            });
        }
        found
    }

    fn lock(&mut self, one: u8, two: u8, d: u8) -> bool {
        let shared = SHARED[usize::from(one)][usize::from(two)];
        let gone = self.source.places(one, d) & !self.current.places(one, d) & !shared;
        let removed = self.current.cells_with(d) & HOUSE_SETS[usize::from(two)] & !HOUSE_SETS[usize::from(one)];
        if gone == 0 || removed == 0 {
            return false;
        }
        self.parents.extend(Board::at(one, gone).map(|cell| candidate(cell, d)));
        self.removed.extend(cells(removed).map(|cell| candidate(cell, d)));
        self.apply(if one < 9 { Technique::Pointing } else { Technique::Claiming }, || Pattern {
            truths: vec![Truth::Place(house(one), digit(d))],
            covers: vec![house(two)],
        })
    }

    /// Turns off the candidates that the current pattern removes, because of its parents.
    fn apply(&mut self, technique: Technique, pattern: impl FnOnce() -> Pattern) -> bool {
        let mut number = None;
        if self.rules.explain {
            let eliminate = self.removed.iter().map(|&removed| {
                let (cell, digit) = split(removed);
                search::candidate(cell, digit)
            });
            let (eliminate, rating) = (eliminate.collect(), technique.info().lowest);
            let step = Step { technique, rating, place: None, eliminate, proof: Proof::Pattern(pattern()) };
            number = self.closure.apply(Inner { nested: Nested::default(), step: Some(Box::new(step)) });
        }
        for &removed in &self.removed {
            self.closure.turn_off_by_rule(removed, &self.parents, number);
        }
        self.parents.clear();
        self.removed.clear();
        true
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

    fn hide(&mut self, h: u8, places: u16, digits: [u8; 2]) -> bool {
        let pair = 1 << digits[0] | 1 << digits[1];
        if Board::at(h, places).all(|cell| self.current.candidates(cell) & !pair == 0) {
            return false;
        }
        let gone = digits.map(|digit| self.source.places(h, digit));
        for place in bits((gone[0] | gone[1]) & !places) {
            let cell = HOUSE_CELLS[usize::from(h)][usize::from(place)];
            for (digit, gone) in digits.into_iter().zip(gone) {
                if gone >> place & 1 != 0 {
                    self.parents.push(candidate(cell, digit));
                }
            }
        }
        if self.parents.is_empty() {
            return false;
        }
        for cell in Board::at(h, places) {
            self.removed.extend(bits(self.current.candidates(cell) & !pair).map(|digit| candidate(cell, digit)));
        }
        self.apply(Technique::HiddenPair, || Pattern {
            truths: digits.map(|d| Truth::Place(house(h), digit(d))).into(),
            covers: Vec::new(),
        })
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

    fn strip(&mut self, h: u8, pair: [u8; 2], digits: u16) -> bool {
        let others = HOUSE_SETS[usize::from(h)] & !(1 << pair[0] | 1 << pair[1]);
        let losers = bits(digits).fold(0, |set, digit| set | self.current.cells_with(digit)) & others;
        if losers == 0 {
            return false;
        }
        for cell in pair {
            let gone = self.source.candidates(cell) & !digits;
            self.parents.extend(bits(gone).map(|digit| candidate(cell, digit)));
        }
        if self.parents.is_empty() {
            return false;
        }
        for cell in cells(losers) {
            self.removed.extend(bits(self.current.candidates(cell) & digits).map(|digit| candidate(cell, digit)));
        }
        self.apply(Technique::NakedPair, || Pattern {
            truths: pair.map(|index| Truth::Cell(cell(index))).into(),
            covers: vec![house(h)],
        })
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

    fn fish(&mut self, base: [u8; 2], cover: u8, places: u16, d: u8) -> bool {
        let covered = bits(places).fold(0, |set, line| set | HOUSE_SETS[usize::from(cover + line)]);
        let own = HOUSE_SETS[usize::from(base[0])] | HOUSE_SETS[usize::from(base[1])];
        let removed = self.current.cells_with(d) & covered & !own;
        if removed == 0 {
            return false;
        }
        for line in base {
            let gone = self.source.places(line, d) & !places;
            self.parents.extend(Board::at(line, gone).map(|cell| candidate(cell, d)));
        }
        if self.parents.is_empty() {
            return false;
        }
        self.removed.extend(cells(removed).map(|cell| candidate(cell, d)));
        self.apply(Technique::XWing, || Pattern {
            truths: base.map(|line| Truth::Place(house(line), digit(d))).into(),
            covers: bits(places).map(|line| house(cover + line)).collect(),
        })
    }
}
