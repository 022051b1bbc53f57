//! What counts as a player's mistake.

use super::{Cell, Digit, Grid};

/// A cell in which a player's grid is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The cell.
    pub cell: Cell,
    /// The digit that it holds; `None` if it holds a given that was erased.
    pub holds: Option<Digit>,
    /// The digit that it should hold.
    pub right: Digit,
}

/// The mistakes in a player's grid, in the order of the cells: givens of the puzzle that were erased or changed and, if
/// its only solution is known, digits that differ from it.
///
/// ```
/// use sudoku_service::sudoku::{Grid, mistakes};
///
/// let puzzle: Grid = format!("53{}", ".".repeat(79)).parse()?;
/// let erased: Grid = format!(".3{}", ".".repeat(79)).parse()?;
/// let found = mistakes(&puzzle, &erased, None);
/// assert_eq!((found.len(), found[0].cell.to_string(), found[0].holds), (1, "r1c1".to_owned(), None));
/// # Ok::<(), sudoku_service::sudoku::notation::NotationError>(())
/// ```
pub fn mistakes(puzzle: &Grid, grid: &Grid, solution: Option<&Grid>) -> Vec<Mistake> {
    let mistake = |cell| {
        let (given, holds) = (puzzle.get(cell), grid.get(cell));
        let right = given.or_else(|| solution?.get(cell))?;
        let is_open = given.is_none() && holds.is_none();
        (!is_open && holds != Some(right)).then_some(Mistake { cell, holds, right })
    };
    Cell::all().filter_map(mistake).collect()
}
