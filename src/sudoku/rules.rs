//! The rule of sudoku: no digit occurs twice in a house.

use super::{Cell, Digit, Grid, House};

/// A digit that occurs more than once in one house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The repeated digit.
    pub digit: Digit,
    /// The house in which it is repeated.
    pub house: House,
    /// The cells of the house that hold it, at least two, in index order.
    pub cells: Vec<Cell>,
}

/// Returns every conflict of a grid, at most 108, ordered by house (rows, columns, boxes, each by number), then by digit.
///
/// ```
/// use sudoku_service::sudoku::{Grid, rules};
///
/// let grid: Grid = format!("5...5{}", ".".repeat(76)).parse()?;
/// let conflicts = rules::conflicts(&grid);
/// assert_eq!((conflicts.len(), conflicts[0].house.to_string()), (1, "row 1".to_owned()));
/// assert_eq!(format!("{:?}", conflicts[0].cells), "[r1c1, r1c5]");
/// # Ok::<(), sudoku_service::sudoku::notation::NotationError>(())
/// ```
pub fn conflicts(grid: &Grid) -> Vec<Conflict> {
    if !has_conflict(grid) {
        return Vec::new();
    }
    let mut conflicts = Vec::new();
    for house in House::ALL {
        for digit in Digit::ALL {
            let cells: Vec<Cell> = house.cells().into_iter().filter(|&cell| grid.get(cell) == Some(digit)).collect();
            if cells.len() > 1 {
                conflicts.push(Conflict { digit, house, cells });
            }
        }
    }
    conflicts
}

/// Whether a digit occurs more than once in some house.
pub fn has_conflict(grid: &Grid) -> bool {
    // No branch depends on the value of a cell, because the processor could not predict it. After unrolling, all
    // indices are constants, so the sets of digits stay in registers.
    let mut twice = 0;
    let mut columns = [0_u16; 9];
    for band in grid.values().chunks_exact(27) {
        let mut boxes = [0; 3];
        for values in band.chunks_exact(9) {
            let mut row = 0;
            for (column, &value) in values.iter().enumerate() {
                // A blank has no bit.
                let bit = 1 << value & !1;
                twice |= bit & (row | columns[column] | boxes[column / 3]);
                row |= bit;
                columns[column] |= bit;
                boxes[column / 3] |= bit;
            }
        }
    }
    twice != 0
}

/// Whether every cell is filled and no digit occurs twice in a house.
///
/// ```
/// use sudoku_service::sudoku::{Grid, rules};
///
/// for unsolved in ["1", "."].map(|cell| cell.repeat(81)) {
///     assert!(!rules::is_solved(&unsolved.parse::<Grid>()?));
/// }
/// # Ok::<(), sudoku_service::sudoku::notation::NotationError>(())
/// ```
pub fn is_solved(grid: &Grid) -> bool {
    grid.is_complete() && !has_conflict(grid)
}
