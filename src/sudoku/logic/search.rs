//! The search for the next step: what techniques report to, and what limits them.

use std::any::Any;
use std::ops::ControlFlow;

use super::{Board, Candidate, Proof, Step, Technique, Tenths, layout};
use crate::sudoku::solver::CancelFlag;

/// Goes on with the scan, or ends it.
pub type Flow = ControlFlow<()>;

/// What a technique reports its steps to, in the order in which it prefers them.
///
/// A technique notes the effects of a step with [`Search::eliminate`] and [`Search::place`], then offers it; a step
/// without effects is passed over. It goes on to its next step unless it is told to break. A proof is built only where
/// it is wanted, so that a rating does not pay for it.
pub struct Search {
    /// How many steps with their proofs are wanted; 0 for one step without its proof.
    wanted: usize,
    /// The placement of the step that is being put together: cell and digit.
    place: Option<(u8, u8)>,
    /// Its eliminations: cells and sets of digits, in any order.
    eliminate: Vec<(u8, u16)>,
    /// The technique and the rating of the step that was taken.
    taken: Option<(Technique, Tenths)>,
    /// The steps that were taken, where proofs are wanted.
    steps: Vec<Step>,
    /// What may still be spent.
    nodes: u64,
    cancel: Option<CancelFlag>,
    stopped: bool,
    /// What chains keep from step to step, to be reused. The search does not know what it is.
    memory: Option<Box<dyn Any + Send>>,
}

impl Search {
    /// A search that may spend this many nodes in all. It takes this many steps with their proofs before it breaks, or,
    /// with 0, one step without its proof.
    pub fn new(wanted: usize, nodes: u64, cancel: Option<CancelFlag>) -> Self {
        Self {
            wanted,
            place: None,
            eliminate: Vec::with_capacity(32),
            taken: None,
            steps: Vec::new(),
            nodes,
            cancel,
            stopped: false,
            memory: None,
        }
    }

    /// Takes the memory that a technique has kept; a new one before it has kept any.
    pub fn take_memory<M: Any + Default>(&mut self) -> M {
        self.memory.take().and_then(|memory| memory.downcast().ok()).map(|memory| *memory).unwrap_or_default()
    }

    /// Keeps the memory of a technique.
    pub fn keep_memory(&mut self, memory: impl Any + Send) {
        self.memory = Some(Box::new(memory));
    }

    /// Forgets the steps taken so far, not what was spent.
    pub fn start(&mut self) {
        self.clear();
        self.taken = None;
        self.steps.clear();
    }

    /// Notes that the step removes these candidates of a cell, which must be there.
    #[inline]
    pub fn eliminate(&mut self, cell: u8, digits: u16) {
        if digits != 0 {
            self.eliminate.push((cell, digits));
        }
    }

    /// Notes that the step removes this digit from these cells, which must have it.
    #[inline]
    pub fn eliminate_from(&mut self, cells: u128, digit: u8) {
        for cell in layout::cells(cells) {
            self.eliminate.push((cell, 1 << digit));
        }
    }

    /// Notes that the step places this digit, 0 to 8.
    #[inline]
    pub fn place(&mut self, cell: u8, digit: u8) {
        self.place = Some((cell, digit));
    }

    /// Offers the step with the effects noted so far, if it has any.
    ///
    /// A step is passed over if its rating is below that of a step taken before, or its effects are those of one.
    /// Breaks when enough steps were taken: the technique is to return.
    #[inline]
    pub fn offer(&mut self, technique: Technique, rating: Tenths, proof: impl FnOnce() -> Proof) -> Flow {
        if self.place.is_none() && self.eliminate.is_empty() {
            return Flow::Continue(());
        }
        if self.wanted == 0 {
            self.taken = Some((technique, rating));
            return Flow::Break(());
        }
        self.take(technique, rating, proof)
    }

    fn take(&mut self, technique: Technique, rating: Tenths, proof: impl FnOnce() -> Proof) -> Flow {
        let place = self.place.map(|(cell, digit)| candidate(cell, digit));
        let eliminate = self.eliminations();
        let lower = self.steps.last().is_some_and(|last| rating < last.rating);
        self.clear();
        if lower
            || self.steps.iter().any(|step| step.place == place && (place.is_some() || step.eliminate == eliminate))
        {
            return Flow::Continue(());
        }
        self.steps.push(Step { technique, rating, place, eliminate, proof: proof() });
        if self.steps.len() < self.wanted { Flow::Continue(()) } else { Flow::Break(()) }
    }

    /// Spends nodes of the limit: one for each candidate that a chain visits, or for work of that order.
    ///
    /// Breaks when the limit is reached or the search is cancelled: the technique is to return without a step.
    pub fn spend(&mut self, nodes: u64) -> Flow {
        if self.nodes < nodes || self.cancel.as_ref().is_some_and(CancelFlag::is_cancelled) {
            self.stopped = true;
            return Flow::Break(());
        }
        self.nodes -= nodes;
        Flow::Continue(())
    }

    /// Whether proofs are wanted.
    pub const fn explains(&self) -> bool {
        self.wanted > 0
    }

    /// Whether the search takes more than one step.
    pub const fn wants_several(&self) -> bool {
        self.wanted > 1
    }

    /// Whether the limit was reached or the search was cancelled.
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The technique and the rating of the step that was taken without its proof, and whether it places a digit.
    pub fn taken(&self) -> Option<(Technique, Tenths, bool)> {
        self.taken.map(|(technique, rating)| (technique, rating, self.place.is_some()))
    }

    /// Applies the step that was taken without its proof.
    pub fn apply(&self, board: &mut Board) {
        for &(cell, digits) in &self.eliminate {
            for digit in layout::bits(digits & board.candidates(cell)) {
                board.eliminate(cell, digit);
            }
        }
        if let Some((cell, digit)) = self.place {
            board.place(cell, digit);
        }
    }

    /// The steps that were taken with their proofs.
    pub fn steps(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }

    fn clear(&mut self) {
        self.place = None;
        self.eliminate.clear();
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
