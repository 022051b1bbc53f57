//! Cells of a grid.

use std::fmt;

use super::bits::cells;

/// One of the 81 cells of a grid, numbered row by row from the top left.
///
/// Rows and columns count from 1, as people write them (`r1c1` is the top left); the index counts from 0, as arrays do.
///
/// ```
/// use sudoku_service::sudoku::Cell;
///
/// let cell = Cell::at(4, 6).expect("row and column are from 1 to 9");
/// assert_eq!((cell.index(), cell.box_number()), (32, 5));
/// assert_eq!(cell.to_string(), "r4c6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The number of cells in a grid.
    pub const COUNT: usize = 81;

    /// Returns the cell with this index, or `None` if it is above 80.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the cell in this row and column, or `None` if either is not from 1 to 9.
    pub const fn at(row: usize, column: usize) -> Option<Self> {
        if row >= 1 && row <= 9 && column >= 1 && column <= 9 {
            Self::from_index((row - 1) * 9 + column - 1)
        } else {
            None
        }
    }

    /// Returns the cell with this name, such as `r1c3` or `R1C3`, or with this coordinate, such as `A3`: a letter for the row and a
    /// digit for the column.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.as_bytes() {
            [b'r' | b'R', row @ b'1'..=b'9', b'c' | b'C', column @ b'1'..=b'9'] => {
                Self::at(usize::from(row - b'0'), usize::from(column - b'0'))
            }
            [row @ b'A'..=b'I', column @ b'1'..=b'9'] => {
                Self::at(usize::from(row - b'A') + 1, usize::from(column - b'0'))
            }
            _ => None,
        }
    }

    /// Iterates over all cells in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Iterates over the cells of a set in index order: bit `i` is the cell with index `i`. No other bit may be set.
    pub(super) fn of(set: u128) -> impl Iterator<Item = Self> {
        cells(set).map(Self)
    }

    /// The set with this cell alone.
    pub(super) const fn bit(self) -> u128 {
        1 << self.0
    }

    /// The index, from 0 to 80.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, from 1 at the top to 9.
    pub const fn row(self) -> u8 {
        self.0 / 9 + 1
    }

    /// The column, from 1 at the left to 9.
    pub const fn column(self) -> u8 {
        self.0 % 9 + 1
    }

    /// The number of the 3x3 box, from 1 to 9, row by row from the top left.
    pub const fn box_number(self) -> u8 {
        (self.0 / 27) * 3 + (self.0 % 9) / 3 + 1
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The texts of steps are full of names, and formatting two numbers takes longer.
        let name = [b'r', b'0' + self.row(), b'c', b'0' + self.column()];
        f.write_str(str::from_utf8(&name).expect("letters and digits"))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_made_from_its_row_and_column_or_its_index() {
        let corners = [(1, 1, 0, 1), (1, 9, 8, 3), (9, 1, 72, 7), (9, 9, 80, 9), (4, 6, 32, 5)];
        for (row, column, index, in_box) in corners {
            let cell = Cell::at(row, column).expect("a cell of the grid");
            assert_eq!(Cell::from_index(index), Some(cell));
            assert_eq!(
                (cell.row() as usize, cell.column() as usize, cell.index(), cell.box_number()),
                (row, column, index, in_box)
            );
        }
    }

    #[test]
    fn a_cell_has_a_name_and_a_coordinate() {
        assert!(Cell::all().all(|cell| Cell::from_name(&cell.to_string()) == Some(cell)));
        for (name, row, column) in [("A1", 1, 1), ("B3", 2, 3), ("E5", 5, 5), ("I1", 9, 1), ("I9", 9, 9)] {
            assert_eq!(Cell::from_name(name), Cell::at(row, column), "{name}");
        }
        for name in ["", "r1", "r0c1", "r1c10", "c1r1", " r1c1", "a1", "A", "A0", "A10", "J1", "1A", " A1"] {
            assert_eq!(Cell::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn cells_outside_the_grid_do_not_exist() {
        assert_eq!(Cell::from_index(81), None);
        for (row, column) in [(0, 1), (1, 0), (10, 1), (1, 10)] {
            assert_eq!(Cell::at(row, column), None);
        }
        assert_eq!(Cell::all().count(), 81);
    }
}
