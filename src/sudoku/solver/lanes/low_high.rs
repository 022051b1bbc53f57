//! The cube as two vectors of 32 bytes, for instruction sets that permute bytes: one has the low byte of each lane, the
//! other the high byte. The low byte of a cell is its digits 1 to 8, the high byte, 0 or 1, its digit 9.
//!
//! A vector has two halves of 16 bytes, in which a few bytes are padding:
//!
//! ```text
//!     first half:     band 0, stacks 0 to 2 | band 2, stacks 0 and 1 | -
//!     second half:    band 1, stacks 0 to 2 | band 2, stack 2 | -  -  -  -
//! ```
//!
//! With whole lanes of 16 bits, the nine boxes of three lanes fill more registers, because no box may be divided: three
//! of 256 bits or five of 128, instead of two or four. Counting bits and comparing also take fewer instructions with
//! bytes.

use core::ops::Range;

use crate::sudoku::solver::board::{LANES, cell_at, lane_beside};

/// The bytes of a vector.
pub(super) type Bytes = [u8; 32];

/// The lane of each byte, [`LANES`] for padding.
const LANES_OF_BYTES: [usize; 32] = {
    let mut lanes = [LANES; 32];
    let mut lane = 0;
    while lane < LANES {
        lanes[byte_of(lane)] = lane;
        lane += 1;
    }
    lanes
};

/// The byte of a lane.
const fn byte_of(lane: usize) -> usize {
    let triple = match (lane / 9, lane / 3 % 3) {
        (band @ (0 | 1), stack) => 16 * band + 3 * stack,
        (_, 2) => 16 + 9,
        (_, stack) => 9 + 3 * stack,
    };
    triple + lane % 3
}

/// For each byte, that of [`lane_beside`] its lane.
const fn order(flip: bool, stack: usize, place: usize) -> Bytes {
    let mut order = [0; 32];
    let mut byte = 0;
    while byte < 32 {
        let lane = LANES_OF_BYTES[byte];
        order[byte] = (if lane < LANES { byte_of(lane_beside(lane, flip, stack, place)) } else { byte }) as u8;
        byte += 1;
    }
    order
}

pub(super) const PLACE_1: Bytes = order(false, 0, 1);
pub(super) const PLACE_2: Bytes = order(false, 0, 2);
pub(super) const STACK_1: Bytes = order(false, 1, 0);
pub(super) const STACK_2: Bytes = order(false, 2, 0);
pub(super) const FLIP_0: Bytes = order(true, 0, 0);
pub(super) const FLIP_1: Bytes = order(true, 0, 1);
pub(super) const FLIP_2: Bytes = order(true, 0, 2);

/// For each byte of each register, the index of its cell; 255 for padding.
pub(super) const CELLS: [Bytes; 3] = {
    let mut cells = [[255; 32]; 3];
    let mut index = 0;
    while index < 96 {
        let lane = LANES_OF_BYTES[index % 32];
        if lane < LANES {
            cells[index / 32][index % 32] = cell_at(index / 32, lane) as u8;
        }
        index += 1;
    }
    cells
};

/// For each cell, the index of its byte among the 96 of the three registers, 255 after the last.
pub(super) const LANES_OF_CELLS: [u8; 96] = {
    let mut lanes = [255; 96];
    let mut index = 0;
    while index < 96 {
        let cell = CELLS[index / 32][index % 32];
        if cell != 255 {
            lanes[cell as usize] = index as u8;
        }
        index += 1;
    }
    lanes
};

/// The number of the cell of each byte, from 1 to 81; 0 for padding.
pub(super) const NUMBERS: [Bytes; 3] = {
    let mut numbers = CELLS;
    let mut index = 0;
    while index < 96 {
        numbers[index / 32][index % 32] = numbers[index / 32][index % 32].wrapping_add(1);
        index += 1;
    }
    numbers
};

/// 255 for the lanes of the cube, 0 for padding.
pub(super) const CUBE: Bytes = lanes_of(&(0..3));

/// 255 for the lanes of these bands, 0 for the others and padding.
const fn lanes_of(bands: &Range<usize>) -> Bytes {
    let mut bytes = [0; 32];
    let mut byte = 0;
    while byte < 32 {
        // Padding would be in band 3.
        let band = LANES_OF_BYTES[byte] / 9;
        if bands.start <= band && band < bands.end {
            bytes[byte] = 255;
        }
        byte += 1;
    }
    bytes
}

/// For each first band and each end, 255 for the lanes of these bands and 0 for the others.
pub(super) const BANDS: [[Bytes; 4]; 3] = {
    let mut bands = [[[0; 32]; 4]; 3];
    let mut index = 0;
    while index < 12 {
        bands[index / 4][index % 4] = lanes_of(&(index / 4..index % 4));
        index += 1;
    }
    bands
};

/// For the value of a cell, its candidates: the low byte in the first table, the high byte in the second.
pub(super) const CANDIDATES: [[u8; 16]; 2] = {
    let mut tables = [[0; 16]; 2];
    (tables[0][0], tables[1][0]) = (255, 1);
    let mut value = 1;
    while value <= 9 {
        [tables[0][value], tables[1][value]] = (1u16 << (value - 1)).to_le_bytes();
        value += 1;
    }
    tables
};
