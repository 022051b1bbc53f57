//! Searches for solutions in which some cells must not hold some digits. They are tasks of their own, so that the search of a
//! plain grid takes no longer.

use super::lanes::{Lanes, Task};
use super::propagate::{Status, settle};
use super::search::{Strategy, search, search_on, solution};
use super::{Budget, Interruption, Stats};
use crate::sudoku::notation::Candidates;
use crate::sudoku::{Cell, Grid};

/// The search for another solution than a known one. If a cell is given, for one in which that cell has another digit.
pub(super) struct SearchOther<'a> {
    pub(super) puzzle: &'a Grid,
    pub(super) known: &'a Grid,
    pub(super) cell: Option<Cell>,
}

impl Task for SearchOther<'_> {
    type Output = Option<Grid>;

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> Option<Grid> {
        let mut board = l.candidates(self.puzzle.values());
        if let Some(cell) = self.cell {
            let mut values = [0; 81];
            values[cell.index()] = self.known.values()[cell.index()];
            remove(l, &mut board, &values);
        }
        let status = settle(l, &mut board);
        let mut other = None;
        // It needs the other solution itself, not only that there is one.
        search(l, self.puzzle, &board, status, &Budget::unlimited(), false, |found| {
            other = found.filter(|&solution| solution != self.known).copied();
            other.is_none()
        });
        other
    }
}

/// Removes these digits from the candidates of the cells (row by row, 0 for none).
#[inline(always)]
fn remove<L: Lanes>(l: L, board: &mut L::Board, digits: &[u8; 81]) {
    for (cells, digits) in board.as_mut().iter_mut().zip(l.candidates(digits).as_ref()) {
        for register in [0, 1, 2] {
            cells[register] = l.and_not(cells[register], l.singles(digits[register]));
        }
    }
}

/// The search for solutions in which each cell holds one of the digits that are allowed there: a careful one.
pub(super) struct SearchAllowed<'a> {
    pub(super) puzzle: &'a Grid,
    pub(super) allowed: &'a Candidates,
    pub(super) budget: &'a Budget,
    pub(super) take: &'a mut dyn FnMut(Option<&Grid>) -> bool,
}

impl Task for SearchAllowed<'_> {
    type Output = (Stats, Option<Interruption>);

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> Self::Output {
        let mut board = l.candidates(self.puzzle.values());
        for digit in 1..=9 {
            let mut forbidden = [0; 81];
            for (forbidden, allowed) in forbidden.iter_mut().zip(self.allowed) {
                *forbidden = if allowed >> (digit - 1) & 1 == 0 { digit } else { 0 };
            }
            remove(l, &mut board, &forbidden);
        }
        let careful = Strategy { several_likely: false, two_at_most: false };
        match settle(l, &mut board) {
            Status::Open => return search_on(l, careful, self.puzzle, &board, self.budget, self.take),
            Status::Solved => _ = (self.take)(Some(&solution(l, self.puzzle, &board))),
            Status::Dead => {}
        }
        (Stats::default(), None)
    }
}
