//! Guesses of several cells at once, each in a band of its own, for grids that probably have several solutions.
//!
//! In such grids, dead ends are rare, and most of the time goes into filling the grid. So the search guesses a cell with
//! two candidates in each band before it applies the rules again. Let `a`, `b` and `c` be these guesses, each of the lower
//! candidate. All three are made at once. The alternatives are left for later, in this order: `a` and `b` without `c`, `a`
//! without `b`, and `not a`. Most searches end before that, so the boards of the alternatives are made only when needed. It
//! does not matter which cells with two candidates are guessed.
//!
//! The first guess of a search is of three cells. It is a dead end in 15 of 100 grids of serg-multiple-solutions. A
//! second guess of three cells would be a dead end in 42 of 100, and a third in 59, so all guesses but the first are of
//! two cells.
//!
//! Measured on that set: half rounds of rules and guesses per grid, and the time relative to one guess at a time:
//!
//! | | half rounds | guesses | AVX-512 | AVX2 |
//! | --- | --- | --- | --- | --- |
//! | one guess at a time | 41.4 | 7.1 | 1 | 1 |
//! | and [exchanges](super::exchange) in the first solution | 37.5 | 6.8 | | |
//! | and a cell in each band, the lower candidate | 30.6 | 3.7 | | |
//! | and the higher candidate in the second | 29.4 | 3.6 | 0.77 | 0.75 |
//! | and the last cell with two candidates, regardless of [points](super::guess) | 28.8 | 3.2 | 0.65 | 0.61 |
//! | and boards made only when needed, and the lower candidate again | 29.3 | 3.2 | 0.64 | 0.58 |
//! | and [fewer rules](super::mini_rows::FewRules) | 30.6 | 3.3 | 0.62 | 0.48 |
//! | and two cells after the first guess | 30.3 | 3.7 | 0.61 | 0.47 |
//!
//! If more than two solutions of a grid with few clues are requested, guessing one cell at a time is best. With fewer
//! rules and any cell with two candidates, finding a thousand solutions of the empty grid takes 0.9 (AVX-512) and
//! 0.54 (AVX2) of the time that it takes with all rules and the points of `guess`.
//!
//! Rejected: up to four cells that share no digit (27.5 half rounds, but each choice must wait for the previous one);
//! cells with the most candidates (two guesses fewer, but twice the dead ends); cells in three different stacks, or
//! with different digits (as many dead ends); a guess after two or four half rounds of rules (as many half rounds, more
//! guesses); `not a` first (28 half rounds after the first rules instead of 25); and all this for every grid until the
//! first dead end (magictour-top1465 4 to 8 % slower).

use super::lanes::Lanes;

/// The number of bands.
pub(super) const BANDS: usize = 3;

/// The candidates of the last cell with two candidates in each band; nothing for a band without such a cell.
pub(super) struct Pairs<L: Lanes> {
    lower: L::Board,
    higher: L::Board,
}

impl<L: Lanes> Pairs<L> {
    #[inline(always)]
    pub(super) fn of(l: L, board: &L::Board) -> Self {
        let (mut lower, mut higher) = (l.cell_numbers(), *board);
        for ((lower, higher), cells) in lower.as_mut().iter_mut().zip(higher.as_mut()).zip(board.as_ref()) {
            let number = |register: usize| l.keep(l.two(cells[register]), lower[register]);
            let numbers = [number(0), number(1), number(2)];
            let last = l.max(numbers[0], l.max(numbers[1], numbers[2]));
            let last = l.max(last, l.max(l.stack_1(last), l.stack_2(last)));
            let last = l.max(last, l.max(l.place_1(last), l.place_2(last)));
            // In a band without such a cell, all numbers are 0, so none equals 1.
            let last = l.max(last, l.splat(1));
            for register in [0, 1, 2] {
                let chosen = l.keep(l.equal(numbers[register], last), cells[register]);
                lower[register] = l.lowest(chosen);
                higher[register] = l.and_not(chosen, lower[register]);
            }
        }
        Self { lower, higher }
    }

    /// The board after a guess in each of the first `bands` bands, if one of them has a cell for it.
    #[inline(always)]
    pub(super) fn guessed(&self, l: L, board: &L::Board, bands: usize) -> Option<L::Board> {
        let given_up = l.of_bands(&self.higher, 0..bands);
        (!is_empty(l, &given_up)).then(|| without(l, board, &given_up))
    }

    /// The board that these guesses leave for later in a band, if it has a guess: with the guesses of the bands before
    /// it and without its own.
    #[inline(always)]
    pub(super) fn later(&self, l: L, board: &L::Board, band: usize) -> Option<L::Board> {
        let taken = l.of_bands(&self.lower, band..band + 1);
        let given_up = l.of_bands(&self.higher, 0..band);
        (!is_empty(l, &taken)).then(|| without(l, &without(l, board, &given_up), &taken))
    }
}

#[inline(always)]
fn is_empty<L: Lanes>(l: L, board: &L::Board) -> bool {
    let mut all = l.splat(0);
    for cells in board.as_ref() {
        all = l.or(all, l.or3(cells[0], cells[1], cells[2]));
    }
    !l.any(all)
}

#[inline(always)]
fn without<L: Lanes>(l: L, board: &L::Board, candidates: &L::Board) -> L::Board {
    let mut left = *board;
    for (left, candidates) in left.as_mut().iter_mut().zip(candidates.as_ref()) {
        for register in [0, 1, 2] {
            left[register] = l.and_not(left[register], candidates[register]);
        }
    }
    left
}
