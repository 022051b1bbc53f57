//! Rows, columns and boxes.

use std::fmt;

use super::Cell;
use super::named::named;

named! {
    /// The kind of a house.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum HouseKind {
        /// A horizontal line of nine cells.
        Row = "row",
        /// A vertical line of nine cells.
        Column = "column",
        /// A 3x3 box.
        Box = "box",
    }
}

/// A row, a column or a box: nine cells that hold each digit once in a solved grid.
///
/// ```
/// use sudoku_service::sudoku::{Cell, House};
///
/// let last_box = House::ALL[26];
/// assert_eq!(last_box.to_string(), "box 9");
/// assert_eq!(last_box.cells().first(), Cell::at(7, 7).as_ref());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct House {
    kind: HouseKind,
    number: u8,
}

impl House {
    /// All houses: rows from the top, columns from the left, boxes row by row.
    pub const ALL: [Self; 27] = {
        let kinds = [HouseKind::Row, HouseKind::Column, HouseKind::Box];
        let mut all = [Self { kind: HouseKind::Row, number: 1 }; 27];
        let mut i = 0;
        while i < all.len() {
            all[i] = Self { kind: kinds[i / 9], number: (i % 9) as u8 + 1 };
            i += 1;
        }
        all
    };

    /// The row, the column and the box of a cell.
    pub const fn of(cell: Cell) -> [Self; 3] {
        [
            Self { kind: HouseKind::Row, number: cell.row() },
            Self { kind: HouseKind::Column, number: cell.column() },
            Self { kind: HouseKind::Box, number: cell.box_number() },
        ]
    }

    /// The kind: row, column or box.
    pub const fn kind(self) -> HouseKind {
        self.kind
    }

    /// The number among houses of the same kind, from 1 to 9.
    pub const fn number(self) -> u8 {
        self.number
    }

    /// The cells in index order.
    pub fn cells(self) -> [Cell; 9] {
        let house = usize::from(self.number) - 1;
        std::array::from_fn(|i| {
            let index = match self.kind {
                HouseKind::Row => house * 9 + i,
                HouseKind::Column => i * 9 + house,
                HouseKind::Box => (house / 3) * 27 + (house % 3) * 3 + (i / 3) * 9 + i % 3,
            };
            Cell::from_index(index).expect("a house lies within the grid")
        })
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As of a cell: a number takes longer.
        write!(f, "{} {}", self.kind.name(), char::from(b'0' + self.number))
    }
}
