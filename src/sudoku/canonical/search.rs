//! The search for the canonical form, row by row.
//!
//! A [`Partial`] transformation has chosen which lines become the first rows of the result. At each level the search
//! extends every partial transformation by every line that can come next, and keeps those with the smallest row. All of
//! them tie so far, and those left after the ninth row are the automorphisms.
//!
//! Two techniques keep the number of partial transformations small:
//!
//! - A column that has been blank in all rows so far is *open*: it belongs at the front of its stack, and the search
//!   decides the order of the open columns of a stack only when one of them gets a digit. The same holds for stacks
//!   with three open columns. The columns still open after the last row count with their permutations.
//! - The search takes equal rows of a band, and bands with equal rows, in one order only. The number of these orders is
//!   the same for all automorphisms, and multiplies their number at the end.
//!
//! The automorphisms that remain then differ in their columns, so that at most 2 * 6^4 are left at the end.

use super::super::{Grid, rules};
use super::{Canonical, Transformation};

/// The orders of zero, one, two and three columns; the elements after the ordered ones have no meaning.
const ORDERS: [&[[usize; 3]]; 4] = [
    &[[0, 1, 2]],
    &[[0, 1, 2]],
    &[[0, 1, 2], [1, 0, 2]],
    &[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]],
];

const FACTORIALS: [u32; 4] = [1, 1, 2, 6];

/// A grid or its transpose.
pub(super) struct Side {
    pub(super) rows: [[u8; 9]; 9],
    /// Which columns of each row hold a digit.
    filled: [u16; 9],
    /// For each row, the rows above it in its band that are equal to it.
    equal_rows: [u16; 9],
    /// For each band, the rows of the bands above it that have the same rows in some order.
    equal_bands: [u16; 3],
    /// The number of orders of the rows that give the same grid without moving columns.
    row_orders: u32,
}

impl Side {
    fn new(rows: [[u8; 9]; 9]) -> Self {
        let filled = rows.map(|row| {
            let bits = row.iter().enumerate().map(|(column, &value)| u16::from(value != 0) << column);
            bits.fold(0, |filled, bit| filled | bit)
        });
        let mut side = Self { rows, filled, equal_rows: [0; 9], equal_bands: [0; 3], row_orders: 1 };
        for row in 0..9 {
            for above in row / 3 * 3..row {
                if filled[row] == filled[above] && rows[row] == rows[above] {
                    side.equal_rows[row] |= 1 << above;
                }
            }
            side.row_orders *= 1 + side.equal_rows[row].count_ones();
        }
        let union = |band: usize| filled[3 * band] | filled[3 * band + 1] | filled[3 * band + 2];
        for (band, above) in [(1, 0), (2, 0), (2, 1)] {
            if union(band) == union(above) && side.sorted_band(band) == side.sorted_band(above) {
                side.equal_bands[band] |= 0b111 << (3 * above);
            }
        }
        for equal in side.equal_bands {
            side.row_orders *= 1 + equal.count_ones() / 3;
        }
        side
    }

    fn sorted_band(&self, band: usize) -> [[u8; 9]; 3] {
        let mut rows = [self.rows[3 * band], self.rows[3 * band + 1], self.rows[3 * band + 2]];
        rows.sort_unstable();
        rows
    }

    /// The rows that can come next after these `level` rows.
    #[inline]
    fn next_rows(&self, used: u16, level: usize) -> u16 {
        if level.is_multiple_of(3) {
            let mut rows = 0;
            for band in 0..3 {
                let mask = 0b111 << (3 * band);
                if used & mask == 0 && self.equal_bands[band] & !used == 0 {
                    rows |= mask;
                }
            }
            self.without_equals(rows, used)
        } else {
            // The band that is partly used.
            let begun = [0b111, 0b111_000, 0b111_000_000].map(|mask| if used & mask == mask { 0 } else { mask });
            let band = begun.into_iter().find(|mask| used & mask != 0).unwrap_or(0);
            self.without_equals(band & !used, used)
        }
    }

    #[inline]
    fn without_equals(&self, rows: u16, used: u16) -> u16 {
        let mut left = rows;
        for row in bits(rows) {
            if self.equal_rows[row] & !used != 0 {
                left &= !(1 << row);
            }
        }
        left
    }
}

