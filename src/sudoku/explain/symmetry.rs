//! The symmetries of a pattern of clues.

use crate::sudoku::{Cell, Grid};

/// A symmetry of the cells that hold a digit; which digits they hold does not matter. These are the names of Sudoku
/// Explainer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symmetry {
    /// No other.
    None,
    /// Left and right mirror each other.
    Vertical,
    /// Top and bottom mirror each other.
    Horizontal,
    /// Mirrored at the diagonal from the top left.
    Diagonal,
    /// Mirrored at the diagonal from the top right.
    Antidiagonal,
    /// Mirrored at both diagonals.
    Bidiagonal,
    /// Mirrored left and right, and top and bottom.
    Orthogonal,
    /// The same upside down.
    Rotational180,
    /// The same after a quarter turn.
    Rotational90,
    /// All of these.
    Full,
}

/// Where a symmetry moves a row and a column, each 0 to 8.
type Move = fn((usize, usize)) -> (usize, usize);

const VERTICAL: Move = |(row, column)| (row, 8 - column);
const HORIZONTAL: Move = |(row, column)| (8 - row, column);
const DIAGONAL: Move = |(row, column)| (column, row);
const ANTIDIAGONAL: Move = |(row, column)| (8 - column, 8 - row);
const HALF_TURN: Move = |(row, column)| (8 - row, 8 - column);
const QUARTER_TURN: Move = |(row, column)| (column, 8 - row);

impl Symmetry {
    /// All of them, but for [`Symmetry::None`].
    pub const ALL: [Self; 9] = [
        Self::Vertical,
        Self::Horizontal,
        Self::Diagonal,
        Self::Antidiagonal,
        Self::Bidiagonal,
        Self::Orthogonal,
        Self::Rotational180,
        Self::Rotational90,
        Self::Full,
    ];

    /// `none`, `vertical`, `horizontal`, `diagonal`, `antidiagonal`, `bidiagonal`, `orthogonal`, `rotational180`,
    /// `rotational90` or `full`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Vertical => "vertical",
            Self::Horizontal => "horizontal",
            Self::Diagonal => "diagonal",
            Self::Antidiagonal => "antidiagonal",
            Self::Bidiagonal => "bidiagonal",
            Self::Orthogonal => "orthogonal",
            Self::Rotational180 => "rotational180",
            Self::Rotational90 => "rotational90",
            Self::Full => "full",
        }
    }

    /// The moves that leave the pattern as it is; they generate all others.
    const fn moves(self) -> &'static [Move] {
        match self {
            Self::None => &[],
            Self::Vertical => &[VERTICAL],
            Self::Horizontal => &[HORIZONTAL],
            Self::Diagonal => &[DIAGONAL],
            Self::Antidiagonal => &[ANTIDIAGONAL],
            Self::Bidiagonal => &[DIAGONAL, ANTIDIAGONAL],
            Self::Orthogonal => &[VERTICAL, HORIZONTAL],
            Self::Rotational180 => &[HALF_TURN],
            Self::Rotational90 => &[QUARTER_TURN],
            Self::Full => &[VERTICAL, DIAGONAL],
        }
    }

    /// Whether the cells of a grid that hold a digit have this symmetry.
    #[must_use]
    pub fn holds(self, grid: &Grid) -> bool {
        self.moves().iter().all(|image| {
            Cell::all().all(|cell| {
                let (row, column) = image((cell.index() / 9, cell.index() % 9));
                (grid.values()[cell.index()] == 0) == (grid.values()[9 * row + column] == 0)
            })
        })
    }

    /// The symmetries of the cells of a grid that hold a digit: [`Symmetry::None`] alone if there is none.
    #[must_use]
    pub fn of(grid: &Grid) -> Vec<Self> {
        let found: Vec<Self> = Self::ALL.into_iter().filter(|symmetry| symmetry.holds(grid)).collect();
        if found.is_empty() { vec![Self::None] } else { found }
    }
}
