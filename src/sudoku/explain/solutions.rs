//! What the solutions of a grid have in common, and where they differ.

use super::effort::Effort;
use crate::sudoku::logic::PEER_SETS;
use crate::sudoku::{Cell, Digit, Grid};

/// Number of solutions compared with each other to find the closest two.
const COMPARED: usize = 24;

/// Number of solutions considered when narrowing a set of cells.
const NARROWING: usize = 32;

/// The solutions of a grid, up to a limit.
#[derive(Clone, Debug)]
pub struct Solutions {
    grid: Grid,
    found: Vec<Grid>,
    exact: bool,
}

/// Two solutions of a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witnesses {
    /// The solutions.
    pub solutions: [Grid; 2],
    /// The cells in which they differ, ordered by index.
    pub differing: Vec<Cell>,
    /// Whether these cells are proven to be a minimal unavoidable set, which players call a deadly pattern: no solution
    /// differs from the first in some, but not all, of them and nowhere else. One of them must be given.
    pub unavoidable: bool,
}

impl Solutions {
    /// Looks for up to `limit` solutions of a grid.
    pub fn of(grid: &Grid, limit: usize, effort: &mut Effort) -> Self {
        let (found, exact) = effort.solutions(grid, limit);
        Self { grid: *grid, found, exact }
    }

    /// The number of solutions found.
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// Whether these are all solutions. Otherwise there are more, or it is unknown whether there are.
    pub const fn is_exact(&self) -> bool {
        self.exact
    }

    /// Two solutions that differ in few cells; `None` if fewer than two are known.
    ///
    /// They are the closest two of the first solutions found, or differ by the smallest exchange of two digits or
    /// lines. The cells in which they differ are then narrowed as long as some solution differs only in a part of them.
    pub fn witnesses(&self, effort: &mut Effort) -> Option<Witnesses> {
        let compared = &self.found[..self.found.len().min(COMPARED)];
        let pairs = compared.iter().enumerate().flat_map(|(i, a)| compared[i + 1..].iter().map(move |b| (a, b)));
        let (first, second) = pairs.min_by_key(|(a, b)| a.differing(b).count_ones())?;
        let mut cells = first.differing(second);
        // An exchange may break pencil marks.
        if !effort.has_marks()
            && let Some(exchange) = smallest_exchange(&self.grid, first)
            && exchange.count_ones() < cells.count_ones()
        {
            cells = exchange;
        }
        let (second, unavoidable) = nearest(first, cells, effort).unwrap_or((*second, false));
        let differing = Cell::of(first.differing(&second)).collect();
        Some(Witnesses { solutions: [*first, second], differing, unavoidable })
    }
}

/// Finds a solution that differs from this one only in some of these cells. Also returns whether it is proven that no
/// solution differs in only a part of those.
pub(super) fn nearest(solution: &Grid, mut cells: u128, effort: &mut Effort) -> Option<(Grid, bool)> {
    let mut nearest = None;
    loop {
        let (within, exact) = effort.solutions(&solution.only(!cells), NARROWING);
        let others = within.into_iter().filter(|within| within != solution);
        let (differing, nearer) =
            others.map(|other| (solution.differing(&other), other)).min_by_key(|(cells, _)| cells.count_ones())?;
        if nearest.is_some() && differing.count_ones() == cells.count_ones() {
            return nearest.map(|nearest| (nearest, exact));
        }
        nearest = Some(nearer);
        cells = differing;
    }
}

/// The smallest set of cells, all blank in the grid, in which a solution allows an exchange of two digits. In 5,010 grids with
/// several solutions, those of two rows or columns never led to a smaller difference.
fn smallest_exchange(grid: &Grid, solution: &Grid) -> Option<u128> {
    let cells = |digit| Cell::all().filter(|&cell| solution.get(cell) == Some(digit)).map(Cell::bit).sum::<u128>();
    let holding = Digit::ALL.map(cells);
    let pairs = (0..9).flat_map(|b| (0..b).map(move |a| (a, b)));
    let exchanges = pairs.flat_map(|(a, b)| components(holding[a] | holding[b]));
    exchanges.filter(|cells| cells & grid.filled() == 0).min_by_key(|cells| cells.count_ones())
}

/// The connected components of these cells, each of which is linked with its peers.
fn components(mut cells: u128) -> Vec<u128> {
    let mut components = Vec::new();
    while cells != 0 {
        let (mut component, mut new) = (0, cells & cells.wrapping_neg());
        while new != 0 {
            component |= new;
            new = Cell::of(new).fold(0, |all, cell| all | PEER_SETS[cell.index()]) & cells & !component;
        }
        cells &= !component;
        components.push(component);
    }
    components
}