/// A transformation as far as the first rows determine it.
#[derive(Clone, Copy)]
pub(super) struct Partial {
    transposed: bool,
    /// The rows taken so far, as a set and in order.
    used: u16,
    rows: [u8; 9],
    /// The column at each place; the open ones in any order.
    columns: [u8; 9],
    /// The number of open columns at the front of each stack. Stacks with three come before the others.
    open: [u8; 3],
    /// Which columns of the side are open.
    open_columns: u16,
    /// The new digit for each digit, 0 before it has appeared; index 0 stands for a blank and stays 0.
    digits: [u8; 10],
    /// The number of digits that have appeared.
    seen: u8,
    /// The row being written, four bits per cell.
    row: u64,
}

impl Partial {
    fn new(transposed: bool) -> Self {
        Self {
            transposed,
            used: 0,
            rows: [0; 9],
            columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
            open: [3; 3],
            open_columns: 0x1FF,
            digits: [0; 10],
            seen: 0,
            row: 0,
        }
    }

    /// Starts with a first row and an order of the columns, which fixes the new digits.
    pub(super) fn begun(transposed: bool, first: usize, values: &[u8; 9], columns: [u8; 9]) -> Self {
        let mut partial = Self { columns, open: [0; 3], open_columns: 0, ..Self::new(transposed) };
        partial.used = 1 << first;
        partial.rows[0] = first as u8;
        partial.write(values, 0..9);
        partial
    }

    /// The transformation once all rows are taken. Digits that do not appear get the remaining numbers.
    fn finished(&self) -> Transformation {
        let mut digits = [0; 9];
        digits.copy_from_slice(&self.digits[1..]);
        let mut number = self.seen;
        for digit in &mut digits {
            if *digit == 0 {
                number += 1;
                *digit = number;
            }
        }
        Transformation { transpose: self.transposed, rows: self.rows, columns: self.columns, digits }
    }

    /// Writes the new digits at these places of the row.
    #[inline]
    fn write(&mut self, values: &[u8; 9], places: std::ops::Range<usize>) {
        for place in places {
            let value = usize::from(values[usize::from(self.columns[place])]);
            let mut digit = self.digits[value];
            if digit == 0 && value != 0 {
                self.seen += 1;
                digit = self.seen;
                self.digits[value] = digit;
            }
            self.row = self.row << 4 | u64::from(digit);
        }
    }
}

/// One level of the search: the partial transformations whose next row is the smallest.
pub(super) struct Level {
    depth: usize,
    smallest: u64,
    pub(super) best: Vec<Partial>,
}

impl Level {
    fn begin(&mut self, depth: usize) {
        self.depth = depth;
        self.smallest = u64::MAX;
        self.best.clear();
    }

    /// Extends a partial transformation by a row, in every way that may be the smallest.
    #[inline]
    pub(super) fn extend(&mut self, side: &Side, partial: &Partial, row: usize) {
        let mut next = *partial;
        next.used |= 1 << row;
        next.rows[self.depth] = row as u8;
        next.row = 0;
        let values = &side.rows[row];
        if side.filled[row] & partial.open_columns == 0 {
            next.write(values, 0..9);
            self.offer(&next);
        } else {
            self.place_stack(values, side.filled[row], &next, 0);
        }
    }

