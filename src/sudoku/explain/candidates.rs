//! The digits that cells hold in some solution.

use super::effort::Effort;
use crate::sudoku::logic::Board;
use crate::sudoku::{Cell, Digit, Grid};

/// Number of solutions to look for at once before trying candidates one by one.
const AT_ONCE: usize = 16;

/// The digits that each cell holds in some solution of a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrueCandidates {
    /// One bit per digit; digit 1 is bit 1.
    digits: [u16; 81],
    /// The undecided digits, in the same format.
    unknown: [u16; 81],
    givens: Grid,
}

impl TrueCandidates {
    /// Finds the true candidates of a grid.
    ///
    /// The first few solutions prove some of them. For each other candidate, a search looks for a solution that
    /// contains it. Such a solution may prove further candidates.
    pub fn of(grid: &Grid, effort: &mut Effort) -> Self {
        let mut candidates = Self { digits: [0; 81], unknown: [0; 81], givens: *grid };
        let (found, exact) = effort.solutions(grid, AT_ONCE);
        for solution in &found {
            candidates.see(solution);
        }
        if !exact {
            candidates.try_others(effort);
        }
        candidates
    }

    /// The digits that this cell holds in some solution, in ascending order.
    pub fn at(&self, cell: Cell) -> impl Iterator<Item = Digit> + use<> {
        let digits = self.digits[cell.index()];
        Digit::ALL.into_iter().filter(move |&digit| digits & bit(digit) != 0)
    }

    /// The blank cells that hold the same digit in every solution, each with that digit.
    pub fn backbone(&self) -> impl Iterator<Item = (Cell, Digit)> {
        Cell::all()
            .filter(|&cell| self.givens.get(cell).is_none())
            .filter(|cell| self.digits[cell.index()].is_power_of_two() && self.unknown[cell.index()] == 0)
            .filter_map(|cell| Some((cell, self.at(cell).next()?)))
    }

    /// Whether every candidate was decided. Otherwise there may be more true candidates, and the backbone includes only
    /// cells whose candidates were all decided.
    pub fn is_exact(&self) -> bool {
        self.unknown == [0; 81]
    }

    fn see(&mut self, solution: &Grid) {
        for (digits, value) in self.digits.iter_mut().zip(solution.values()) {
            *digits |= 1 << value;
        }
    }

    fn try_others(&mut self, effort: &mut Effort) {
        let grid = self.givens;
        let board = Board::new(&grid);
        for cell in Cell::all() {
            for digit in board.digits(cell) {
                if self.digits[cell.index()] & bit(digit) != 0 {
                    continue;
                }
                match effort.find_any(&grid.with(cell, digit)) {
                    Ok(Some(solution)) => self.see(&solution),
                    Ok(None) => {}
                    Err(_) => self.unknown[cell.index()] |= bit(digit),
                }
            }
        }
    }
}

const fn bit(digit: Digit) -> u16 {
    1 << digit.get()
}
