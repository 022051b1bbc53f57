//! The memory of a chain search, reused from step to step and from search to search.
//!
//! A search at one depth keeps every closure that it has computed, because cells and houses share them. Inner searches
//! of a nested level work one depth further down, two at most. A closure takes 6 kB plus the memory of its nodes, 30 kB
//! at most. A depth has at most 1,458 closures, and about 400 in practice: 3 MB per depth. A thread keeps it for its next
//! search.
//!
//! Rejected: reusing a closure of the previous search if no candidate that its nodes see has changed. A third of the dynamic
//! closures of the hardest puzzles allow it, but they are the short ones, so it saves no time.

use super::super::board::Board;
use super::super::search::{Flow, Search};
use super::closure::{Closure, InnerRules, Rules};
use super::consequences;
use super::hint::Hints;
use super::paths::Paths;
use super::set::{ByDigit, CANDIDATES};

/// The memory of a search at one depth of nesting.
#[derive(Default)]
pub struct Depth {
    pub closures: Closures,
    pub hints: Hints,
    pub paths: Paths,
}

/// The closures of all candidates, on and off, that were requested.
pub struct Closures {
    all: Vec<Option<Box<Closure>>>,
    stamp: u64,
    /// Those of [`consequences::active`] on the board of this search.
    active: ByDigit,
}

impl Default for Closures {
    fn default() -> Self {
        Self { all: (0..2 * CANDIDATES).map(|_| None).collect(), stamp: 0, active: ByDigit::EMPTY }
    }
}

impl Closures {
    /// Begins a search on another board, with no known closures.
    pub fn begin(&mut self, board: &Board, rules: &Rules) {
        self.stamp += 1;
        self.active = consequences::active(board, rules);
    }

    /// Computes the closure of an assumption, unless it is known: without inner rules only its sets, unless it has a
    /// contradiction.
    ///
    /// # Errors
    ///
    /// Breaks when the search must stop.
    pub fn find(
        &mut self,
        root: (u16, bool),
        board: &Board,
        rules: &Rules,
        inner: &mut (impl InnerRules + ?Sized),
        search: &mut Search,
    ) -> Flow {
        let closure = self.all[slot(root)].get_or_insert_default();
        if closure.stamp != self.stamp {
            if rules.level > 0 {
                closure.run_nested(root, board, rules, inner, search)?;
            } else if let Some(found) = consequences::find(root, board, &self.active, rules) {
                closure.keep_sets(found.on, found.off);
            } else {
                closure.run(root, board, rules);
            }
            // As many as it has nodes in order, so that a limit stops a search at the same place whether or not they are known.
            search.spend(closure.size())?;
            closure.stamp = self.stamp;
        }
        Flow::Continue(())
    }

    /// Computes the nodes of a known closure, unless they are known.
    pub fn find_nodes(&mut self, root: (u16, bool), board: &Board, rules: &Rules) {
        let closure = self.all[slot(root)].as_mut().expect("found before");
        debug_assert_eq!(closure.stamp, self.stamp);
        if !closure.has_nodes() {
            closure.run(root, board, rules);
        }
    }

    /// Forgets the closure of an assumption, so that [`Closures::find`] computes it again.
    pub fn forget(&mut self, root: (u16, bool)) {
        if let Some(closure) = &mut self.all[slot(root)] {
            closure.stamp = 0;
        }
    }

    /// The closure of an assumption. [`Closures::find`] must have been called before.
    pub fn get(&self, root: (u16, bool)) -> &Closure {
        let closure = self.all[slot(root)].as_ref().expect("found before");
        debug_assert_eq!(closure.stamp, self.stamp);
        closure
    }
}

fn slot((candidate, on): (u16, bool)) -> usize {
    usize::from(candidate) * 2 + usize::from(on)
}
