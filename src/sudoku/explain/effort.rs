//! What an explanation may cost.

use crate::sudoku::Grid;
use crate::sudoku::solver::{self, Budget, CancelFlag, Existence, Finding, Interruption, Outcome};

/// What a search costs beside its guesses, in nodes: about what it takes where nothing has to be guessed.
const SEARCH: u64 = 2;

/// How much an explanation may spend, in the solver's nodes.
///
/// The same limits give the same answer on every machine: the clock is not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most nodes of one search. What a search that reaches this limit was to find out stays unknown.
    pub search_nodes: u64,
    /// The most nodes of all searches together. A search counts two nodes more than it has guesses.
    pub nodes: u64,
}

impl Default for Limits {
    /// 2,000 nodes a search, 40,000 in all: 50 ms at most.
    fn default() -> Self {
        Self { search_nodes: 2_000, nodes: 40_000 }
    }
}

/// What is left to spend. The parts of one explanation share it.
#[derive(Clone, Debug)]
pub struct Effort {
    search_nodes: u64,
    left: u64,
    cancel: Option<CancelFlag>,
}

impl Effort {
    /// Everything that the limits allow.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { search_nodes: limits.search_nodes, left: limits.nodes, cancel: None }
    }

    /// Stops soon after this flag is raised, as if nothing were left.
    #[must_use]
    pub fn with_cancel(mut self, flag: CancelFlag) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// How many nodes are left.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// The solutions of a grid, of which as many are kept.
    pub(super) fn solve(&mut self, grid: &Grid, keep: usize) -> Finding {
        let Some(budget) = self.budget(self.search_nodes) else {
            return Finding::Interrupted { cause: Interruption::NodeLimit, found: Vec::new() };
        };
        let Outcome { finding, stats } = solver::solve(grid, &budget.keeping(keep));
        self.left = self.left.saturating_sub(stats.guesses);
        finding
    }

    /// A solution of a grid, if it has one.
    pub(super) fn find_any(&mut self, grid: &Grid) -> Existence {
        self.find_any_within(self.search_nodes, grid)
    }

    /// A solution of a grid, if it has one, within a limit of its own.
    pub(super) fn find_any_within(&mut self, nodes: u64, grid: &Grid) -> Existence {
        let Some(budget) = self.budget(nodes) else { return Existence::Interrupted(Interruption::NodeLimit) };
        let (existence, stats) = solver::find_any(grid, &budget);
        self.left = self.left.saturating_sub(stats.guesses);
        existence
    }

    /// Whether a grid has exactly one solution, if that is found out.
    pub(super) fn is_unique(&mut self, grid: &Grid) -> Option<bool> {
        match self.solve(grid, 1) {
            Finding::None | Finding::Many(_) => Some(false),
            Finding::One(_) => Some(true),
            Finding::Interrupted { .. } => None,
        }
    }

    /// The budget of the next search, if there is anything left for it.
    fn budget(&mut self, nodes: u64) -> Option<Budget> {
        let budget = self.spend(SEARCH).then(|| Budget::unlimited().with_node_limit(self.left.min(nodes)))?;
        Some(match &self.cancel {
            Some(flag) => budget.with_cancel(flag.clone()),
            None => budget,
        })
    }

    /// Spends nodes. Whether there was anything left.
    pub(super) fn spend(&mut self, nodes: u64) -> bool {
        if self.left == 0 || self.cancel.as_ref().is_some_and(CancelFlag::is_cancelled) {
            return false;
        }
        self.left = self.left.saturating_sub(nodes);
        true
    }

    /// Does something with all but this much of what is left.
    pub(super) fn holding_back<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let held = self.left.min(nodes);
        self.left -= held;
        let result = work(self);
        self.left += held;
        result
    }
}