    /// Chooses the next open stack and the order of its columns, and writes its part of the row.
    fn place_stack(&mut self, values: &[u8; 9], filled: u16, partial: &Partial, stack: usize) {
        if stack == 3 {
            self.offer(partial);
            return;
        }
        let is_blank = |other: usize| (0..3).all(|place| filled >> partial.columns[3 * other + place] & 1 == 0);
        let mut choices = stack..stack + 1;
        if partial.open[stack] == 3 {
            choices.end = (stack..3).rfind(|&other| partial.open[other] == 3).map_or(stack + 1, |last| last + 1);
            // A blank stack comes first, no matter which.
            if let Some(blank) = choices.clone().find(|&other| is_blank(other)) {
                choices = blank..blank + 1;
            }
        }
        for choice in choices {
            let mut next = *partial;
            for place in 0..3 {
                next.columns.swap(3 * stack + place, 3 * choice + place);
            }
            let columns: [u8; 3] = std::array::from_fn(|place| next.columns[3 * stack + place]);
            let open = usize::from(next.open[stack]);
            // The open columns that stay blank come first, then those that get a digit.
            let mut sorted = columns;
            let mut end = 0;
            for wanted in [0, 1] {
                for &column in &columns[..open] {
                    if filled >> column & 1 == wanted {
                        sorted[end] = column;
                        end += 1;
                    }
                }
            }
            let closing = sorted[..open].iter().filter(|&&column| filled >> column & 1 == 1).count();
            let still_open = open - closing;
            next.open[stack] = still_open as u8;
            for &column in &sorted[still_open..open] {
                next.open_columns &= !(1 << column);
            }
            for order in ORDERS[closing] {
                let mut next = next;
                for place in 0..3 {
                    let from = if (still_open..open).contains(&place) {
                        still_open + order[place - still_open]
                    } else {
                        place
                    };
                    next.columns[3 * stack + place] = sorted[from];
                }
                next.write(values, 3 * stack..3 * stack + 3);
                if next.row <= self.smallest >> (12 * (2 - stack)) {
                    self.place_stack(values, filled, &next, stack + 1);
                }
            }
        }
    }

    #[inline]
    fn offer(&mut self, partial: &Partial) {
        if partial.row > self.smallest {
            return;
        }
        if partial.row < self.smallest {
            self.smallest = partial.row;
            self.best.clear();
        }
        self.best.push(*partial);
    }
}

/// The elements of a set of small numbers, in ascending order.
#[inline]
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

/// Finds the canonical form. `first_two_rows` starts the search in a complete grid, whose possible first rows all tie.
pub(super) fn canonical(grid: &Grid, first_two_rows: impl FnOnce(&[Side; 2], &mut Level)) -> Canonical {
    let values = grid.values();
    let rows: [[u8; 9]; 9] = std::array::from_fn(|row| std::array::from_fn(|column| values[9 * row + column]));
    let sides = [Side::new(rows), Side::new(std::array::from_fn(|row| rows.map(|line| line[row])))];

    let mut form = [0; 9];
    let mut level = Level { depth: 0, smallest: u64::MAX, best: Vec::with_capacity(32) };
    let mut depth = 1;
    if rules::is_solved(grid) {
        form[0] = 0x1_2345_6789;
        level.begin(1);
        first_two_rows(&sides, &mut level);
        depth = 2;
    } else {
        first_row(&sides, &mut level);
    }
    form[depth - 1] = level.smallest;
    let mut previous = Vec::with_capacity(32);
    for (depth, smallest) in form.iter_mut().enumerate().skip(depth) {
        std::mem::swap(&mut previous, &mut level.best);
        level.begin(depth);
        for partial in &previous {
            let side = &sides[usize::from(partial.transposed)];
            for row in bits(side.next_rows(partial.used, depth)) {
                level.extend(side, partial, row);
            }
        }
        *smallest = level.smallest;
    }

    let first = &level.best[0];
    let open_orders: u32 = first.open.iter().map(|&open| FACTORIALS[usize::from(open)]).product();
    let open_stacks = first.open.iter().filter(|&&open| open == 3).count();
    let row_orders = sides[usize::from(first.transposed)].row_orders;
    Canonical {
        grid: Grid::from_known_values(std::array::from_fn(|index| {
            (form[index / 9] >> (4 * (8 - index % 9)) & 0xF) as u8
        })),
        transformation: first.finished(),
        automorphisms: level.best.len() as u32 * row_orders * open_orders * FACTORIALS[open_stacks],
    }
}

/// Starts with the lines whose digits can be moved furthest to the right.
fn first_row(sides: &[Side; 2], level: &mut Level) {
    // The number of digits in each stack, the emptiest first. With all digits equal, a smaller key gives a smaller row.
    let key = |filled: u16| {
        let mut counts = [0, 3, 6].map(|stack| (filled >> stack & 0b111).count_ones());
        counts.sort_unstable();
        counts
    };
    let smallest = sides.iter().flat_map(|side| side.filled).map(key).min();
    level.begin(0);
    for (side, transposed) in sides.iter().zip([false, true]) {
        let partial = Partial::new(transposed);
        for row in bits(side.next_rows(0, 0)) {
            if Some(key(side.filled[row])) == smallest {
                level.extend(side, &partial, row);
            }
        }
    }
}
