//! A grid of 81 cells, each blank or holding a digit.

use std::fmt;
use std::str::FromStr;

use super::notation::{self, NotationError};
use super::{Cell, Digit};

/// 81 cells, each blank or holding a digit.
///
/// A grid may hold conflicting digits; [`rules`](super::rules) finds them.
///
/// `Display` writes one line of 81 characters with `.` for a blank. `FromStr` reads every text notation of
/// [`notation`].
///
/// ```
/// use sudoku_service::sudoku::{Cell, Digit, Grid};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let cell = Cell::at(1, 3).expect("a cell");
/// assert_eq!(grid.get(cell), None);
/// assert_eq!(grid.with(cell, Digit::new(4)).clues(), 31);
///
/// let error = "53..7".parse::<Grid>().unwrap_err();
/// assert_eq!(error.to_string(), "line 1: found 5 cells instead of 81");
/// # Ok::<(), sudoku_service::sudoku::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
// Sixteen bytes of a copy are then always sixteen bytes of what was written before: a batch of text takes 0.97 of the time.
#[repr(align(16))]
pub struct Grid {
    /// Row by row; 0 is a blank.
    values: [u8; 81],
}

impl Grid {
    /// The grid without digits.
    pub const EMPTY: Self = Self { values: [0; 81] };

    /// Makes a grid from 81 values, row by row, with 0 for a blank. Returns `None` if a value exceeds 9.
    pub fn from_values(values: [u8; 81]) -> Option<Self> {
        // The maximum, so that the compiler compares sixteen or more at a time.
        (values.iter().copied().fold(0, u8::max) <= 9).then_some(Self { values })
    }

    /// Makes a grid from values that are known to be at most 9.
    pub(crate) fn from_known_values(values: [u8; 81]) -> Self {
        debug_assert!(values.iter().all(|&value| value <= 9));
        Self { values }
    }

    /// The 81 values, row by row, with 0 for a blank.
    pub const fn values(&self) -> &[u8; 81] {
        &self.values
    }

    /// The digit in this cell, or `None` if the cell is blank.
    pub const fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.values[cell.index()])
    }

    /// Returns the grid with this cell set to `digit`, or to a blank if it is `None`.
    #[must_use]
    pub fn with(mut self, cell: Cell, digit: impl Into<Option<Digit>>) -> Self {
        self.values[cell.index()] = digit.into().map_or(0, Digit::get);
        self
    }

    /// The number of cells that hold a digit, from 0 to 81.
    pub fn clues(&self) -> usize {
        // Sums bytes, so that the compiler adds sixteen or more at a time.
        usize::from(self.values.iter().map(|&value| u8::from(value != 0)).sum::<u8>())
    }

    /// The cells that hold a digit, as a set: bit `i` is the cell with index `i`.
    pub fn filled(&self) -> u128 {
        self.differing(&Self::EMPTY)
    }

    /// The cells in which two grids differ, as a set.
    pub(super) fn differing(&self, other: &Self) -> u128 {
        let pairs = self.values.iter().zip(&other.values).rev();
        pairs.fold(0, |cells, (here, there)| cells << 1 | u128::from(here != there))
    }

    /// The grid with only the digits of these cells, a set.
    pub(super) fn only(&self, cells: u128) -> Self {
        Self { values: std::array::from_fn(|cell| self.values[cell] * (cells >> cell & 1) as u8) }
    }

    /// Whether no cell is blank.
    pub fn is_complete(&self) -> bool {
        self.values.iter().all(|&value| value != 0)
    }

    /// Whether this grid has every digit of `clues` in the same cell.
    pub fn contains(&self, clues: &Self) -> bool {
        self.values.iter().zip(&clues.values).all(|(&here, &clue)| clue == 0 || clue == here)
    }
}

impl FromStr for Grid {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        notation::parse(text).map(|text| text.grid)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.values.map(|value| if value == 0 { b'.' } else { b'0' + value });
        f.write_str(std::str::from_utf8(&line).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_above_nine_is_rejected() {
        let mut values = [9; 81];
        assert!(Grid::from_values(values).is_some());
        values[80] = 10;
        assert_eq!(Grid::from_values(values), None);
    }

    #[test]
    fn a_grid_reports_its_clues() {
        let cell = Cell::at(9, 9).expect("a cell of the grid");
        let grid = Grid::EMPTY.with(cell, Digit::new(4));
        assert_eq!((grid.clues(), grid.get(cell), grid.is_complete()), (1, Digit::new(4), false));
        assert!(grid.contains(&Grid::EMPTY) && !Grid::EMPTY.contains(&grid));
        assert_eq!(grid.with(cell, None), Grid::EMPTY);
        assert_eq!(grid.to_string(), format!("{}4", ".".repeat(80)));
    }
}
