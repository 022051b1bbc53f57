//! The cube as nine quads of 64 bits.
//!
//! A quad is the box `(band, stack)`: three lanes of 16 bits, places 0 to 2 from the low end, and one lane of padding.
//!
//! ```text
//!     bit   0         16        32        48        64
//!           │ place 0 │ place 1 │ place 2 │ padding │
//! ```

use super::ALL_DIGITS;
use crate::sudoku::solver::board::cell_at;

/// The quad of box `3 * band + stack`, for each register.
pub(super) type Quads = [[u64; 9]; 3];

/// A lane of padding: all nine candidates, which every rule keeps.
const PADDING: u64 = (ALL_DIGITS as u64) << 48;

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
