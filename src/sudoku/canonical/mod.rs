//! The canonical form of a grid, which is the same for all equivalent grids.
//!
//! Two grids are equivalent if a [`Transformation`] turns one into the other: transposing, permuting the bands, the
//! rows of a band, the stacks and the columns of a stack, and renaming the digits. There are 3,359,232 transformations,
//! not counting the renaming. The canonical form is the smallest of all equivalent grids, compared cell by cell in
//! reading order, with a blank before every digit. Its digits are therefore numbered in the order of their first
//! appearance.
//!
//! The search extends partial transformations by three cells at a time and keeps only those whose cells are the smallest
//! so far; see `search` for how it keeps their number small. `complete` starts the search for complete grids, where too
//! many first rows tie.
//!
//! On a 2.5 GHz Xeon, the median time is 1.9 to 2.3 µs for a puzzle and 10 µs for a complete grid. The time grows with
//! the number of ties. The slowest known inputs, grids that hold one digit in each row, take 25 ms
//! (`benches/canonical.rs`).
//!
//! ```
//! use sudoku_service::sudoku::Grid;
//! use sudoku_service::sudoku::canonical::canonical;
//!
//! let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let found = canonical(&puzzle);
//! assert_eq!(found.transformation.apply(&puzzle), found.grid);
//! // An equivalent puzzle has the same form.
//! let swapped: Grid = puzzle.to_string().replace('1', "x").replace('2', "1").replace('x', "2").parse()?;
//! assert_eq!(canonical(&swapped).grid, found.grid);
//! # Ok::<(), sudoku_service::sudoku::notation::NotationError>(())
//! ```

mod complete;
mod partial;
mod search;
mod side;
#[cfg(test)]
mod tests;

use super::Grid;

/// A rearrangement of a grid that preserves the rules: it optionally transposes the grid, permutes bands, stacks and
/// the lines in them, and renames the digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transformation {
    transpose: bool,
    rows: [u8; 9],
    columns: [u8; 9],
    digits: [u8; 9],
}

impl Transformation {
    /// Creates a transformation from its parts, as returned by the methods of the same names.
    ///
    /// `None` unless `rows` and `columns` are permutations of 0 to 8 that keep the lines of a band or stack together,
    /// and `digits` is a permutation of 1 to 9.
    pub fn new(transpose: bool, rows: [u8; 9], columns: [u8; 9], digits: [u8; 9]) -> Option<Self> {
        let permutes = |values: &[u8; 9], first: u8| (first..first + 9).all(|value| values.contains(&value));
        let keeps_threes =
            |lines: &[u8; 9]| lines.chunks(3).all(|three| three.iter().all(|line| line / 3 == three[0] / 3));
        let valid = permutes(&rows, 0)
            && permutes(&columns, 0)
            && permutes(&digits, 1)
            && keeps_threes(&rows)
            && keeps_threes(&columns);
        valid.then_some(Self { transpose, rows, columns, digits })
    }

    /// Whether the transformation first reflects the grid in its main diagonal.
    pub const fn transpose(&self) -> bool {
        self.transpose
    }

    /// For each row of the result, from the top, the row of the (possibly transposed) grid that it comes from, 0 to 8.
    pub const fn rows(&self) -> &[u8; 9] {
        &self.rows
    }

    /// For each column of the result, from the left, the column of the (possibly transposed) grid that it comes from,
    /// 0 to 8.
    pub const fn columns(&self) -> &[u8; 9] {
        &self.columns
    }

    /// For each digit of the grid, starting from 1, the digit that replaces it in the result.
    pub const fn digits(&self) -> &[u8; 9] {
        &self.digits
    }

    /// Applies the transformation to a grid.
    pub fn apply(&self, grid: &Grid) -> Grid {
        let values = grid.values();
        Grid::from_known_values(std::array::from_fn(|index| {
            let (row, column) = (usize::from(self.rows[index / 9]), usize::from(self.columns[index % 9]));
            let value = if self.transpose { values[9 * column + row] } else { values[9 * row + column] };
            if value == 0 { 0 } else { self.digits[usize::from(value) - 1] }
        }))
    }
}

/// The canonical form of a grid and how to reach it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// The canonical form, the same for all equivalent grids.
    pub grid: Grid,
    /// A transformation from the grid to its canonical form: if there are several, the first that the search finds.
    pub transformation: Transformation,
    /// The number of the 3,359,232 ways to rearrange the cells that lead to the canonical form with a suitable renaming
    /// of the digits. This is the number of symmetries of the grid, including the identity: 3,359,232 for the empty
    /// grid.
    pub automorphisms: u32,
}

/// Finds the canonical form of a grid.
///
/// Every grid has one, even if it breaks the rules.
pub fn canonical(grid: &Grid) -> Canonical {
    search::canonical(grid, complete::first_two_rows)
}
