//! Digits that a text marks as placed.

use super::plain_line;
use crate::sudoku::Grid;

/// The cells of a grid whose digits its text marks by a plus sign before them, as HoDoKu does: a player placed them, they are no
/// givens. A bit for each cell; none unless all cells stand on one line, with nothing but these signs between them.
///
/// ```
/// use sudoku_service::sudoku::notation::placed;
///
/// let text = "53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let grid = text.replace('+', "").parse()?;
/// assert_eq!(placed(text, &grid), 1 << 2);
/// # Ok::<(), sudoku_service::sudoku::notation::NotationError>(())
/// ```
pub fn placed(text: &str, grid: &Grid) -> u128 {
    if !text.contains('+') {
        return 0;
    }
    let is_other = |c: char| !matches!(c, '+' | '.' | '0'..='9');
    let is_of_grid = |line: &&str| plain_line(line.replace('+', "").as_bytes()).is_some_and(|read| read == *grid);
    let (mut placed, mut cell, mut is_marked) = (0, 0, false);
    for byte in text.split(is_other).find(is_of_grid).unwrap_or_default().bytes() {
        if byte != b'+' {
            placed |= u128::from(is_marked && matches!(byte, b'1'..=b'9')) << cell;
            cell += 1;
        }
        is_marked = byte == b'+';
    }
    placed
}
