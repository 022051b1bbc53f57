//! The search for one step: what techniques report to, and what limits them.

use std::ops::ControlFlow;

use super::layout;
use super::{Candidate, Proof, Step, Technique, Tenths};
use crate::sudoku::solver::CancelFlag;

/// What a technique reports its steps to, in the order in which it prefers them.
///
/// A technique notes the effects of a step with [`Search::eliminate`] and [`Search::place`], then offers it; a step
/// without effects must not be offered. It goes on to its next step unless it is told to break. Only where the proof is
/// wanted is it built, so that a rating costs no more than it must.
pub struct Search {
    /// Whether proofs are wanted.
    explain: bool,
    /// The placement of the step that is being put together: cell and digit.
    place: Option<(u8, u8)>,
    /// Its eliminations: cells and digits, in any order, without repetition of a cell or with it.
    eliminate: Vec<(u8, u16)>,
    /// What may still be spent, in nodes.
    nodes: u64,
    cancel: CancelFlag,
    stopped: bool,
    found: Option<(Technique, Tenths)>,
    step: Option<Step>,
}

/// Goes on with the scan, or ends it.
pub type Flow = ControlFlow<()>;

impl Search {
    /// A search that may spend this many nodes in all, and builds proofs if they are wanted.
    pub fn new(explain: bool, nodes: u64, cancel: CancelFlag) -> Self {
        Self {
            explain,
            place: None,
            eliminate: Vec::with_capacity(32),
            nodes,
            cancel,
            stopped: false,
            found: None,
            step: None,
        }
    }

    /// Notes that the step removes these candidates of a cell, which must be there.
    pub fn eliminate(&mut self, cell: u8, digits: u16) {
        if digits != 0 {
            self.eliminate.push((cell, digits));
        }
    }

    /// Notes that the step places this digit, 0 to 8.
    pub fn place(&mut self, cell: u8, digit: u8) {
        self.place = Some((cell, digit));
    }

    /// Whether the step that is being put together has an effect.
    pub fn has_effect(&self) -> bool {
        self.place.is_some() || !self.eliminate.is_empty()
    }

    /// Offers the step with the effects noted so far, if it has any.
    ///
    /// # Errors
    /// Breaks when the step is taken: the technique is to return.
    pub fn offer(&mut self, technique: Technique, rating: Tenths, proof: impl FnOnce() -> Proof) -> Flow {
        if !self.has_effect() {
            return Flow::Continue(());
        }
        self.found = Some((technique, rating));
        if self.explain {
            self.step = Some(Step {
                technique,
                rating,
                place: self.place.map(|(cell, digit)| candidate(cell, digit)),
                eliminate: self.eliminations(),
                proof: proof(),
            });
        }
        Flow::Break(())
    }

    /// Spends nodes of the limit; a node is what a chain visits, or work of that order (about 20 ns).
    ///
    /// # Errors
    /// Breaks when the limit is reached or the search was cancelled: the technique is to return without a step.
    pub fn spend(&mut self, nodes: u64) -> Flow {
        if self.nodes < nodes || self.cancel.is_cancelled() {
            self.stopped = true;
            return Flow::Break(());
        }
        self.nodes -= nodes;
        Flow::Continue(())
    }

    fn eliminations(&self) -> Vec<Candidate> {
        let mut list: Vec<Candidate> =
            self.eliminate.iter().flat_map(|&(cell, set)| layout::bits(set).map(move |d| candidate(cell, d))).collect();
        list.sort_unstable();
        list.dedup();
        list
    }
}

/// The candidate of a cell and a digit, 0 to 8.
pub fn candidate(cell: u8, digit: u8) -> Candidate {
    Candidate { cell: layout::cell(cell), digit: layout::digit(digit) }
}

impl Search {
    pub fn peek(&self) -> (Technique, Tenths, Option<(u8, u8)>, Vec<(u8, u16)>) {
        let (t, r) = self.found.unwrap();
        (t, r, self.place, self.eliminate.clone())
    }
}
