//! A position: a grid, and the digits that its blank cells may hold.

use super::notation::Candidates;
use super::{Cell, Digit, Grid, House, HouseKind};

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
    /// The cells whose digits are no givens.
    placed: u128,
}

impl Position {
    /// A grid with these pencil marks. A blank cell without marks is not noted yet: it may hold every digit. The marks of filled
    /// cells are ignored.
    pub fn new(grid: Grid, marks: &Candidates) -> Self {
        let is_noted = |cell: usize| grid.values()[cell] == 0 && marks[cell] != 0;
        let allowed = std::array::from_fn(|cell| if is_noted(cell) { marks[cell] & ALL } else { ALL });
        Self { grid, allowed: Some(allowed), placed: 0 }
    }

    /// A grid with partial pencil marks: those of a digit in a box are all places that it may have there, and a box without marks
    /// of a digit says nothing. The marks of filled cells, and of digits that the box has, are ignored.
    pub fn partial(grid: Grid, marks: &Candidates) -> Self {
        let mut allowed = [ALL; 81];
        for house in House::ALL.into_iter().filter(|house| house.kind() == HouseKind::Box) {
            let (blank, filled): (Vec<Cell>, Vec<Cell>) =
                house.cells().into_iter().partition(|&cell| grid.get(cell).is_none());
            for digit in Digit::ALL {
                let bit = digit.bit();
                let is_noted = |cell: &&Cell| marks[cell.index()] & bit != 0;
                let is_placed = filled.iter().any(|&cell| grid.get(cell) == Some(digit));
                if !is_placed && blank.iter().any(|cell| is_noted(&cell)) {
                    blank.iter().filter(|cell| !is_noted(cell)).for_each(|cell| allowed[cell.index()] &= !bit);
                }
            }
        }
        Self { grid, allowed: Some(allowed), placed: 0 }
    }

    /// The same position, in which a player placed the digits of these cells, a bit for each: they are no givens. Blank cells do
    /// not count.
    #[must_use]
    pub fn with_placed(self, cells: u128) -> Self {
        if cells == 0 {
            // Of most grids, nothing is known.
            return Self { placed: 0, ..self };
        }
        let blank = Cell::all().filter(|&cell| self.grid.get(cell).is_none());
        Self { placed: blank.fold(cells, |cells, cell| cells & !(1 << cell.index())), ..self }
    }

    /// The cells whose digits a player placed, as far as that is known, a bit for each.
    pub const fn placed(&self) -> u128 {
        self.placed
    }

    /// Another grid with the same marks, which hold for the digits that only it has, too.
    #[must_use]
    pub const fn on(&self, grid: Grid) -> Self {
        Self { grid, ..*self }
    }

    /// The grid with the digits of the blank cells that may hold only one.
    pub fn filled(&self) -> Grid {
        let lone = |cell: &Cell| self.allowed.is_some_and(|allowed| allowed[cell.index()].is_power_of_two());
        let digit = |cell: Cell| Digit::new(self.allowed?[cell.index()].trailing_zeros() as u8 + 1);
        Cell::all().filter(lone).fold(self.grid, |grid, cell| grid.with(cell, digit(cell)))
    }

    /// The grid.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The digits that each cell may hold, as far as pencil marks tell: all nine in a filled cell. `None` if there are no marks.
    pub const fn allowed(&self) -> Option<&Candidates> {
        self.allowed.as_ref()
    }

    /// The cells that must not hold their digit in this solution of the grid, each with that digit.
    pub fn lacks(&self, solution: &Grid) -> impl Iterator<Item = (Cell, Digit)> {
        let digits = Cell::all().filter_map(|cell| Some((cell, solution.get(cell)?)));
        digits.filter(|(cell, digit)| self.allowed.is_some_and(|allowed| allowed[cell.index()] & digit.bit() == 0))
    }
}

impl From<&Grid> for Position {
    /// A grid without pencil marks.
    fn from(grid: &Grid) -> Self {
        Self { grid: *grid, allowed: None, placed: 0 }
    }
}
