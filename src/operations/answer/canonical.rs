//! Canonical forms.

use serde::Serialize;
use utoipa::ToSchema;

use crate::sudoku::{Grid, canonical};

/// The canonical form of a grid, and the transformation to it.
#[derive(Serialize, ToSchema, Debug)]
pub struct Canonical {
    /// The smallest equivalent grid as a string of 81 digits, 0 for a blank cell.
    #[schema(pattern = "^[0-9]{81}$")]
    pub grid: String,
    /// Whether the grid is transposed first.
    pub transpose: bool,
    /// For each row of the canonical form, the row of the (transposed) grid, from 1.
    #[schema(min_items = 9, max_items = 9)]
    pub rows: Vec<u8>,
    /// For each column of the canonical form, the column of the (transposed) grid, from 1.
    #[schema(min_items = 9, max_items = 9)]
    pub columns: Vec<u8>,
    /// For each digit of the grid, from 1, the digit of the canonical form.
    #[schema(min_items = 9, max_items = 9)]
    pub digits: Vec<u8>,
    /// The number of symmetries of the grid, the identity included.
    #[schema(minimum = 1)]
    pub automorphisms: u32,
}

impl Canonical {
    /// The canonical form of a grid.
    pub fn of(grid: &Grid) -> Self {
        let canonical = canonical::canonical(grid);
        let transformation = canonical.transformation;
        let from_one = |indices: &[u8; 9]| indices.iter().map(|index| index + 1).collect();
        Self {
            grid: canonical_line(&canonical.grid),
            transpose: transformation.transpose(),
            rows: from_one(transformation.rows()),
            columns: from_one(transformation.columns()),
            digits: transformation.digits().to_vec(),
            automorphisms: canonical.automorphisms,
        }
    }
}

/// A canonical form as a string of digits, 0 for a blank cell.
pub fn canonical_line(grid: &Grid) -> String {
    grid.values().iter().map(|value| char::from(b'0' + value)).collect()
}
