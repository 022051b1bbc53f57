//! Sets of cells.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::sudoku::bits::cells;
use crate::sudoku::logic::PEER_SETS;
use crate::sudoku::{Cell, Grid};

/// A set of cells; bit `i` is the cell with index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct CellSet(u128);

impl CellSet {
    pub(super) const EMPTY: Self = Self(0);

    /// The cells that satisfy this predicate.
    pub(super) fn of(holds: impl Fn(Cell) -> bool) -> Self {
        Cell::all().filter(|&cell| holds(cell)).collect()
    }

    /// The cells that hold a digit.
    pub(super) fn givens(grid: &Grid) -> Self {
        Self::differing(grid, &Grid::EMPTY)
    }

    /// The other cells of the houses of a cell.
    pub(super) const fn peers(cell: Cell) -> Self {
        Self(PEER_SETS[cell.index()])
    }

    /// The cells in which two grids differ.
    pub(super) fn differing(a: &Grid, b: &Grid) -> Self {
        let pairs = a.values().iter().zip(b.values()).rev();
        Self(pairs.fold(0, |cells, (a, b)| cells << 1 | u128::from(a != b)))
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    pub(super) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The same set with this cell.
    pub(super) const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.index())
    }

    /// The same set without this cell.
    pub(super) const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.index()))
    }

    /// The cells, ordered by index.
    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        cells(self.0).filter_map(|index| Cell::from_index(index.into()))
    }

    /// A grid with the digits of `grid` in these cells and all other cells blank.
    pub(super) fn of_grid(self, grid: &Grid) -> Grid {
        self.iter().fold(Grid::EMPTY, |part, cell| part.with(cell, grid.get(cell)))
    }

    /// A copy of `grid` with these cells blank.
    pub(super) fn out_of(self, grid: &Grid) -> Grid {
        self.iter().fold(*grid, |rest, cell| rest.with(cell, None))
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitOr for CellSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for CellSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for CellSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}
