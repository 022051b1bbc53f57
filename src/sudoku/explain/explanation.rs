//! A whole explanation: its parts, in the order in which they share the effort.

use super::additions::{Additions, additions};
use super::candidates::TrueCandidates;
use super::contradiction::Contradiction;
use super::effort::{Effort, EffortLimits};
use super::redundancy::{MinimalPuzzle, Redundancy, minimal_puzzle};
use super::refutation::{Core, Refutation};
use super::repairs::Repairs;
use super::solutions::{Solutions, Witnesses};
use crate::sudoku::logic::Candidate;
use crate::sudoku::rules::{self, Conflict};
use crate::sudoku::solver::{self, Budget, CancelFlag, Finding, Interruption};
use crate::sudoku::{Grid, Position};

/// Maximum number of solutions to count.
const MOST_SOLUTIONS: usize = 1000;

/// Maximum number of repairs, or of sets of additions.
const MOST_SETS: usize = 50;

/// The parts that are found only on request.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Parts {
    /// For a grid without a solution: a core that no other is smaller than.
    pub smallest_core: bool,
    /// For a grid with several solutions: clues that make one the only one.
    pub additions: bool,
    /// For a puzzle: one without redundant givens.
    pub minimal_puzzle: bool,
}

/// Why a grid has no solution, why it has several, or what is special about a puzzle.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// No solution.
    Refuted(Refuted),
    /// Several solutions.
    Multiple(Box<Multiple>),
    /// One solution.
    Unique(Unique),
}

/// Why a grid has no solution.
#[derive(Clone, Debug)]
pub struct Refuted {
    /// The givens that break the rules.
    pub conflicts: Vec<Conflict>,
    /// If only the pencil marks leave no solution: the digits of the only one without them that they lack. There is then no proof.
    pub missing_marks: Vec<Candidate>,
    /// The proof; `None` if the effort ran out before it was found.
    pub proof: Option<Proof>,
    /// Whether every part is complete and proven.
    pub complete: bool,
}

/// The proof that a grid has no solution.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Givens that have no solution together.
    pub core: Core,
    /// The givens of the core alone.
    pub givens: Grid,
    /// How simple steps from the givens of the core lead to a contradiction, if they do.
    pub contradiction: Option<Contradiction>,
    /// The smallest sets of givens to remove.
    pub repairs: Repairs,
}

/// Why a grid has several solutions.
#[derive(Clone, Debug)]
pub struct Multiple {
    /// Some or all solutions.
    pub solutions: Solutions,
    /// What each cell holds in some solution.
    pub candidates: TrueCandidates,
    /// Two solutions that differ in few cells.
    pub witnesses: Option<Witnesses>,
    /// On request: clues that make the first witness the only solution.
    pub additions: Option<Additions>,
    /// Whether every part is complete and proven.
    pub complete: bool,
}

/// What is special about a puzzle.
#[derive(Clone, Debug)]
pub struct Unique {
    /// The givens that can each be left out.
    pub redundancy: Redundancy,
    /// On request: a puzzle without redundant givens.
    pub minimal_puzzle: Option<MinimalPuzzle>,
    /// Whether every part is complete and proven.
    pub complete: bool,
}

impl Explanation {
    /// Explains a grid or a position. The parts share one [`Effort`] with the default [`EffortLimits`]; if it runs out, they say
    /// what is unknown.
    ///
    /// # Errors
    /// The search for the solutions was interrupted by its `budget` before it was known how many there are, or the flag was
    /// raised by then. A flag that is raised later leaves parts incomplete.
    pub fn of(
        position: impl Into<Position>,
        parts: Parts,
        budget: &Budget,
        cancel: CancelFlag,
    ) -> Result<Self, Interruption> {
        let position = position.into();
        let grid = position.grid();
        let conflicts = rules::conflicts(grid);
        let mut effort = Effort::new(EffortLimits::default()).with_cancel(cancel).within(&position);
        if !conflicts.is_empty() {
            return Ok(Self::Refuted(Refuted::of(grid, conflicts, parts, &mut effort)));
        }
        match solver::solve_position(&position, budget).finding {
            Finding::None => Ok(match position.allowed().map(|_| solver::solve_without_marks(&position, budget)) {
                Some(Finding::One(solution)) => {
                    let missing = position.lacks(&solution).map(|(cell, digit)| Candidate { cell, digit });
                    Self::Refuted(Refuted { conflicts, missing_marks: missing.collect(), proof: None, complete: true })
                }
                _ => Self::Refuted(Refuted::of(grid, conflicts, parts, &mut effort)),
            }),
            Finding::Many(_) => Ok(Self::Multiple(Box::new(Multiple::of(grid, parts, &mut effort)))),
            Finding::One(_) => Ok(Self::Unique(Unique::of(grid, parts, &mut effort))),
            Finding::Interrupted { cause, .. } => Err(cause),
        }
    }
}

impl Refuted {
    fn of(grid: &Grid, conflicts: Vec<Conflict>, parts: Parts, effort: &mut Effort) -> Self {
        let missing_marks = Vec::new();
        let Some(refutation) = Refutation::of(grid, effort) else {
            return Self { conflicts, missing_marks, proof: None, complete: false };
        };
        let repairs = refutation.repairs(MOST_SETS, effort);
        let core = if parts.smallest_core { refutation.smallest_core(effort) } else { refutation.core().clone() };
        let givens = core.givens.iter().fold(Grid::EMPTY, |part, &cell| part.with(cell, grid.get(cell)));
        let complete = repairs.exact && core.minimal && (core.smallest || !parts.smallest_core);
        let contradiction = Contradiction::of(effort.position(&givens));
        Self { conflicts, missing_marks, proof: Some(Proof { core, givens, contradiction, repairs }), complete }
    }
}

impl Multiple {
    fn of(grid: &Grid, parts: Parts, effort: &mut Effort) -> Self {
        let solutions = Solutions::of(grid, MOST_SOLUTIONS, effort);
        let candidates = TrueCandidates::of(grid, effort);
        let witnesses = solutions.witnesses(effort);
        let target = witnesses.as_ref().map(|witnesses| witnesses.solutions[0]);
        let additions = target.filter(|_| parts.additions).map(|target| additions(grid, &target, MOST_SETS, effort));
        // A count that reaches its maximum is not cut by the limit on the work.
        let counted = solutions.is_exact() || solutions.count() == MOST_SOLUTIONS;
        let added = additions.as_ref().is_none_or(|additions| additions.smallest);
        let complete = witnesses.is_some() && counted && candidates.is_exact() && added;
        Self { solutions, candidates, witnesses, additions, complete }
    }
}

impl Unique {
    fn of(grid: &Grid, parts: Parts, effort: &mut Effort) -> Self {
        let redundancy = Redundancy::of(grid, effort);
        let minimal_puzzle = parts.minimal_puzzle.then(|| minimal_puzzle(grid, effort));
        let complete = redundancy.exact && minimal_puzzle.as_ref().is_none_or(|reduced| reduced.minimal);
        Self { redundancy, minimal_puzzle, complete }
    }
}
