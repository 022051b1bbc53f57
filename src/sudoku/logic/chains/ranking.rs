//! The order of hints, and the best hints found.
//!
//! Sudoku Explainer 1.2.1.3 sorts all hints of a search by difficulty, complexity and kind. The sort is stable, so that
//! among equal hints the one found first comes first. Of hints with the same effect, it keeps the first. A search for
//! the next step of a solution needs only the first hint of all. An inner search needs the first for each effect.
//!
//! Its difficulties are doubles: it adds 0.1 repeatedly to 0.0, and the sum to a base. So 6.6 + 0.1 is below 6.7, and a
//! chain can precede a cycle with the same printed rating. The difficulties are therefore doubles here too.

use super::super::board::Board;
use super::super::house_tables::bits;
use super::candidate_set::{CANDIDATES, candidate, split};

/// The effect of a hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Removes a candidate.
    Off(u16),
    /// Proves a candidate, which removes the others of its cell.
    On(u16),
    /// Removes what a cycle excludes; holds the number of its list.
    Cycle(u32),
}

/// How a hint was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A static chain or cycle; holds the number of its path.
    Path(u32),
    /// This candidate on, or off, leads to a contradiction.
    Contradiction(u16, bool),
    /// This candidate on and off leads to the target.
    Double(u16),
    /// All candidates of this cell lead to the target.
    Cell(u8),
    /// All places in this house with this digit lead to the target.
    Place(u8, u8),
}

/// What decides between hints, in this order: the lowest comes first.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Rank {
    pub difficulty: f64,
    pub complexity: u32,
    /// Stands for the kind of the hint.
    key: u8,
}

impl Rank {
    /// The rank of a hint whose shortest chains have the difficulty `base`.
    pub fn new(base: f64, complexity: u32, key: u8) -> Self {
        Self { difficulty: base + length_difficulty(complexity), complexity, key }
    }
}

/// A hint: its rank, its effect and its origin.
#[derive(Clone, Copy, Debug)]
pub struct Hint {
    pub rank: Rank,
    /// The order of discovery.
    number: u32,
    pub effect: Effect,
    pub kind: Kind,
}

/// What the length adds to a difficulty: 0.1 for each of 4, 6, 8, 12, 16, 24, 32, ... that the complexity minus 2
/// exceeds.
fn length_difficulty(complexity: u32) -> f64 {
    let mut added = 0.0;
    let (mut limit, mut odd) = (4, false);
    while complexity > limit + 2 {
        added += 0.1;
        limit = if odd { limit * 4 / 3 } else { limit * 3 / 2 };
        odd = !odd;
    }
    added
}

/// The best hints of one search.
#[derive(Default)]
pub struct Hints {
    /// Whether to keep the best hint for each effect, rather than the best of all.
    each: bool,
    number: u32,
    /// The best hint of each slot.
    best: Vec<Option<Hint>>,
    /// The slots that hold a hint.
    used: Vec<u16>,
    /// What the cycles remove; their slots start at `CYCLES`.
    removed: Vec<Vec<u16>>,
}

/// The first slot of an effect that only a cycle has.
const CYCLES: usize = 2 * CANDIDATES;

impl Hints {
    /// Forgets all hints.
    pub fn clear(&mut self, each: bool) {
        for slot in self.used.drain(..) {
            self.best[usize::from(slot)] = None;
        }
        self.best.resize(CYCLES, None);
        self.removed.clear();
        (self.each, self.number) = (each, 0);
    }

    /// The effect of proving or excluding this candidate; `None` if it has none.
    pub fn effect(board: &Board, target: u16, on: bool) -> Option<Effect> {
        let (cell, digit) = split(target);
        if !on {
            return Some(Effect::Off(target));
        }
        (board.candidates(cell) & !(1 << digit) != 0).then_some(Effect::On(target))
    }

    /// The slot of an effect, determined by what it removes: proving one of two candidates equals removing the other.
    fn slot(&self, board: &Board, effect: Effect) -> usize {
        let on = |target: u16| {
            let (cell, digit) = split(target);
            let others = board.candidates(cell) & !(1 << digit);
            if others.is_power_of_two() {
                usize::from(candidate(cell, others.trailing_zeros() as u8))
            } else {
                usize::from(target) + CANDIDATES
            }
        };
        match effect {
            _ if !self.each => 0,
            Effect::Off(target) => usize::from(target),
            Effect::On(target) => on(target),
            Effect::Cycle(list) => match proves(board, &self.removed[list as usize]) {
                Some(target) => on(target),
                None => CYCLES + list as usize,
            },
        }
    }

    /// Whether a hint with this effect would be dropped because it is not better than an earlier one. If that is true
    /// of a lower bound of its rank, there is no need to compute the exact rank.
    pub fn is_late(&self, board: &Board, effect: Effect, rank: Rank) -> bool {
        self.best[self.slot(board, effect)].is_some_and(|best| rank >= best.rank)
    }

    /// Whether a hint of this rank or a later one can no longer be the best of all.
    pub fn is_settled(&self, rank: Rank) -> bool {
        !self.each && self.best[0].is_some_and(|best| rank >= best.rank)
    }

    /// Keeps a hint that was found after all others, if it is better than those with its effect. Calls `kind` only in
    /// this case.
    pub fn offer(&mut self, board: &Board, effect: Effect, rank: Rank, kind: impl FnOnce() -> Kind) {
        if self.is_late(board, effect, rank) {
            return;
        }
        let slot = self.slot(board, effect);
        self.number += 1;
        if self.best[slot].is_none() {
            self.used.push(slot as u16);
        }
        self.best[slot] = Some(Hint { rank, number: self.number, effect, kind: kind() });
    }

    /// The effect of a cycle that removes these candidates, at least one and in ascending order.
    pub fn cycle(&mut self, removed: &[u16]) -> Effect {
        if let &[single] = removed {
            return Effect::Off(single);
        }
        let list = self.removed.iter().position(|list| list == removed).unwrap_or_else(|| {
            self.removed.push(removed.to_vec());
            if self.each {
                self.best.push(None);
            }
            self.removed.len() - 1
        });
        Effect::Cycle(list as u32)
    }

    /// The best hint for each effect, best first.
    pub fn sorted(&self) -> Vec<Hint> {
        let mut hints: Vec<Hint> = self.used.iter().filter_map(|&slot| self.best[usize::from(slot)]).collect();
        hints.sort_unstable_by(|a, b| {
            let order = a.rank.partial_cmp(&b.rank).expect("difficulties are numbers");
            order.then(a.number.cmp(&b.number))
        });
        hints
    }

    /// What a hint removes, ordered by cell, then by digit.
    pub fn removed(&self, board: &Board, effect: Effect) -> Vec<u16> {
        match effect {
            Effect::Off(target) => vec![target],
            Effect::On(target) => {
                let (cell, digit) = split(target);
                bits(board.candidates(cell) & !(1 << digit)).map(|other| candidate(cell, other)).collect()
            }
            Effect::Cycle(list) => self.removed[list as usize].clone(),
        }
    }
}

/// The only candidate of its cell that is not removed, if these are all but one of the candidates of one cell.
fn proves(board: &Board, removed: &[u16]) -> Option<u16> {
    let (cell, _) = split(*removed.first()?);
    let mut digits = 0;
    for &candidate in removed {
        let (other, digit) = split(candidate);
        if other != cell {
            return None;
        }
        digits |= 1 << digit;
    }
    let rest: u16 = board.candidates(cell) & !digits;
    rest.is_power_of_two().then(|| candidate(cell, rest.trailing_zeros() as u8))
}
