//! Limits on the cost of an explanation.

use crate::sudoku::solver::{self, Budget, CancelFlag, Finding, Interruption, Outcome};
use crate::sudoku::{Grid, Position};

/// Fixed cost of a search in nodes, in addition to its guesses: about the cost of a search without guesses.
const SEARCH: u64 = 2;

/// The limits of an explanation, in the solver's nodes.
///
/// The same limits give the same answer on every machine, because they do not depend on time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffortLimits {
    /// The maximum number of nodes of one search. If a search reaches this limit, its answer stays unknown.
    pub search_nodes: u64,
    /// The maximum number of nodes of all searches together. A search counts as two nodes plus its number of guesses.
    pub nodes: u64,
}

impl Default for EffortLimits {
    /// 2,000 nodes per search, 40,000 in total: at most 50 ms.
    fn default() -> Self {
        Self { search_nodes: 2_000, nodes: 40_000 }
    }
}

/// The remaining budget, shared by the parts of one explanation.
#[derive(Clone, Debug)]
pub struct Effort {
    search_nodes: u64,
    left: u64,
    cancel: Option<CancelFlag>,
    /// The pencil marks that every grid has, if there are any.
    marks: Option<Box<Position>>,
}

impl Effort {
    /// Starts with the full budget of these limits.
    pub const fn new(limits: EffortLimits) -> Self {
        Self { search_nodes: limits.search_nodes, left: limits.nodes, cancel: None, marks: None }
    }

    /// Stops soon after this flag is raised, as if the budget were exhausted.
    #[must_use]
    pub fn with_cancel(mut self, flag: CancelFlag) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Keeps to the pencil marks of this position in every grid.
    #[must_use]
    pub fn within(mut self, position: &Position) -> Self {
        self.marks = position.allowed().map(|_| Box::new(*position));
        self
    }

    /// Whether there are pencil marks to keep to.
    pub(super) const fn has_marks(&self) -> bool {
        self.marks.is_some()
    }

    /// A grid with the pencil marks to keep to.
    pub(super) fn position(&self, grid: &Grid) -> Position {
        self.marks.as_ref().map_or_else(|| grid.into(), |marks| marks.on(*grid))
    }

    /// The number of nodes left.
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Solves a grid and keeps up to `keep` solutions.
    pub(super) fn solve(&mut self, grid: &Grid, keep: usize) -> Finding {
        let Some(budget) = self.budget(self.search_nodes) else {
            return Finding::Interrupted { cause: Interruption::NodeLimit, found: Vec::new() };
        };
        let Outcome { finding, stats } = solver::solve_position(&self.position(grid), &budget.keeping(keep));
        self.left = self.left.saturating_sub(stats.guesses);
        finding
    }

    /// Finds up to `keep` solutions of a grid, and whether these are all.
    pub(super) fn solutions(&mut self, grid: &Grid, keep: usize) -> (Vec<Grid>, bool) {
        match self.solve(grid, keep) {
            Finding::None => (Vec::new(), true),
            Finding::One(only) => (vec![only], true),
            Finding::Many(solutions) => (solutions.iter().copied().collect(), !solutions.more()),
            Finding::Interrupted { found, .. } => (found, false),
        }
    }

    /// Looks for a solution of a grid.
    pub(super) fn find_any(&mut self, grid: &Grid) -> Result<Option<Grid>, Interruption> {
        self.find_any_within(self.search_nodes, grid)
    }

    /// Looks for a solution of a grid, with this limit instead of the usual one.
    pub(super) fn find_any_within(&mut self, nodes: u64, grid: &Grid) -> Result<Option<Grid>, Interruption> {
        let budget = self.budget(nodes).ok_or(Interruption::NodeLimit)?;
        let (found, stats) = solver::find_any(self.position(grid), &budget);
        self.left = self.left.saturating_sub(stats.guesses);
        found
    }

    /// Whether a grid has exactly one solution; `None` if unknown.
    pub(super) fn is_unique(&mut self, grid: &Grid) -> Option<bool> {
        match self.solve(grid, 1) {
            Finding::None | Finding::Many(_) => Some(false),
            Finding::One(_) => Some(true),
            Finding::Interrupted { .. } => None,
        }
    }

    /// The items whose grids have exactly one solution, and whether all items were decided.
    pub(super) fn unique<T>(&mut self, items: impl Iterator<Item = T>, grid: impl Fn(&T) -> Grid) -> (Vec<T>, bool) {
        let mut exact = true;
        let unique = items.filter(|item| {
            let is_unique = self.is_unique(&grid(item));
            exact &= is_unique.is_some();
            is_unique == Some(true)
        });
        (unique.collect(), exact)
    }

    /// The budget of the next search, or `None` if nothing is left.
    fn budget(&mut self, nodes: u64) -> Option<Budget> {
        let budget = self.spend(SEARCH).then(|| Budget::unlimited().with_node_limit(self.left.min(nodes)))?;
        Some(match &self.cancel {
            Some(flag) => budget.with_cancel(flag.clone()),
            None => budget,
        })
    }

    /// Spends nodes. Returns false, and spends nothing, if none are left or the work is cancelled.
    pub(super) fn spend(&mut self, nodes: u64) -> bool {
        if self.left == 0 || self.cancel.as_ref().is_some_and(CancelFlag::is_cancelled) {
            return false;
        }
        self.left = self.left.saturating_sub(nodes);
        true
    }

    /// Runs `work` on the remaining nodes, except this many, which stay reserved.
    pub(super) fn holding_back<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let held = self.left.min(nodes);
        self.left -= held;
        let result = work(self);
        self.left += held;
        result
    }
}
