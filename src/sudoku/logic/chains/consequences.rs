//! What follows from one assumption without inner rules, as sets: the nodes of a [closure](super::closure) without their order
//! and their parents, in a fraction of the time.
//!
//! Most assumptions lead to nothing that a hint needs. So a search first finds the sets, and runs only those closures in order
//! that have a contradiction or nodes in common with others: 3 of 100 for the ten hardest puzzles of sukaku-forge's list.
//!
//! The order does not matter, because a node only ever adds others, and the last candidate of a cell or a house follows once all
//! others are off. So every order leads to the same sets, or every order leads to a contradiction. What is found before a
//! contradiction depends on the order, and so do inner rules: such closures run in order.

use super::super::board::Board;
use super::super::house_tables::{HOUSE_SETS, HOUSES_OF, PEER_SETS, bits};
use super::candidate_set::{ByDigit, split};
use super::closure::Rules;

/// The candidates that can turn others on when they are off, under these rules: all if the rules are dynamic, and otherwise
/// those with only one other in their cell or in a house.
pub fn active(board: &Board, rules: Rules) -> ByDigit {
    if rules.dynamic {
        return ByDigit::ALL;
    }
    let mut set = ByDigit::EMPTY;
    for cell in 0..81 {
        let digits = board.candidates(cell);
        if digits.count_ones() == 2 {
            bits(digits).for_each(|digit| set.0[usize::from(digit)] |= 1 << cell);
        }
    }
    for house in 0..27 {
        for (cells, &places) in set.0.iter_mut().zip(board.places_of(house)) {
            if places.count_ones() == 2 {
                Board::at(house, places).for_each(|cell| *cells |= 1 << cell);
            }
        }
    }
    set
}

/// Finds the candidates that are on and those that are off if this candidate is on or off; `None` if there is a contradiction.
pub fn find((root, on): (u16, bool), board: &Board, active: &ByDigit, rules: Rules) -> Option<Consequences> {
    let found = Consequences { on: ByDigit::EMPTY, off: ByDigit::EMPTY };
    let mut growing = Growing { board, active, rules, found, waiting: ByDigit::EMPTY, digits: 0 };
    let (cell, digit) = split(root);
    if on { growing.turn_on(cell, digit) } else { growing.turn_off(1 << cell, digit) }?;
    while let Some((cell, digit)) = growing.next() {
        growing.follow(cell, digit)?;
    }
    Some(growing.found)
}

/// The candidates that are on, and those that are off.
pub struct Consequences {
    pub on: ByDigit,
    pub off: ByDigit,
}

/// The sets while they grow.
struct Growing<'a> {
    board: &'a Board,
    active: &'a ByDigit,
    rules: Rules,
    found: Consequences,
    /// The active candidates that are off and have not been followed yet.
    waiting: ByDigit,
    /// The digits of which some candidate waits.
    digits: u16,
}

impl Growing<'_> {
    /// The next candidate to follow.
    fn next(&mut self) -> Option<(u8, u8)> {
        let digit = bits(self.digits).next()?;
        let waiting = &mut self.waiting.0[usize::from(digit)];
        let cell = waiting.trailing_zeros() as u8;
        *waiting &= *waiting - 1;
        if *waiting == 0 {
            self.digits &= !(1 << digit);
        }
        Some((cell, digit))
    }

    /// Turns on what an off candidate leaves as the last one; `None` is a contradiction.
    fn follow(&mut self, cell: u8, digit: u8) -> Option<()> {
        let this = 1 << cell;
        let others = self.board.candidates(cell) & !(1 << digit);
        if !self.rules.nishio && others != 0 {
            let is_left = |&other: &u8| !self.rules.dynamic || self.found.off.0[usize::from(other)] & this == 0;
            let mut left = bits(others).filter(is_left);
            let last = left.next()?;
            if left.next().is_none() {
                self.turn_on(cell, last)?;
            }
        }
        for house in HOUSES_OF[usize::from(cell)] {
            let others = self.board.cells_with(digit) & HOUSE_SETS[usize::from(house)] & !this;
            let left = if self.rules.dynamic { others & !self.found.off.0[usize::from(digit)] } else { others };
            if left.is_power_of_two() {
                self.turn_on(left.trailing_zeros() as u8, digit)?;
            } else if left == 0 && others != 0 {
                return None;
            }
        }
        Some(())
    }

    /// Turns a candidate on; `None` is a contradiction.
    fn turn_on(&mut self, cell: u8, digit: u8) -> Option<()> {
        let (this, of) = (1 << cell, usize::from(digit));
        if self.found.on.0[of] & this != 0 {
            return Some(());
        }
        if self.found.off.0[of] & this != 0 {
            return None;
        }
        self.found.on.0[of] |= this;
        self.turn_off(self.board.cells_with(digit) & PEER_SETS[usize::from(cell)], digit)?;
        if !self.rules.nishio {
            for other in bits(self.board.candidates(cell) & !(1 << digit)) {
                self.turn_off(this, other)?;
            }
        }
        Some(())
    }

    /// Turns a digit off in these cells; `None` is a contradiction.
    fn turn_off(&mut self, cells: u128, digit: u8) -> Option<()> {
        let of = usize::from(digit);
        if cells & self.found.on.0[of] != 0 {
            return None;
        }
        let waiting = cells & !self.found.off.0[of] & self.active.0[of];
        if waiting != 0 {
            self.waiting.0[of] |= waiting;
            self.digits |= 1 << digit;
        }
        self.found.off.0[of] |= cells;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Technique;
    use super::super::candidate_set::candidate;
    use super::super::closure::Draft;
    use super::super::family::Family;
    use super::*;

    #[test]
    fn the_sets_are_those_of_a_closure_in_order() {
        let puzzles = [
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
            "....3..7...6..8..1.4..7..2.....6.....3.8.19..9......8..7..4..3.5..1..6...2..9....",
        ];
        let techniques = [Technique::CellForcingChain, Technique::NishioForcingChain, Technique::DynamicContradiction];
        let mut counts = [0; 2];
        for puzzle in puzzles {
            let board = Board::new(&puzzle.parse().expect("a grid"));
            for rules in techniques.map(|technique| Family::of(technique).rules) {
                let active = active(&board, rules);
                for (cell, on) in (0..81).flat_map(|cell| [(cell, true), (cell, false)]) {
                    for digit in bits(board.candidates(cell)) {
                        let root = (candidate(cell, digit), on);
                        let mut closure = Draft::default();
                        closure.run(root, &board, rules);
                        let found = find(root, &board, &active, rules);
                        assert_eq!(found.is_none(), closure.contradiction.is_some(), "{puzzle} {root:?}");
                        counts[usize::from(found.is_some())] += 1;
                        let Some(Consequences { on, off }) = found else { continue };
                        assert!([off, on] == closure.sets, "{puzzle} {root:?}");
                        assert_eq!(on.len() + off.len(), closure.nodes.len() as u64, "{puzzle} {root:?}");
                    }
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
    }
}
