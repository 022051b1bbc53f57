//! The exact solver: [`solve`] finds the solutions of a grid, [`count_solutions`] counts them.
//!
//! Invariants: a solution that is returned is complete, obeys the rules and contains the clues; no solution is
//! returned twice; a verdict is only given when the search space was exhausted as far as it needs; the same grid and
//! budget give the same outcome every time, unless the cancel flag is raised.

mod budget;
mod outcome;
#[cfg(test)]
mod reference;
mod search;

pub use budget::{Budget, CancelFlag};
pub use outcome::{Finding, Interruption, Outcome, Solutions, Stats};

use super::{Grid, rules};

/// Finds the solutions of a grid within a budget.
///
/// A grid whose digits conflict has none.
#[must_use]
pub fn solve(puzzle: &Grid, budget: &Budget) -> Outcome {
    if rules::has_conflict(puzzle) {
        return Outcome { finding: Finding::None, stats: Stats::default() };
    }
    let limit = budget.kept().saturating_add(1);
    let mut solutions = Vec::new();
    let mut found = 0;
    let (stats, end) = search::search(puzzle, budget, |solution| {
        if found < budget.kept() {
            solutions.push(solution);
        }
        found += 1;
        found < limit
    });
    let mut kept = solutions.into_iter();
    let finding = match (end, found, kept.next()) {
        (Some(cause), _, first) if found < limit => {
            Finding::Interrupted { cause, found: first.into_iter().chain(kept).collect() }
        }
        (_, _, None) => Finding::None,
        (_, 1, Some(first)) => Finding::One(first),
        (_, _, Some(first)) => Finding::Many(Solutions::new(first, kept.collect(), found == limit)),
    };
    Outcome { finding, stats }
}

/// Finds the solutions of several grids, each within the budget. The outcomes are put behind those that are already
/// there, in the order of the grids.
pub fn solve_many(puzzles: &[Grid], budget: &Budget, outcomes: &mut Vec<Outcome>) {
    outcomes.extend(puzzles.iter().map(|puzzle| solve(puzzle, budget)));
}

/// Counts the solutions of a grid and stops at `limit`; 0 for a grid whose digits conflict.
#[must_use]
pub fn count_solutions(puzzle: &Grid, limit: usize) -> usize {
    let mut found = 0;
    if limit > 0 && !rules::has_conflict(puzzle) {
        search::search(puzzle, &Budget::unlimited(), |_| {
            found += 1;
            found < limit
        });
    }
    found
}
