//! A partially chosen transformation.

use super::Transformation;

/// For each line, the lines of its band or stack, as a set. The elements after the ninth are unused; they avoid bounds
/// checks.
pub(super) const THREES: [u16; 16] = {
    let mut threes = [0; 16];
    let mut line = 0;
    while line < 9 {
        threes[line] = 0b111 << (line / 3 * 3);
        line += 1;
    }
    threes
};

/// The part of a transformation that the first cells determine. Lists have four bits per element, so that they fit in a
/// register.
#[derive(Clone, Copy)]
pub(super) struct Partial {
    /// The column at each place, the first in the lowest bits; the open ones in ascending order.
    columns: u64,
    /// The new digit for each digit, or [`Self::UNSEEN`]. The lowest bits stand for a blank and are 0. The number of
    /// digits that have appeared follows.
    digits: u64,
    /// The rows taken so far, the last in the lowest bits.
    rows: u64,
    /// The rows taken so far, as a set.
    pub(super) used: u16,
    /// The number of open columns at the front of each stack, the first in the lowest bits. Between rows, stacks with
    /// three come before the others.
    open: u16,
    /// The number of transformations that were merged into this one, at most the 6^4 orders of the rows.
    pub(super) count: u16,
    pub(super) transposed: bool,
}

impl Partial {
    /// Stands for the new digit of a digit that has not appeared.
    const UNSEEN: u64 = 0xF;
    /// The first bit of the number of digits that have appeared.
    const SEEN: usize = 40;

    pub(super) fn new(transposed: bool) -> Self {
        Self { columns: 0x8_7654_3210, digits: 0xFF_FFFF_FFF0, rows: 0, used: 0, open: 0x333, count: 1, transposed }
    }

    /// Starts a complete grid with two rows and an order of the columns. The first row determines the new digits.
    pub(super) fn begun(transposed: bool, rows: [usize; 2], columns: [u8; 9], first: &[u8; 16]) -> Self {
        let mut partial = Self { columns: 0, digits: 9 << Self::SEEN, open: 0, ..Self::new(transposed) };
        for (place, &column) in columns.iter().enumerate() {
            partial.columns |= u64::from(column) << (4 * place);
            partial.digits |= (place as u64 + 1) << (4 * first[usize::from(column)]);
        }
        partial.with_row(rows[0]).with_row(rows[1])
    }

    /// Takes a row, whose cells are not written yet.
    #[inline]
    pub(super) fn with_row(&self, row: usize) -> Self {
        Self { rows: self.rows << 4 | row as u64, used: self.used | 1 << row, ..*self }
    }

    /// The row taken last.
    #[inline]
    pub(super) fn row(&self) -> usize {
        (self.rows & 0xF) as usize
    }

    #[inline]
    pub(super) fn column(&self, place: usize) -> usize {
        (self.columns >> (4 * place) & 0xF) as usize
    }

    /// The columns of a stack, as a set.
    #[inline]
    pub(super) fn stack(&self, stack: usize) -> u16 {
        THREES[self.column(3 * stack)]
    }

    /// The number of open columns of a stack.
    #[inline]
    pub(super) fn open(&self, stack: usize) -> usize {
        usize::from(self.open >> (4 * stack) & 0xF)
    }

    /// Swaps two stacks of open columns.
    #[inline]
    pub(super) fn with_stacks_swapped(&self, one: usize, other: usize) -> Self {
        let difference = (self.columns >> (12 * one) ^ self.columns >> (12 * other)) & 0xFFF;
        Self { columns: self.columns ^ difference << (12 * one) ^ difference << (12 * other), ..*self }
    }

    /// Reorders the columns of a stack and closes the last `closed` of its open ones. `order` has the lowest bit of
    /// each column within the stack.
    #[inline]
    pub(super) fn with_columns_ordered(&self, stack: usize, order: [u8; 3], closed: u32) -> Self {
        let first_bit = 12 * stack;
        let [first, second, third] = order.map(|from| self.columns >> first_bit >> from & 0xF);
        let ordered = first | second << 4 | third << 8;
        Self {
            columns: self.columns & !(0xFFF << first_bit) | ordered << first_bit,
            open: self.open - ((closed as u16) << (4 * stack)),
            ..*self
        }
    }

    /// The new digit for a digit, or 0 for a blank. A digit that has not appeared gets the next number.
    #[inline]
    pub(super) fn digit(&mut self, value: u8) -> u64 {
        let digit = self.digits >> (4 * value) & 0xF;
        // There is no branch, because the processor could not predict it.
        let is_new = (digit + 1) >> 4;
        self.digits += is_new << Self::SEEN;
        let excess = (Self::UNSEEN - (self.digits >> Self::SEEN)) & is_new.wrapping_neg();
        self.digits -= excess << (4 * value);
        digit - excess
    }

    /// Everything that the remaining rows depend on, given the digits of each row. The new digit of a digit matters only
    /// if a remaining row has it.
    pub(super) fn future(&self, row_digits: &[u64; 9]) -> impl Ord + use<> {
        let left = (0..9).filter(|row| self.used >> row & 1 == 0);
        let mask = left.fold(u64::MAX << Self::SEEN, |mask, row| mask | row_digits[row]);
        (self.transposed, self.used, self.columns, self.open, self.digits & mask)
    }

    /// The transformation once all rows are taken. Digits that do not appear get the remaining numbers.
    pub(super) fn finished(&self) -> Transformation {
        let mut number = (self.digits >> Self::SEEN) as u8;
        Transformation {
            transpose: self.transposed,
            rows: std::array::from_fn(|place| (self.rows >> (4 * (8 - place)) & 0xF) as u8),
            columns: std::array::from_fn(|place| self.column(place) as u8),
            digits: std::array::from_fn(|index| match self.digits >> (4 * (index + 1)) & 0xF {
                Self::UNSEEN => {
                    number += 1;
                    number
                }
                digit => digit as u8,
            }),
        }
    }
}
