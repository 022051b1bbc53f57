//! A depth-first search with an explicit stack over candidate bit masks.
//!
//! Each position is propagated by naked singles (a cell with one candidate) and hidden singles (a digit with one
//! place in a house) until neither gives anything; then the cell with the fewest candidates is guessed.

use super::{Budget, Interruption, Stats};
use crate::sudoku::{Cell, Grid, House};

/// How many guesses pass between two looks at the cancel flag.
const POLL_EVERY: u64 = 64;

/// Bits 0 to 8 stand for the digits 1 to 9.
const ALL_DIGITS: u16 = 0x1FF;

/// A position of the search: for each cell the digits that may stand there.
#[derive(Clone)]
struct Position {
    candidates: [u16; 81],
    /// Whether the cell's digit was already taken from its peers.
    placed: [bool; 81],
}

/// Some cell has no candidate left, or some digit no place in a house.
struct Contradiction;

/// Calls `solution` with each solution until it returns false. Returns what cut the search, if something did.
pub(super) fn search(
    puzzle: &Grid,
    budget: &Budget,
    mut solution: impl FnMut(Grid) -> bool,
) -> (Stats, Option<Interruption>) {
    let tables = tables();
    let mut stats = Stats::default();
    let mut stack = vec![Position::of(puzzle)];
    while let Some(mut position) = stack.pop() {
        if position.propagate(tables).is_err() {
            continue;
        }
        let Some(cell) = position.fewest_candidates() else {
            if !solution(position.grid()) {
                break;
            }
            continue;
        };
        if stats.guesses == budget.node_limit() {
            return (stats, Some(Interruption::NodeLimit));
        }
        if stats.guesses.is_multiple_of(POLL_EVERY) && budget.is_cancelled() {
            return (stats, Some(Interruption::Cancelled));
        }
        stats.guesses += 1;
        let guess = position.candidates[cell] & position.candidates[cell].wrapping_neg();
        let mut without = position.clone();
        without.candidates[cell] ^= guess;
        stack.push(without);
        position.candidates[cell] = guess;
        stack.push(position);
    }
    (stats, None)
}

impl Position {
    fn of(puzzle: &Grid) -> Self {
        let candidates = puzzle.values().map(|value| if value == 0 { ALL_DIGITS } else { 1 << (value - 1) });
        Self { candidates, placed: [false; 81] }
    }

    fn propagate(&mut self, tables: &Tables) -> Result<(), Contradiction> {
        loop {
            self.naked_singles(tables)?;
            if !self.hidden_singles(tables)? {
                return Ok(());
            }
        }
    }

    fn naked_singles(&mut self, tables: &Tables) -> Result<(), Contradiction> {
        let mut again = true;
        while again {
            again = false;
            for cell in 0..81 {
                let digit = self.candidates[cell];
                if digit == 0 {
                    return Err(Contradiction);
                }
                if self.placed[cell] || !digit.is_power_of_two() {
                    continue;
                }
                self.placed[cell] = true;
                again = true;
                for &peer in &tables.peers[cell] {
                    self.candidates[usize::from(peer)] &= !digit;
                }
            }
        }
        Ok(())
    }

    /// Whether a hidden single was found.
    fn hidden_singles(&mut self, tables: &Tables) -> Result<bool, Contradiction> {
        let mut any = false;
        for house in &tables.houses {
            let (mut once, mut twice) = (0, 0);
            for &cell in house {
                let candidates = self.candidates[usize::from(cell)];
                twice |= once & candidates;
                once |= candidates;
            }
            if once != ALL_DIGITS {
                return Err(Contradiction);
            }
            for &cell in house {
                let hidden = self.candidates[usize::from(cell)] & !twice;
                if hidden != 0 && !self.placed[usize::from(cell)] {
                    if !hidden.is_power_of_two() {
                        return Err(Contradiction);
                    }
                    self.candidates[usize::from(cell)] = hidden;
                    any = true;
                }
            }
            if any {
                return Ok(true);
            }
        }
        Ok(any)
    }

    fn fewest_candidates(&self) -> Option<usize> {
        (0..81).filter(|&cell| !self.placed[cell]).min_by_key(|&cell| self.candidates[cell].count_ones())
    }

    fn grid(&self) -> Grid {
        Grid::from_known_values(self.candidates.map(|digit| digit.trailing_zeros() as u8 + 1))
    }
}

/// The houses and the peers as indices of cells.
struct Tables {
    houses: [[u8; 9]; 27],
    peers: [[u8; 20]; 81],
}

fn tables() -> &'static Tables {
    static TABLES: std::sync::LazyLock<Tables> = std::sync::LazyLock::new(|| {
        let mut peers = [[0; 20]; 81];
        for (cell, peers) in Cell::all().zip(&mut peers) {
            let others = Cell::all().filter(|&other| {
                other != cell
                    && (other.row() == cell.row()
                        || other.column() == cell.column()
                        || other.box_number() == cell.box_number())
            });
            for (slot, other) in peers.iter_mut().zip(others) {
                *slot = other.index() as u8;
            }
        }
        Tables { houses: House::ALL.map(|house| house.cells().map(|cell| cell.index() as u8)), peers }
    });
    &TABLES
}
