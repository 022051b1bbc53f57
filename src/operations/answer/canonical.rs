//! Canonical forms.

use super::declaration::answer;
use crate::sudoku::{Grid, canonical};

answer! {
    /// The canonical form of a grid, and the transformation to it.
    pub struct Canonical {
        /// The smallest equivalent grid as a string of 81 digits, 0 for a blank cell.
        pub grid: String {pattern: "^[0-9]{81}$"},
        /// The transformation to it.
        #[serde(flatten)]
        pub transformation: Transformation,
        /// The number of symmetries of the grid, the identity included.
        pub automorphisms: u32 {minimum: 1},
    }

    /// How a grid becomes an equivalent one.
    pub struct Transformation {
        /// Whether the grid is transposed first.
        pub transpose: bool,
        /// For each row of the result, the row of the (transposed) grid, from 1.
        pub rows: Vec<u8> {minItems: 9, maxItems: 9},
        /// For each column of the result, the column of the (transposed) grid, from 1.
        pub columns: Vec<u8> {minItems: 9, maxItems: 9},
        /// For each digit of the grid, from 1, the digit of the result.
        pub digits: Vec<u8> {minItems: 9, maxItems: 9},
    }
}

impl Canonical {
    /// The canonical form of a grid.
    pub fn of(grid: &Grid) -> Self {
        let canonical = canonical::canonical(grid);
        Self {
            grid: canonical_line(&canonical.grid),
            transformation: Transformation::of(&canonical.transformation),
            automorphisms: canonical.automorphisms,
        }
    }
}

impl Transformation {
    /// The parts of this transformation.
    pub fn of(transformation: &canonical::Transformation) -> Self {
        let from_one = |indices: &[u8; 9]| indices.iter().map(|index| index + 1).collect();
        Self {
            transpose: transformation.transpose(),
            rows: from_one(transformation.rows()),
            columns: from_one(transformation.columns()),
            digits: transformation.digits().to_vec(),
        }
    }
}

/// A canonical form as a string of digits, 0 for a blank cell.
pub fn canonical_line(grid: &Grid) -> String {
    grid.values().iter().map(|value| char::from(b'0' + value)).collect()
}
