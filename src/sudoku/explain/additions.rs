//! Missing clues.

use super::effort::Effort;
use super::hitting_sets::{self, Test};
use super::solutions::nearest;
use crate::sudoku::{Cell, Grid};

/// Number of nodes reserved for the fallback, which always finds an addition, in case the search for the smallest ones
/// fails.
const HELD_BACK: u64 = 1_000;

/// Sets of cells that make a solution the only one when they are filled from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Additions {
    /// The sets of cells, all of the same size. Empty if the effort ran out before any set was found.
    pub list: Vec<Vec<Cell>>,
    /// Whether it is proven that no smaller set suffices.
    pub smallest: bool,
    /// Whether the list was cut at the requested number of sets, so that there may be more.
    pub more: bool,
}

/// Looks for up to `at_most` smallest sets of cells that make `target`, a solution of the grid, its only solution when
/// they are filled from it. Each of them hits every set of cells in which another solution differs.
///
/// If the search does not find them, the list holds one sufficient set from which no cell can be left out.
pub fn additions(grid: &Grid, target: &Grid, at_most: usize, effort: &mut Effort) -> Additions {
    let mut differences = Vec::new();
    let filled = |cells| Cell::of(cells).fold(*grid, |filled, cell| filled.with(cell, target.get(cell)));
    let found = effort.holding_back(HELD_BACK, |effort| {
        let sizes = 0..Cell::COUNT - grid.clues() + 1;
        hitting_sets::smallest(sizes, at_most.max(1), &mut differences, effort, |cells, effort| {
            match other(&filled(cells), target, effort) {
                Ok(Some(other)) => {
                    let cells = target.differing(&other);
                    let nearest = nearest(target, cells, effort).map(|(nearest, _)| target.differing(&nearest));
                    Test::Misses(nearest.unwrap_or(cells))
                }
                Ok(None) => Test::Meets,
                Err(()) => Test::Unknown,
            }
        })
    });
    if !found.sets.is_empty() {
        let list = found.sets.into_iter().map(|cells| Cell::of(cells).collect()).collect();
        return Additions { list, smallest: found.proven, more: found.proven && !found.complete };
    }
    // Add the cell that hits the most differences first.
    let hits = |cell: Cell, added: u128, differences: &[u128]| {
        differences.iter().filter(|&set| set & added == 0 && set & cell.bit() != 0).count()
    };
    let mut added = 0;
    let list = loop {
        let open = match other(&filled(added), target, effort) {
            Ok(None) => break vec![irredundant(added, |cells| other(&filled(cells), target, effort))],
            Ok(Some(other)) => {
                let difference = target.differing(&other);
                differences.push(difference);
                difference
            }
            Err(()) => target.differing(grid) & !added,
        };
        let Some(cell) = Cell::of(open).max_by_key(|&cell| hits(cell, added, &differences)) else { break Vec::new() };
        if effort.left() == 0 {
            break Vec::new();
        }
        added |= cell.bit();
    };
    Additions { list, smallest: false, more: false }
}

/// A solution other than the target; an error if the effort does not suffice to know whether there is one.
fn other(grid: &Grid, target: &Grid, effort: &mut Effort) -> Result<Option<Grid>, ()> {
    let (found, exact) = effort.solutions(grid, 2);
    let other = found.into_iter().find(|solution| solution != target);
    if other.is_some() || exact { Ok(other) } else { Err(()) }
}

/// Removes the cells that the others make redundant.
fn irredundant(cells: u128, mut other: impl FnMut(u128) -> Result<Option<Grid>, ()>) -> Vec<Cell> {
    let mut needed = cells;
    for cell in Cell::of(cells) {
        if other(needed & !cell.bit()) == Ok(None) {
            needed &= !cell.bit();
        }
    }
    Cell::of(needed).collect()
}
