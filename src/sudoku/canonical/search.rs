//! The search for the canonical form, three cells at a time.
//!
//! A [`Partial`] transformation has chosen which lines become the first rows of the result. In each round the search
//! extends every partial transformation by the next three cells in every way that may be the smallest, and keeps those
//! with the smallest cells. All of them tie so far. Those left after the last cell lead to the canonical form.
//!
//! Three techniques keep the number of partial transformations small:
//!
//! - A column that has been blank in all rows so far is *open*: it belongs at the front of its stack, and the search
//!   decides the order of the open columns of a stack only when one of them gets a digit. The same holds for stacks
//!   with three open columns. The columns still open after the last row count with their permutations.
//! - The search takes equal rows of a band, and bands with equal rows, in one order only. The number of these orders is
//!   the same for all automorphisms, and multiplies their number at the end.
//! - If many remain after a row, those with the same future are merged and counted: they have taken the same rows in
//!   another order, and give the same new digits to all digits of the other rows.

use std::mem;

use super::super::{Grid, rules};
use super::Canonical;
use super::partial::Partial;
use super::side::{Side, choose_first_rows};

/// The orders of a stack's columns that put open columns that stay blank before those that get a digit. Each column is
/// the position of its lowest bit in the stack. The first index is the number of open columns minus one, the second the
/// set of the open columns that get a digit.
const ORDERS: [&[&[[u8; 3]]]; 3] = [
    &[&[[0, 4, 8]], &[[0, 4, 8]]],
    &[&[[0, 4, 8]], &[[4, 0, 8]], &[[0, 4, 8]], &[[0, 4, 8], [4, 0, 8]]],
    &[
        &[[0, 4, 8]],
        &[[4, 8, 0]],
        &[[0, 8, 4]],
        &[[8, 0, 4], [8, 4, 0]],
        &[[0, 4, 8]],
        &[[4, 0, 8], [4, 8, 0]],
        &[[0, 4, 8], [0, 8, 4]],
        &[[0, 4, 8], [0, 8, 4], [4, 0, 8], [4, 8, 0], [8, 0, 4], [8, 4, 0]],
    ],
];

/// If more partial transformations than this remain after a row, the search merges those with the same future. No grid
/// that obeys the rules is known to have more, and 2 * 6^4 can differ in their columns alone.
const MANY: usize = 2592;

const FACTORIALS: [u32; 4] = [1, 1, 2, 6];

/// The partial transformations whose cells are the smallest so far.
pub(super) struct Frontier {
    /// The smallest cells of this round, four bits each.
    smallest: u64,
    pub(super) best: Vec<Partial>,
    /// An empty list for the next round, so that it does not allocate.
    spare: Vec<Partial>,
}

impl Frontier {
    fn new() -> Self {
        Self { smallest: u64::MAX, best: Vec::with_capacity(32), spare: Vec::with_capacity(32) }
    }

    /// Writes the next three cells of the row in every way that may be the smallest, and returns the smallest. At the
    /// beginning of a row, takes every row that can come next.
    fn advance(&mut self, sides: &[Side; 2], depth: usize, stack: usize) -> u64 {
        let mut previous = mem::replace(&mut self.best, mem::take(&mut self.spare));
        self.smallest = u64::MAX;
        for partial in previous.drain(..) {
            let side = &sides[usize::from(partial.transposed)];
            if stack == 0 {
                for row in side.next_rows(&partial, depth) {
                    self.write(side, &partial.with_row(row), 0);
                }
            } else {
                self.write(side, &partial, stack);
            }
        }
        self.spare = previous;
        self.smallest
    }

    #[expect(clippy::inline_always, reason = "the search is a fifth faster, because the first call knows its stack")]
    #[inline(always)]
    fn write(&mut self, side: &Side, partial: &Partial, stack: usize) {
        let (values, filled) = (&side.rows[partial.row()], side.filled[partial.row()]);
        if filled & partial.stack(stack) == 0 {
            // Nothing is smaller than blanks. Of several blank stacks, any may come first.
            self.offer(0, || *partial);
        } else {
            match partial.open(stack) {
                0 => self.write_ordered(values, *partial, stack),
                3 => self.choose_stack(values, filled, partial, stack),
                _ => self.order_columns(values, filled, partial, stack),
            }
        }
    }

