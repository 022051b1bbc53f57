//! A grid as the search reads it.

use super::partial::{Partial, THREES};
use crate::sudoku::bits::bits;

/// A grid or its transpose.
pub(super) struct Side {
    /// The digits of each row. The columns after the ninth are unused; they avoid bounds checks.
    pub(super) rows: [[u8; 16]; 9],
    /// Which columns of each row hold a digit.
    pub(super) filled: [u16; 9],
    /// For each row, the rows above it that must be taken first: the equal rows of its band, and all rows of the bands
    /// that have the same rows as its own in some order.
    after: [u16; 9],
    /// The rows that can come first.
    first: u16,
    /// The number of orders of the rows that give the same grid without moving columns or renaming digits.
    pub(super) row_orders: u32,
}

impl Side {
    pub(super) fn new(value: impl Fn(usize, usize) -> u8) -> Self {
        let mut side = Self { rows: [[0; 16]; 9], filled: [0; 9], after: [0; 9], first: 0, row_orders: 1 };
        for row in 0..9 {
            for column in 0..9 {
                let value = value(row, column);
                side.rows[row][column] = value;
                side.filled[row] |= u16::from(value != 0) << column;
            }
        }
        let filled = side.filled;
        for row in 0..9 {
            for above in row / 3 * 3..row {
                if filled[row] == filled[above] && side.rows[row] == side.rows[above] {
                    side.after[row] |= 1 << above;
                }
            }
            side.row_orders *= 1 + side.after[row].count_ones();
        }
        // Bands with equal rows have equal sums.
        let sum = |band: usize| filled[3 * band] + filled[3 * band + 1] + filled[3 * band + 2];
        for band in 1..3 {
            let mut equal = 0;
            for above in 0..band {
                if sum(band) == sum(above) && side.sorted_band(band) == side.sorted_band(above) {
                    side.after[3 * band..3 * band + 3].iter_mut().for_each(|after| *after |= THREES[3 * above]);
                    equal += 1;
                }
            }
            side.row_orders *= 1 + equal;
        }
        side
    }

    fn sorted_band(&self, band: usize) -> [[u8; 16]; 3] {
        let mut rows = [self.rows[3 * band], self.rows[3 * band + 1], self.rows[3 * band + 2]];
        rows.sort_unstable();
        rows
    }

    /// The rows that can come after those of `partial`, of which there are `depth`.
    #[inline]
    pub(super) fn next_rows(&self, partial: &Partial, depth: usize) -> impl Iterator<Item = usize> {
        let mut rows = !partial.used & if depth == 0 { self.first } else { 0x1FF };
        if !depth.is_multiple_of(3) {
            rows &= THREES[partial.row()];
        }
        bits(rows).map(usize::from).filter(|&row| self.after[row] & !partial.used == 0)
    }

    /// The digits of each row as a set, four bits for each digit.
    pub(super) fn row_digits(&self) -> [u64; 9] {
        self.rows.map(|row| row.iter().fold(0, |set, value| set | 0xF << (4 * value)))
    }
}

/// Chooses the rows that can begin with the most blanks.
pub(super) fn choose_first_rows(sides: &mut [Side; 2]) {
    let blanks = sides.each_ref().map(|side| side.filled.map(leading_blanks));
    let most = blanks.as_flattened().iter().max();
    for (side, blanks) in sides.iter_mut().zip(blanks) {
        for (row, blanks) in blanks.iter().enumerate() {
            side.first |= u16::from(Some(blanks) == most) << row;
        }
    }
}

/// The number of blanks that can come first in a row in which these columns hold a digit.
fn leading_blanks(filled: u16) -> u32 {
    let blanks = [0, 3, 6].map(|stack| 3 - (filled >> stack & 0b111).count_ones());
    // Blank stacks come first, then the stack with the most blanks.
    blanks.map(|blanks| blanks / 3 * 3).iter().sum::<u32>()
        + blanks.map(|blanks| blanks % 3).into_iter().fold(0, u32::max)
}
