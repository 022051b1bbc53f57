//! The symmetries of a pattern of clues.

use crate::sudoku::{Cell, Grid};

/// A symmetry of the set of cells that hold a digit, regardless of which digit. The names are Sudoku Explainer's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symmetry {
    /// No symmetry.
    None,
    /// Reflection in the vertical axis: left and right.
    Vertical,
    /// Reflection in the horizontal axis: top and bottom.
    Horizontal,
    /// Reflection in the diagonal from the top left.
    Diagonal,
    /// Reflection in the diagonal from the top right.
    Antidiagonal,
    /// Reflection in both diagonals.
    Bidiagonal,
    /// Reflection in both axes.
    Orthogonal,
    /// Rotation by a half turn.
    Rotational180,
    /// Rotation by a quarter turn.
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
    /// All symmetries except [`Symmetry::None`].
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

    /// Its name: `none`, `vertical`, `horizontal`, `diagonal`, `antidiagonal`, `bidiagonal`, `orthogonal`,
    /// `rotational180`, `rotational90` or `full`.
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

    /// Moves that preserve the pattern and generate all others that do.
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

    /// Whether the pattern of clues of a grid has this symmetry.
    #[must_use]
    pub fn holds(self, grid: &Grid) -> bool {
        self.moves().iter().all(|image| {
            Cell::all().all(|cell| {
                let (row, column) = image((cell.index() / 9, cell.index() % 9));
                (grid.values()[cell.index()] == 0) == (grid.values()[9 * row + column] == 0)
            })
        })
    }

    /// The symmetries of the pattern of clues of a grid; only [`Symmetry::None`] if it has none.
    #[must_use]
    pub fn of(grid: &Grid) -> Vec<Self> {
        let found: Vec<Self> = Self::ALL.into_iter().filter(|symmetry| symmetry.holds(grid)).collect();
        if found.is_empty() { vec![Self::None] } else { found }
    }
}
