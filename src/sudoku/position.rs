//! A position: a grid, and the digits that its blank cells may hold.

use super::notation::Candidates;
use super::{Cell, Digit, Grid};

/// All nine digits.
const ALL: u16 = 0x1FF;

/// A grid, and the digits that its blank cells may hold if these are fewer than the rules leave.
///
/// ```
/// use sudoku_service::sudoku::solver::{Budget, Finding, solve_position};
/// use sudoku_service::sudoku::{Grid, Position};
///
/// // Each cell has the mark of its digit, in the blank grid.
/// let solution = "812753649943682175675491283154237896369845721287169534521974368438526917796318452".parse::<Grid>()?;
/// let position = Position::new(Grid::EMPTY, &solution.values().map(|digit| 1 << (digit - 1)));
/// assert_eq!(solve_position(&position, &Budget::unlimited()).finding, Finding::One(solution));
/// # Ok::<(), sudoku_service::sudoku::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    grid: Grid,
    allowed: Option<Candidates>,
}

impl Position {
    /// A grid with these pencil marks. A blank cell without marks is not noted yet: it may hold every digit. The marks of filled
    /// cells are ignored.
    #[must_use]
    pub fn new(grid: Grid, marks: &Candidates) -> Self {
        let is_noted = |cell: usize| grid.values()[cell] == 0 && marks[cell] != 0;
        let allowed = std::array::from_fn(|cell| if is_noted(cell) { marks[cell] & ALL } else { ALL });
        Self { grid, allowed: Some(allowed) }
    }

    /// The grid.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The digits that each cell may hold, as far as pencil marks tell: all nine in a filled cell. `None` if there are no marks.
    #[must_use]
    pub const fn allowed(&self) -> Option<&Candidates> {
        self.allowed.as_ref()
    }

    /// The cells that must not hold their digit in this solution of the grid, each with that digit.
    pub fn lacks(&self, solution: &Grid) -> impl Iterator<Item = (Cell, Digit)> {
        let digits = Cell::all().filter_map(|cell| Some((cell, solution.get(cell)?)));
        digits.filter(|(cell, digit)| {
            self.allowed.is_some_and(|allowed| allowed[cell.index()] >> (digit.get() - 1) & 1 == 0)
        })
    }
}

impl From<&Grid> for Position {
    /// A grid without pencil marks.
    fn from(grid: &Grid) -> Self {
        Self { grid: *grid, allowed: None }
    }
}
