//! Conflicting givens.

use super::effort::Effort;
use super::hitting_sets::{self, Test};
use crate::sudoku::{Cell, Grid, rules};

/// The orders in which deletion tries givens: the steps between cells, wrapping around the grid. None is divisible by
/// 3, so that every order visits all 81 cells. The smallest core that they find is nearly the smallest of all: 13.7
/// givens on average instead of 13.65.
const STRIDES: [usize; 8] = [1, 80, 40, 32, 50, 22, 7, 65];

/// Givens that together have no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    /// Their cells, ordered by index.
    pub givens: Vec<Cell>,
    /// Whether it is proven that removing any one of them leaves a solution.
    pub minimal: bool,
    /// Whether it is proven that every smaller set of givens of this grid has a solution.
    pub smallest: bool,
}

/// Why a grid has no solution: its cores and what follows from them.
#[derive(Clone, Debug)]
pub struct Refutation {
    pub(super) grid: Grid,
    /// All cores found, the smallest first.
    pub(super) cores: Vec<u128>,
    core: Core,
    pub(super) misfits: Misfits,
}

/// For each solution found by a search, the givens that it contradicts. Every core contains at least one of them. A set
/// of givens that contains none of them is solvable, and needs no search.
#[derive(Clone, Default, Debug)]
pub(super) struct Misfits(Vec<u128>);

impl Refutation {
    /// Looks for cores of a grid. If digits conflict, the cores are the pairs of equal digits. Otherwise the search
    /// tries to delete each given in turn, in eight orders, and leaves it out if the others still have no solution.
    ///
    /// `None` if the grid has a solution, or if the effort does not suffice to prove that it has none.
    pub fn of(grid: &Grid, effort: &mut Effort) -> Option<Self> {
        let cores = conflicting_pairs(grid);
        if let Some(&pair) = cores.first() {
            return Some(Self { grid: *grid, cores, core: core(pair, true, true), misfits: Misfits::default() });
        }
        // Everything else depends on this search, so it may use half of the effort.
        if effort.find_any_within(effort.left() / 2, grid) != Ok(None) {
            return None;
        }
        let (givens, mut misfits) = (grid.filled(), Misfits::default());
        let mut found: Vec<(u128, bool)> = Vec::new();
        // Reserve half of the effort for the searches that build on the cores.
        effort.holding_back(effort.left() / 2, |effort| {
            for stride in STRIDES {
                let core = misfits.shrink(grid, givens, stride, effort);
                if !found.contains(&core) {
                    found.push(core);
                }
            }
        });
        // The sort is stable: cores of the same size stay in the order of their strides.
        found.sort_by_key(|&(givens, minimal)| (givens.count_ones(), !minimal));
        let (smallest, minimal) = found[0];
        let cores = found.into_iter().map(|(givens, _)| givens).collect();
        Some(Self { grid: *grid, cores, core: core(smallest, minimal, false), misfits })
    }

    /// The smallest core found.
    pub const fn core(&self) -> &Core {
        &self.core
    }

    /// Looks for a smaller core until it is proven that there is none or the effort is spent.
    pub fn smallest_core(&self, effort: &mut Effort) -> Core {
        if self.core.smallest {
            return self.core.clone();
        }
        let (grid, mut misfits) = (&self.grid, self.misfits.clone());
        let mut known = misfits.0.clone();
        let found = hitting_sets::smallest(0..self.core.givens.len(), 1, &mut known, effort, |givens, effort| {
            match effort.find_any(&grid.only(givens)) {
                Err(_) => Test::Unknown,
                Ok(None) => Test::Meets,
                Ok(Some(solution)) => Test::Misses(grid.filled() & !solvable(grid, givens, &solution, effort)),
            }
        });
        match found.sets.first() {
            None => Core { smallest: found.proven, minimal: self.core.minimal || found.proven, ..self.core.clone() },
            Some(&smaller) if found.proven => core(smaller, true, true),
            Some(&smaller) => {
                let (givens, minimal) = misfits.shrink(grid, smaller, STRIDES[0], effort);
                core(givens, minimal, false)
            }
        }
    }
}

fn core(givens: u128, minimal: bool, smallest: bool) -> Core {
    Core { givens: Cell::of(givens).collect(), minimal, smallest }
}

/// All pairs of conflicting givens.
fn conflicting_pairs(grid: &Grid) -> Vec<u128> {
    let mut pairs = Vec::new();
    for conflict in rules::conflicts(grid) {
        for (i, &first) in conflict.cells.iter().enumerate() {
            for &second in &conflict.cells[i + 1..] {
                let pair = first.bit() | second.bit();
                // Two cells that share a line and a box conflict in both.
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
    }
    pairs
}

impl Misfits {
    /// Finds a core within these givens, which have no solution, and whether it is minimal.
    pub(super) fn shrink(&mut self, grid: &Grid, givens: u128, stride: usize, effort: &mut Effort) -> (u128, bool) {
        let mut core = givens;
        let mut undecided = 0;
        let order = (0..Cell::COUNT).filter_map(|i| Cell::from_index(i * stride % Cell::COUNT));
        for cell in order.filter(|cell| givens & cell.bit() != 0) {
            match self.is_solvable(grid, core & !cell.bit(), effort) {
                Some(false) => core &= !cell.bit(),
                Some(true) => {}
                None => undecided |= cell.bit(),
            }
        }
        // With fewer givens left, a search that was too hard may have become easy.
        let mut minimal = true;
        for cell in Cell::of(undecided) {
            match self.is_solvable(grid, core & !cell.bit(), effort) {
                Some(false) => core &= !cell.bit(),
                Some(true) => {}
                None => minimal = false,
            }
        }
        (core, minimal)
    }

    fn is_solvable(&mut self, grid: &Grid, givens: u128, effort: &mut Effort) -> Option<bool> {
        if self.0.iter().any(|misfits| misfits & givens == 0) {
            return Some(true);
        }
        let found = effort.find_any(&grid.only(givens)).ok()?;
        self.0.extend(found.map(|solution| misfits(grid, &solution)));
        Some(found.is_some())
    }
}

fn misfits(grid: &Grid, solution: &Grid) -> u128 {
    grid.filled() & grid.differing(solution)
}

/// Extends these givens, which have this solution, to a large set of givens that has a solution.
pub(super) fn solvable(grid: &Grid, givens: u128, solution: &Grid, effort: &mut Effort) -> u128 {
    let fitting = |solution: &Grid| grid.filled() & !misfits(grid, solution);
    let mut solvable = givens | fitting(solution);
    for cell in Cell::of(grid.filled() & !solvable) {
        // A solution found in the meantime may have decided it.
        if solvable & cell.bit() != 0 {
            continue;
        }
        if let Ok(Some(solution)) = effort.find_any(&grid.only(solvable | cell.bit())) {
            solvable |= fitting(&solution);
        }
    }
    solvable
}
