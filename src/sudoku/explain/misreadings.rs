//! What a scanner may have read wrongly.

use super::effort::Effort;
use crate::sudoku::solver::Finding;
use crate::sudoku::{Cell, Digit, Grid};

/// Maximum number of readings that are tried.
pub const MOST_READINGS: usize = 4096;

/// A cell that may have been read wrongly, and what it may hold instead; `None` for nothing.
pub type Doubt = (Cell, Vec<Option<Digit>>);

/// A way to read the doubtful cells that makes a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The cells that differ from those sent.
    pub changes: Vec<Cell>,
    /// The grid that was read.
    pub grid: Grid,
    /// Its only solution.
    pub solution: Grid,
}

/// The ways to read the doubtful cells of a grid, each of which may be as it was sent, that leave exactly one solution: ordered by
/// the number of changes, then by cell and the order of its digits. Also whether all were decided.
///
/// # Errors
/// The number of readings, if there are more than [`MOST_READINGS`].
pub fn readings(grid: &Grid, doubts: &[Doubt], effort: &mut Effort) -> Result<(Vec<Reading>, bool), usize> {
    let mut doubts = doubts.to_vec();
    doubts.sort_by_key(|(cell, _)| cell.index());
    for (cell, digits) in &mut doubts {
        let mut seen = vec![grid.get(*cell)];
        digits.retain(|digit| {
            !seen.contains(digit) && {
                seen.push(*digit);
                true
            }
        });
    }
    let count = doubts.iter().map(|(_, digits)| digits.len() + 1).product();
    if count > MOST_READINGS {
        return Err(count);
    }
    // Those of the later cells are appended to those of the earlier ones, so that a stable sort by number is all that it takes.
    let mut all = vec![(Vec::new(), *grid)];
    for (cell, digits) in doubts.iter().rev() {
        let changed = |&digit: &Option<Digit>| {
            let change =
                move |(cells, grid): &(Vec<Cell>, Grid)| ([&[*cell], &cells[..]].concat(), grid.with(*cell, digit));
            all.iter().map(change)
        };
        all = digits.iter().flat_map(changed).chain(all.iter().cloned()).collect();
    }
    all.sort_by_key(|(cells, _)| cells.len());
    let mut exact = true;
    let unique = all.into_iter().filter_map(|(changes, grid)| match effort.solve(&grid, 1) {
        Finding::One(solution) => Some(Reading { changes, grid, solution }),
        Finding::Interrupted { .. } => {
            exact = false;
            None
        }
        Finding::None | Finding::Many(_) => None,
    });
    let unique = unique.collect();
    Ok((unique, exact))
}
