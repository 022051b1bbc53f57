//! A grid of 81 cells, each blank or holding a digit.

use std::fmt;
use std::str::FromStr;

use super::notation::{self, NotationError};
use super::{Cell, Digit};

/// 81 cells, each blank or holding a digit.
///
/// Any filling is representable, conflicting digits too: what the rules say of it is for [`rules`](super::rules).
///
/// `Display` writes one line of 81 characters with `.` for a blank; `FromStr` reads every text notation of
/// [`notation`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Row by row; 0 is a blank, any other value is a digit's.
    values: [u8; 81],
}

impl Grid {
    /// The grid without a digit.
    pub const EMPTY: Self = Self { values: [0; 81] };

    /// A grid from 81 values row by row, 0 for a blank; `None` if one is above 9.
    #[must_use]
    pub fn from_values(values: [u8; 81]) -> Option<Self> {
        values.iter().all(|&value| value <= 9).then_some(Self { values })
    }

    /// For the solver, whose values are digits by construction.
    pub(crate) fn from_known_values(values: [u8; 81]) -> Self {
        debug_assert!(values.iter().all(|&value| value <= 9));
        Self { values }
    }

    /// The 81 values row by row, 0 for a blank.
    #[must_use]
    pub const fn values(&self) -> &[u8; 81] {
        &self.values
    }

    /// What stands in this cell.
    #[must_use]
    pub const fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.values[cell.index()])
    }

    /// The same grid with this cell holding `digit`, or blank.
    #[must_use]
    pub fn with(mut self, cell: Cell, digit: impl Into<Option<Digit>>) -> Self {
        self.values[cell.index()] = digit.into().map_or(0, Digit::get);
        self
    }

    /// How many cells hold a digit, 0 to 81.
    #[must_use]
    pub fn clues(&self) -> usize {
        // Counted in bytes, which the compiler does sixteen or more at a time.
        usize::from(self.values.iter().map(|&value| u8::from(value != 0)).sum::<u8>())
    }

    /// Whether no cell is blank.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.values.iter().all(|&value| value != 0)
    }

    /// Whether every digit of `clues` stands in the same cell here.
    #[must_use]
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
    fn a_value_above_nine_makes_no_grid() {
        let mut values = [9; 81];
        assert!(Grid::from_values(values).is_some());
        values[80] = 10;
        assert_eq!(Grid::from_values(values), None);
    }

    #[test]
    fn a_grid_knows_its_clues() {
        let cell = Cell::at(9, 9).expect("a cell of the grid");
        let grid = Grid::EMPTY.with(cell, Digit::new(4));
        assert_eq!((grid.clues(), grid.get(cell), grid.is_complete()), (1, Digit::new(4), false));
        assert!(grid.contains(&Grid::EMPTY) && !Grid::EMPTY.contains(&grid));
        assert_eq!(grid.with(cell, None), Grid::EMPTY);
        assert_eq!(grid.to_string(), format!("{}4", ".".repeat(80)));
    }
}
