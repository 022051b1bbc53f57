//! Givens that may be wrong.

use std::fmt;

use super::cells::Cell;
use super::declaration::answer;
use super::steps::Candidate;
use super::verdict::{SolveVerdict, Verdict};
use crate::sudoku::explain;
use crate::sudoku::{self, Grid};

answer! {
    /// The smallest repairs.
    #[derive(Clone)]
    pub struct Repairs {
        /// The number of givens that each repair removes.
        size: usize,
        /// Whether the list is proven to be complete and of the smallest size.
        exact: bool,
        /// Whether there may be more repairs of this size than listed.
        pub more: bool,
        /// The number of repairs that were found and are not listed.
        pub left_out: usize {minimum: 0, maximum: 50},
        /// The repairs, the most likely first: those that leave one solution come first, then exchanged neighbours,
        /// then digits that are easily misread or mistyped, then misplaced digits, then the other single changes.
        pub list: Vec<Repair> {maxItems: 50},
        /// Pairs of neighbouring cells. Exchanging the contents of a pair leaves exactly one solution.
        pub exchanges: Vec<[Cell; 2]>,
    }

    /// Givens to remove so that a solution exists.
    #[derive(Clone)]
    pub struct Repair {
        /// The givens to remove.
        pub remove: Vec<Candidate>,
        /// The verdict after the removal; absent if it was not decided.
        pub verdict: Option<Verdict> as Option<SolveVerdict>,
        /// The digits that leave exactly one solution in their places, the most likely first: for a single given one by
        /// one, for two givens in pairs, one pair after the other, at most 16. Empty for more givens.
        pub changes: Vec<Candidate>,
    }
}

impl Repairs {
    /// The repairs of a grid, of which at most this many are listed.
    pub fn of(grid: &Grid, repairs: explain::Repairs, most: usize) -> Self {
        let repair = |repair: explain::Repair| Repair {
            remove: of_cells(grid, &repair.remove),
            verdict: repair.unique.map(|unique| if unique { Verdict::Unique } else { Verdict::Multiple }),
            changes: repair
                .remove
                .iter()
                .cycle()
                .zip(&repair.changes)
                .map(|(&cell, &digit)| Candidate::new(cell, digit))
                .collect(),
        };
        Self {
            size: repairs.list.first().map_or(0, |repair| repair.remove.len()),
            exact: repairs.exact,
            more: repairs.more || repairs.list.len() > most,
            left_out: repairs.list.len().saturating_sub(most),
            list: repairs.list.into_iter().take(most).map(repair).collect(),
            exchanges: repairs.exchanges.into_iter().map(|cells| cells.map(Cell::from)).collect(),
        }
    }
}

/// Formats as `r1c3=1 (then unique; unique with 4)` or `r1c3=1 r2c4=5 (then multiple; unique with 4 6, 7 6)`.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let removed: Vec<String> = self.remove.iter().map(Candidate::to_string).collect();
        f.write_str(&removed.join(" "))?;
        let Some(verdict) = self.verdict else { return Ok(()) };
        write!(f, " (then {}", verdict.name())?;
        let digits: Vec<String> = self.changes.iter().map(|change| change.digit.to_string()).collect();
        if !digits.is_empty() {
            let pairs: Vec<String> = digits.chunks(self.remove.len()).map(|pair| pair.join(" ")).collect();
            write!(f, "; unique with {}", pairs.join(if self.remove.len() > 1 { ", " } else { " " }))?;
        }
        f.write_str(")")
    }
}

/// These cells with their digits in a grid.
pub fn of_cells(grid: &Grid, cells: &[sudoku::Cell]) -> Vec<Candidate> {
    cells.iter().filter_map(|&cell| Some(Candidate::new(cell, grid.get(cell)?))).collect()
}
