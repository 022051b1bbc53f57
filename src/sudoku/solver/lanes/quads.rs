//! The cube as nine quads of 64 bits, for instruction sets whose registers hold a whole number of them.
//!
//! A quad is the box `(band, stack)`: three lanes of 16 bits, places 0 to 2 from the low end, and one lane of padding.
//!
//! ```text
//!     bit   0         16        32        48        64
//!           │ place 0 │ place 1 │ place 2 │ padding │
//! ```

use core::ops::Range;

use super::{ALL_DIGITS, Lanes};
use crate::sudoku::solver::board::cell_at;

/// The quad of box `3 * band + stack`, for each register.
pub(super) type Quads = [[u64; 9]; 3];

/// A lane of padding: all nine candidates, which every rule keeps.
const PADDING: u64 = (ALL_DIGITS as u64) << 48;

/// All four lanes of a quad of padding.
#[cfg(target_arch = "x86_64")]
pub(super) const PADDING_QUAD: u64 = PADDING | PADDING >> 16 | PADDING >> 32 | PADDING >> 48;

/// Lanes whose vectors hold one band.
pub(super) trait Banded: Lanes<Board = Bands<<Self as Lanes>::Vector>> {
    /// Exchanges bands and stacks: turns three bands of three boxes into three stacks.
    fn flip(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> [Self::Vector; 3];
}

/// The three registers of each of the three bands.
pub(super) type Bands<V> = [[V; 3]; 3];

/// Exchanges rows and columns: bands and stacks, and the places within each box.
#[inline(always)]
pub(super) fn transpose<L: Banded>(l: L, &[a, b, c]: &Bands<L::Vector>) -> Bands<L::Vector> {
    let first = l.flip(a[0], b[0], c[0]);
    let second = l.flip(a[2], b[2], c[2]);
    let third = l.flip(a[1], b[1], c[1]);
    [
        [first[0], l.place_1(second[0]), l.place_2(third[0])],
        [first[1], l.place_1(second[1]), l.place_2(third[1])],
        [first[2], l.place_1(second[2]), l.place_2(third[2])],
    ]
}

/// The lanes of these bands, 0 in the others.
#[inline(always)]
pub(super) fn of_bands<L: Banded>(l: L, board: &Bands<L::Vector>, bands: Range<usize>) -> Bands<L::Vector> {
    let mut only = [[l.splat(0); 3]; 3];
    // The compiler unrolls this loop, unlike one over the range.
    let mut band = 0;
    while band < 3 {
        if bands.contains(&band) {
            only[band] = board[band];
        }
        band += 1;
    }
    only
}

/// The index of the cell of each register, box and place.
pub(super) const CELLS: [[[u8; 3]; 9]; 3] = {
    let mut cells = [[[0; 3]; 9]; 3];
    let mut index = 0;
    while index < 81 {
        let (register, quad, place) = (index / 27, index / 3 % 9, index % 3);
        cells[register][quad][place] = cell_at(register, quad / 3, quad % 3, place) as u8;
        index += 1;
    }
    cells
};

/// The candidates for each value of a cell; as many entries as AVX-512 has lanes.
pub(super) const CANDIDATES: [u16; 32] = {
    let mut candidates = [ALL_DIGITS; 32];
    let mut digit = 1;
    while digit <= 9 {
        candidates[digit] = 1 << (digit - 1);
        digit += 1;
    }
    candidates
};

/// A number for each cell, from 1 to 81; 0 for padding.
pub(super) const NUMBERS: Quads = {
    let mut quads = [[0; 9]; 3];
    let mut index = 0;
    while index < 81 {
        let (register, quad, place) = (index / 27, index / 3 % 9, index % 3);
        quads[register][quad] |= (CELLS[register][quad][place] as u64 + 1) << (16 * place);
        index += 1;
    }
    quads
};

/// The candidates of a grid of these 81 values.
#[inline]
pub(super) fn candidates(values: &[u8; 81]) -> Quads {
    let mut quads = [[PADDING; 9]; 3];
    for (quads, cells) in quads.iter_mut().zip(&CELLS) {
        for (quad, cells) in quads.iter_mut().zip(cells) {
            for (place, &cell) in cells.iter().enumerate() {
                let value = values[usize::from(cell)];
                *quad |= u64::from(CANDIDATES[usize::from(value & 31)]) << (16 * place);
            }
        }
    }
    quads
}

/// The 81 values of cells with one candidate each.
#[inline]
pub(super) fn values(quads: &Quads) -> [u8; 81] {
    let mut values = [0; 81];
    for (quads, cells) in quads.iter().zip(&CELLS) {
        for (quad, cells) in quads.iter().zip(cells) {
            for (place, &cell) in cells.iter().enumerate() {
                let candidates = (quad >> (16 * place)) as u16;
                values[usize::from(cell)] = candidates.trailing_zeros() as u8 + 1;
            }
        }
    }
    values
}
