//! The symmetries of the pattern of clues.

use super::named::named;
use super::{Cell, Grid};

named! {
    /// A symmetry of the pattern of clues: of the cells that hold a clue, not of the digits. The names and their order
    /// are those of Sudoku Explainer.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Symmetry {
        /// No symmetry.
        None = "none",
        /// Reflection in the vertical axis: left and right.
        Vertical = "vertical",
        /// Reflection in the horizontal axis: top and bottom.
        Horizontal = "horizontal",
        /// Reflection in the diagonal from the top left.
        Diagonal = "diagonal",
        /// Reflection in the diagonal from the top right.
        Antidiagonal = "antidiagonal",
        /// Reflection in both diagonals.
        Bidiagonal = "bidiagonal",
        /// Reflection in both axes.
        Orthogonal = "orthogonal",
        /// Rotation by a half turn.
        Rotational180 = "rotational180",
        /// Rotation by a quarter turn.
        Rotational90 = "rotational90",
        /// Quarter turns and reflections.
        Full = "full",
    }
}

/// Where a symmetry moves a row and a column, each 0 to 8.
type Move = fn(usize, usize) -> (usize, usize);

const LEFT_RIGHT: Move = |row, column| (row, 8 - column);
const TOP_BOTTOM: Move = |row, column| (8 - row, column);
const MAIN_DIAGONAL: Move = |row, column| (column, row);
const OTHER_DIAGONAL: Move = |row, column| (8 - column, 8 - row);
const HALF_TURN: Move = |row, column| (8 - row, 8 - column);
const QUARTER_TURN: Move = |row, column| (column, 8 - row);

impl Symmetry {
    /// The moves that generate it.
    const fn moves(self) -> &'static [Move] {
        match self {
            Self::None => &[],
            Self::Vertical => &[LEFT_RIGHT],
            Self::Horizontal => &[TOP_BOTTOM],
            Self::Diagonal => &[MAIN_DIAGONAL],
            Self::Antidiagonal => &[OTHER_DIAGONAL],
            Self::Bidiagonal => &[MAIN_DIAGONAL, OTHER_DIAGONAL],
            Self::Orthogonal => &[LEFT_RIGHT, TOP_BOTTOM],
            Self::Rotational180 => &[HALF_TURN],
            Self::Rotational90 => &[QUARTER_TURN],
            Self::Full => &[QUARTER_TURN, LEFT_RIGHT],
        }
    }

    /// Whether a grid has this symmetry.
    pub fn holds(self, grid: &Grid) -> bool {
        self.holds_for(grid.filled())
    }

    /// Whether a set of cells has this symmetry. Bit `i` is the cell with index `i`.
    pub(super) fn holds_for(self, cells: u128) -> bool {
        (0..Cell::COUNT).all(|cell| self.images(cell).all(|image| cells >> cell & 1 == cells >> image & 1))
    }

    /// The symmetries of a grid; only [`Symmetry::None`] if it has no other.
    pub fn of(grid: &Grid) -> Vec<Self> {
        let found: Vec<Self> = Self::ALL.into_iter().skip(1).filter(|symmetry| symmetry.holds(grid)).collect();
        if found.is_empty() { vec![Self::None] } else { found }
    }

    /// The indices of the cells to which the moves take the cell with this index.
    fn images(self, cell: usize) -> impl Iterator<Item = usize> {
        self.moves().iter().map(move |image| {
            let (row, column) = image(cell / 9, cell % 9);
            9 * row + column
        })
    }

    /// The sets of cells that must all have clues or all be blank. Bit `i` of a set is the cell with index `i`.
    pub(super) fn orbits(self) -> Vec<u128> {
        let mut orbits = Vec::with_capacity(81);
        let mut seen = 0_u128;
        for start in 0..81 {
            if seen >> start & 1 == 1 {
                continue;
            }
            let mut orbit = 1_u128 << start;
            let mut cells = vec![start];
            while let Some(cell) = cells.pop() {
                for next in self.images(cell) {
                    if orbit >> next & 1 == 0 {
                        orbit |= 1 << next;
                        cells.push(next);
                    }
                }
            }
            seen |= orbit;
            orbits.push(orbit);
        }
        orbits
    }

    /// The possible numbers of clues, as bits: every sum of the sizes of different orbits.
    pub(super) fn clue_counts(self) -> u128 {
        self.orbits().into_iter().fold(1, |sums, orbit| sums | sums << orbit.count_ones())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Digit;

    /// A grid with clues in the cells of this set.
    fn grid(cells: u128) -> Grid {
        let cells = Cell::all().filter(|cell| cells >> cell.index() & 1 == 1);
        cells.fold(Grid::EMPTY, |grid, cell| grid.with(cell, Digit::new(1)))
    }

    #[test]
    fn orbits_partition_the_cells_and_have_the_symmetry() {
        let sizes = Symmetry::ALL.map(|symmetry| symmetry.orbits().len());
        assert_eq!(sizes, [81, 45, 45, 45, 45, 25, 25, 41, 21, 15]);
        for symmetry in Symmetry::ALL {
            let orbits = symmetry.orbits();
            assert_eq!(orbits.iter().fold(0, |all, orbit| all ^ orbit), (1 << 81) - 1, "{symmetry:?}");
            assert!(orbits.iter().all(|&orbit| symmetry.holds(&grid(orbit)) && Symmetry::None.holds(&grid(orbit))));
        }
        assert!(!Symmetry::Vertical.holds(&grid(1)));
    }
}
