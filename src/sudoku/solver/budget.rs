//! The limits of a search.

use super::CancelFlag;

/// The limits of a search, and how many solutions it keeps.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Maximum number of solutions kept, at least one.
    pub(super) keep: usize,
    /// Maximum number of solutions that are counted besides.
    pub(super) beyond: usize,
    /// Maximum number of nodes.
    pub(super) nodes: u64,
    cancel: Option<CancelFlag>,
}

impl Budget {
    /// Keeps one solution; no node limit, no cancel flag.
    pub const fn unlimited() -> Self {
        Self { keep: 1, beyond: 0, nodes: u64::MAX, cancel: None }
    }

    /// Keeps up to this many solutions, at least one. The search continues until it has found one more than it keeps,
    /// so the outcome says whether there are others.
    #[must_use]
    pub const fn keeping(mut self, solutions: usize) -> Self {
        self.keep = if solutions == 0 { 1 } else { solutions };
        self
    }

    /// Keeps one solution and counts up to this many, at least one. Allows a further node for each of them.
    #[must_use]
    pub const fn counting(mut self, solutions: usize) -> Self {
        (self.keep, self.beyond) = (1, solutions.saturating_sub(1));
        self.nodes = self.nodes.saturating_add(self.beyond as u64);
        self
    }

    /// Allows at most this many nodes. A node is a guess, of one cell or of several at once. With 0, only grids that
    /// need no guess are solved.
    #[must_use]
    pub const fn with_node_limit(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// Stops soon after this flag is raised. The flag is checked before the first guess and before every 64th after it.
    /// On hard puzzles, that is every 10 µs with AVX-512 and 120 µs on the portable backend (an AMD EPYC of family 26), and
    /// every 29 µs with AVX2 (an Intel Xeon of family 6, model 85). A grid that needs no guess is solved regardless.
    #[must_use]
    pub fn with_cancel(mut self, flag: CancelFlag) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Whether a search ends at the second solution at the latest.
    pub(super) const fn is_of_two_at_most(&self) -> bool {
        self.keep == 1 && self.beyond == 0
    }

    /// Whether the cancel flag is raised.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(CancelFlag::is_cancelled)
    }
}
