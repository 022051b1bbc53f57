//! Rows, columns and boxes.

use std::fmt;

use super::Cell;

/// What a house is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// Nine cells side by side.
    Row,
    /// Nine cells one above the other.
    Column,
    /// A 3x3 box.
    Box,
}

impl HouseKind {
    /// `row`, `column` or `box`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Box => "box",
        }
    }
}

/// Nine cells that hold every digit once in a solved grid: a row, a column or a box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct House {
    kind: HouseKind,
    number: u8,
}

impl House {
    /// The nine rows from the top, the nine columns from the left, the nine boxes row by row.
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

    /// Whether it is a row, a column or a box.
    #[must_use]
    pub const fn kind(self) -> HouseKind {
        self.kind
    }

    /// Its number among its kind, 1 to 9.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.number
    }

    /// Its cells in the order of their index.
    #[must_use]
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
        write!(f, "{} {}", self.kind.name(), self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_of_a_house_are_those_that_name_it() {
        for house in House::ALL {
            let named: Vec<Cell> = Cell::all()
                .filter(|cell| {
                    let number = match house.kind() {
                        HouseKind::Row => cell.row(),
                        HouseKind::Column => cell.column(),
                        HouseKind::Box => cell.box_number(),
                    };
                    number == house.number()
                })
                .collect();
            assert_eq!(house.cells().as_slice(), named, "{house}");
        }
    }
}
