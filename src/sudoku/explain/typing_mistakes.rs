//! Common typing mistakes.

use crate::sudoku::{Cell, Digit};

/// Digits that are easily mistaken for each other in print or handwriting.
const ALIKE: [(u8, u8); 5] = [(1, 7), (3, 8), (5, 6), (6, 8), (6, 9)];

/// Whether one digit is easily typed instead of the other: they look alike, or are adjacent on a keyboard.
pub(super) fn are_easily_mistaken(a: Digit, b: Digit) -> bool {
    let (low, high) = (a.min(b).get(), a.max(b).get());
    ALIKE.contains(&(low, high)) || high - low == 1
}

/// The adjacent cells to the left, to the right, above and below.
pub(super) fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    let (row, column) = (usize::from(cell.row()), usize::from(cell.column()));
    [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        .into_iter()
        .filter_map(|(row, column)| Cell::at(row, column))
}
