//! What the solutions of a grid have in common, and where they differ.

use super::cells::CellSet;
use super::effort::Effort;
use crate::sudoku::{Cell, Digit, Grid, House};

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
    #[must_use]
    pub fn of(grid: &Grid, limit: usize, effort: &mut Effort) -> Self {
        let (found, exact) = effort.solutions(grid, limit);
        Self { grid: *grid, found, exact }
    }

    /// The number of solutions found.
    #[must_use]
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// Whether these are all solutions. Otherwise there are more, or it is unknown whether there are.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.exact
    }

    /// Two solutions that differ in few cells; `None` if fewer than two are known.
    ///
    /// They are the closest two of the first solutions found, or differ by the smallest exchange of two digits or
    /// lines. The cells in which they differ are then narrowed as long as some solution differs only in a part of them.
    #[must_use]
    pub fn witnesses(&self, effort: &mut Effort) -> Option<Witnesses> {
        let compared = &self.found[..self.found.len().min(COMPARED)];
        let pairs = compared.iter().enumerate().flat_map(|(i, a)| compared[i + 1..].iter().map(move |b| (a, b)));
        let (first, second) = pairs.min_by_key(|(a, b)| CellSet::differing(a, b).len())?;
        let mut cells = CellSet::differing(first, second);
        if let Some(exchange) = smallest_exchange(&self.grid, first)
            && exchange.len() < cells.len()
        {
            cells = exchange;
        }
        let (second, unavoidable) = nearest(first, cells, effort).unwrap_or((*second, false));
        let differing = CellSet::differing(first, &second).iter().collect();
        Some(Witnesses { solutions: [*first, second], differing, unavoidable })
    }
}

/// Finds a solution that differs from this one only in some of these cells. Also returns whether it is proven that no
/// solution differs in only a part of those.
pub(super) fn nearest(solution: &Grid, mut cells: CellSet, effort: &mut Effort) -> Option<(Grid, bool)> {
    let mut nearest = None;
    loop {
        let (within, exact) = effort.solutions(&cells.out_of(solution), NARROWING);
        let others = within.into_iter().filter(|within| within != solution);
        let (differing, nearer) =
            others.map(|other| (CellSet::differing(solution, &other), other)).min_by_key(|(cells, _)| cells.len())?;
        if nearest.is_some() && differing.len() == cells.len() {
            return nearest.map(|nearest| (nearest, exact));
        }
        nearest = Some(nearer);
        cells = differing;
    }
}

/// The smallest set of cells, all blank in the grid, in which a solution allows an exchange: of two digits, or of the
/// digits of two rows of a band or two columns of a stack.
fn smallest_exchange(grid: &Grid, solution: &Grid) -> Option<CellSet> {
    let holding = Digit::ALL.map(|digit| CellSet::of(|cell| solution.get(cell) == Some(digit)));
    let digits = (0..9).flat_map(|b| (0..b).map(move |a| (a, b)));
    let houses = House::ALL.map(|house| house.cells().into_iter().collect::<CellSet>());
    let by_digits = digits.map(|(a, b)| exchanges(holding[a] | holding[b], CellSet::peers));
    let pairs = (0..18).step_by(3).flat_map(|line| [(line, line + 1), (line, line + 2), (line + 1, line + 2)]);
    // A cell is linked with the cell that it exchanges with and with those that hold its digit.
    let by_lines = pairs.map(|(a, b)| {
        exchanges(houses[a] | houses[b], |cell| {
            let across = houses[usize::from(if a < 9 { cell.column() + 8 } else { cell.row() - 1 })];
            across | solution.get(cell).map_or(CellSet::EMPTY, |digit| holding[usize::from(digit.get()) - 1])
        })
    });
    let givens = CellSet::givens(grid);
    by_digits.chain(by_lines).flatten().filter(|cells| !cells.intersects(givens)).min_by_key(|cells| cells.len())
}

/// The connected components of these cells, given the cells that each is linked with.
fn exchanges(mut cells: CellSet, linked: impl Fn(Cell) -> CellSet) -> Vec<CellSet> {
    let mut exchanges = Vec::new();
    while let Some(first) = cells.iter().next() {
        let (mut exchange, mut new) = (CellSet::EMPTY, CellSet::EMPTY.with(first));
        while !new.is_empty() {
            exchange |= new;
            new = (new.iter().fold(CellSet::EMPTY, |all, cell| all | linked(cell)) & cells) - exchange;
        }
        cells = cells - exchange;
        exchanges.push(exchange);
    }
    exchanges
}