    /// Chooses which stack of three open columns comes next.
    fn choose_stack(&mut self, values: &[u8; 16], filled: u16, partial: &Partial, stack: usize) {
        let count = |choice: usize| (filled & partial.stack(choice)).count_ones();
        let choices = || (stack..3).take_while(|&choice| partial.open(choice) == 3);
        let fewest = choices().map(count).min().unwrap_or(0);
        for choice in choices().filter(|&choice| count(choice) == fewest) {
            let next = partial.with_stacks_swapped(stack, choice);
            if fewest == 0 {
                self.offer(0, || next);
                return;
            }
            self.order_columns(values, filled, &next, stack);
        }
    }

    /// Chooses the order of the open columns of a stack that is not blank.
    #[inline]
    fn order_columns(&mut self, values: &[u8; 16], filled: u16, partial: &Partial, stack: usize) {
        if self.smallest == 0 {
            // Another partial transformation has blanks here.
            return;
        }
        let open = partial.open(stack);
        let gets_digit = |place: usize| usize::from(filled >> partial.column(3 * stack + place) & 1);
        let closing = (gets_digit(0) | gets_digit(1) << 1 | gets_digit(2) << 2) & ((1 << open) - 1);
        for &order in ORDERS[open - 1][closing] {
            self.write_ordered(values, partial.with_columns_ordered(stack, order, closing.count_ones()), stack);
        }
    }

    /// Writes the cells of a stack whose columns are in order.
    #[inline]
    fn write_ordered(&mut self, values: &[u8; 16], mut partial: Partial, stack: usize) {
        let mut cells = 0;
        for place in 3 * stack..3 * stack + 3 {
            cells = cells << 4 | partial.digit(values[partial.column(place)]);
        }
        self.offer(cells, || partial);
    }

    /// Merges partial transformations that have the same future.
    fn merge(&mut self, sides: &[Side; 2]) {
        let digits = sides.each_ref().map(Side::row_digits);
        let future = |partial: &Partial| partial.future(&digits[usize::from(partial.transposed)]);
        self.best.sort_by_cached_key(future);
        self.best.dedup_by(|next, kept| {
            let is_same = future(next) == future(kept);
            if is_same {
                kept.count += next.count;
            }
            is_same
        });
    }

    /// Keeps a partial transformation if no other has smaller cells.
    #[inline]
    pub(super) fn offer(&mut self, cells: u64, partial: impl FnOnce() -> Partial) {
        if cells > self.smallest {
            return;
        }
        if cells < self.smallest {
            self.smallest = cells;
            self.best.clear();
        }
        self.best.push(partial());
    }
}

/// Finds the canonical form. `first_two_rows` starts the search for a complete grid, in which too many first rows tie.
pub(super) fn canonical(grid: &Grid, first_two_rows: impl FnOnce(&[Side; 2], &mut Frontier)) -> Canonical {
    let values = grid.values();
    let mut sides =
        [Side::new(|row, column| values[9 * row + column]), Side::new(|row, column| values[9 * column + row])];

    let mut form = [0; 9];
    let mut frontier = Frontier::new();
    let mut rows_done = 0;
    if rules::is_solved(grid) {
        first_two_rows(&sides, &mut frontier);
        form[..2].copy_from_slice(&[0x1_2345_6789, frontier.smallest]);
        rows_done = 2;
    } else {
        choose_first_rows(&mut sides);
        frontier.best.extend([false, true].map(Partial::new));
    }
    for (depth, row) in form.iter_mut().enumerate().skip(rows_done) {
        for stack in 0..3 {
            *row = *row << 12 | frontier.advance(&sides, depth, stack);
        }
        if frontier.best.len() > MANY {
            frontier.merge(&sides);
        }
    }

    let mut cells = [0; 81];
    for (cells, row) in cells.chunks_exact_mut(9).zip(form) {
        for (place, cell) in cells.iter_mut().enumerate() {
            *cell = (row >> (4 * (8 - place)) & 0xF) as u8;
        }
    }
    let first = &frontier.best[0];
    let open = [0, 1, 2].map(|stack| first.open(stack));
    let open_orders: u32 = open.iter().map(|&open| FACTORIALS[open]).product();
    let open_stacks = open.iter().filter(|&&open| open == 3).count();
    let count: u32 = frontier.best.iter().map(|partial| u32::from(partial.count)).sum();
    let row_orders = sides[usize::from(first.transposed)].row_orders;
    Canonical {
        grid: Grid::from_known_values(cells),
        transformation: first.finished(),
        automorphisms: count * row_orders * open_orders * FACTORIALS[open_stacks],
    }
}
