//! The search for the next step: collects the steps of techniques and limits their work.

use std::any::Any;
use std::collections::HashSet;
use std::ops::{ControlFlow, RangeInclusive};
use std::rc::Rc;

use super::board::ALL;
use super::{Board, Candidate, Proof, Step, TABLE, Technique, TechniqueSet, Tenths, house_tables};
use crate::sudoku::solver::CancelFlag;

/// Whether to continue the scan or end it: when the search has enough, and wherever it must stop.
pub type Flow = ControlFlow<()>;

/// The steps that a search takes.
pub enum Selection<'a> {
    /// The first one, without its proof.
    One,
    /// This many, each with its proof, none rated lower than the one before if every technique counts, or with the same effect as an earlier one.
    Proven(usize),
    /// All that this wants, each with its proof, of any rating. Those of one technique have different effects.
    Listed(&'a mut dyn FnMut(&Step) -> Flow),
    /// All that are rated lower, without their proofs. Each is applied to the board immediately.
    Below(Tenths, Box<Board>),
}

/// Receives the steps of a technique, in its order of preference.
///
/// A technique records the effects of a step with [`Offers::eliminate`] and [`Search::place`], then offers the step.
/// The search skips a step without effects. The technique continues with its next step unless [`Offers::offer`] breaks.
/// Proofs are built only on request, so that a rating does not pay for them.
pub struct Search<'a> {
    wanted: Selection<'a>,
    /// The placement of the step under construction: cell and digit.
    place: Option<(u8, u8)>,
    /// Its eliminations: cells and sets of digits, in any order.
    eliminate: Vec<(u8, u16)>,
    /// The technique and the rating of the step taken last.
    taken: Option<(Technique, Tenths)>,
    /// The steps taken, if proofs are wanted and not listed.
    steps: Vec<Step>,
    /// The effects of all that were taken with proofs; of those that are listed, with their techniques.
    known: HashSet<(Option<Technique>, Option<Candidate>, Vec<Candidate>)>,
    /// The number of nodes left.
    nodes: u64,
    cancel: Option<CancelFlag>,
    /// If not all, the techniques whose steps count.
    allowed: Option<TechniqueSet>,
    /// The techniques that were looked for to the end.
    searched: TechniqueSet,
    stopped: bool,
    /// What chains keep from one of their searches to the next.
    pub kept: Option<Box<dyn Any>>,
    /// What finders made of the board that they saw last.
    shared: (Option<Board>, Vec<Rc<dyn Any>>),
}

/// Receives the effects of a step, then the step: a search, or a closure of a chain.
pub trait Offers {
    /// Records that the step removes these candidates of a cell, which must exist.
    fn eliminate(&mut self, cell: u8, digits: u16);

    /// Records that the step removes this digit from these cells, which must have it as a candidate.
    #[inline]
    fn eliminate_from(&mut self, cells: u128, digit: u8) {
        house_tables::cells(cells).for_each(|cell| self.eliminate(cell, 1 << digit));
    }

    /// Whether a naked subset counts beside the hidden one of the other open cells of its house, which removes the same. The
    /// scale takes the smaller one, and of two of the same size the naked one; a player may know only the other.
    fn lists_complements(&self) -> bool {
        false
    }

    /// The digits of a house that matter: a pattern counts only if it rests on a place of one of them in one of its houses.
    fn digits(&self, _house: u8) -> u16 {
        ALL
    }

    /// Offers the step with the effects recorded so far, if there are any. It breaks when it has enough steps: the technique
    /// must return.
    fn offer_rated(&mut self, technique: Technique, rating: Tenths, proof: impl FnOnce() -> Proof) -> Flow;

    /// The same for a technique whose steps all have the same rating.
    #[inline]
    fn offer(&mut self, technique: Technique, proof: impl FnOnce() -> Proof) -> Flow {
        self.offer_rated(technique, technique.info().lowest, proof)
    }
}

impl Offers for Search<'_> {
    #[inline]
    fn eliminate(&mut self, cell: u8, digits: u16) {
        if digits != 0 {
            self.eliminate.push((cell, digits));
        }
    }

    fn lists_complements(&self) -> bool {
        self.allowed.is_some()
    }

    /// The search skips a step of a technique that is not allowed, and one that [`Selection`] excludes.
    #[inline]
    fn offer_rated(&mut self, technique: Technique, rating: Tenths, proof: impl FnOnce() -> Proof) -> Flow {
        if self.place.is_none() && self.eliminate.is_empty() {
            return Flow::Continue(());
        }
        if !self.allows(technique) {
            self.clear();
            return Flow::Continue(());
        }
        match self.wanted {
            Selection::One => {
                self.taken = Some((technique, rating));
                Flow::Break(())
            }
            Selection::Proven(_) | Selection::Listed(_) => self.take(technique, rating, proof),
            Selection::Below(limit, ref mut board) => {
                if rating < limit {
                    apply(&self.eliminate, self.place, board);
                }
                self.clear();
                Flow::Continue(())
            }
        }
    }
}

impl<'a> Search<'a> {
    /// Creates a search that may spend `nodes` nodes in total, and breaks when it has the steps wanted.
    pub fn new(wanted: Selection<'a>, nodes: u64, cancel: Option<CancelFlag>, allowed: Option<TechniqueSet>) -> Self {
        Self {
            wanted,
            place: None,
            eliminate: Vec::with_capacity(32),
            taken: None,
            steps: Vec::new(),
            known: HashSet::new(),
            nodes,
            cancel,
            allowed,
            searched: TechniqueSet::default(),
            stopped: false,
            kept: None,
            shared: (None, Vec::new()),
        }
    }

    /// Forgets the steps taken so far, but not the nodes spent.
    pub fn start(&mut self) {
        self.clear();
        self.taken = None;
        self.steps.clear();
        self.known.clear();
    }

    /// Records that the step places this digit, 0 to 8.
    #[inline]
    pub fn place(&mut self, cell: u8, digit: u8) {
        self.place = Some((cell, digit));
    }

    fn take(&mut self, technique: Technique, rating: Tenths, proof: impl FnOnce() -> Proof) -> Flow {
        let place = self.place.map(|(cell, digit)| Candidate::at(cell, digit));
        let eliminate = self.eliminations();
        let lower = self.allowed.is_none() && self.steps.last().is_some_and(|last| rating < last.rating);
        let listed = matches!(self.wanted, Selection::Listed(_)).then_some(technique);
        // What a placement removes follows from it.
        let removed = if place.is_some() { Vec::new() } else { eliminate.clone() };
        if !lower && self.known.insert((listed, place, removed)) {
            let step = Step { technique, rating, place, eliminate, proof: proof() };
            let flow = if let Selection::Listed(list) = &mut self.wanted {
                list(&step)
            } else {
                self.steps.push(step);
                let has_all = matches!(self.wanted, Selection::Proven(number) if self.steps.len() >= number);
                if has_all { Flow::Break(()) } else { Flow::Continue(()) }
            };
            if flow.is_break() {
                self.taken = Some((technique, rating));
                return flow;
            }
        }
        self.clear();
        Flow::Continue(())
    }

    /// Spends nodes: one for each candidate that a chain visits, or for a similar amount of work.
    ///
    /// Breaks when the limit is reached or the search is cancelled: the technique must return without a step.
    pub fn spend(&mut self, nodes: u64) -> Flow {
        if self.nodes < nodes || self.cancel.as_ref().is_some_and(CancelFlag::is_cancelled) {
            return self.stop();
        }
        self.nodes -= nodes;
        Flow::Continue(())
    }

    /// Breaks as if the limit of nodes were reached, for a limit of memory.
    pub const fn stop(&mut self) -> Flow {
        self.stopped = true;
        Flow::Break(())
    }

    /// The number of nodes left.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether steps of this technique count.
    pub fn allows(&self, technique: Technique) -> bool {
        self.allowed.is_none_or(|allowed| allowed.has(technique))
    }

    /// Whether steps of all techniques in this range of the table count.
    pub fn allows_all(&self, range: RangeInclusive<Technique>) -> bool {
        self.allowed.is_none_or(|allowed| {
            TABLE[*range.start() as usize..=*range.end() as usize].iter().all(|row| allowed.has(row.technique))
        })
    }

    /// Records that this technique, and those that share its search, were looked for to the end.
    pub fn has_searched(&mut self, technique: Technique) {
        // A rating, which has many short searches, does not ask.
        if self.explains() {
            self.searched.add_found_with(technique);
        }
    }

    /// The techniques that were looked for to the end, if they count.
    pub fn searched(&self) -> TechniqueSet {
        self.allowed.map_or(self.searched, |allowed| allowed.and(self.searched))
    }

    /// What this makes of a board, made once for all finders. Its type tells it from all else that they share.
    pub fn shared<T: 'static>(&mut self, board: &Board, make: impl FnOnce(&Board) -> T) -> Rc<T> {
        let (of, all) = &mut self.shared;
        if of.as_ref() != Some(board) {
            *of = Some(*board);
            all.clear();
        }
        let known = all.iter().find_map(|one| Rc::clone(one).downcast::<T>().ok());
        known.unwrap_or_else(|| {
            let made = Rc::new(make(board));
            all.push(Rc::clone(&made) as Rc<dyn Any>);
            made
        })
    }

    /// Whether proofs are wanted.
    pub const fn explains(&self) -> bool {
        matches!(self.wanted, Selection::Proven(_) | Selection::Listed(_))
    }

    /// Whether the search needs more than the first step of a technique.
    pub const fn wants_several(&self) -> bool {
        self.allowed.is_some() || !matches!(self.wanted, Selection::One | Selection::Proven(1))
    }

    /// The board to which the search applies steps, if it takes all that are rated lower than this.
    pub fn applied(&mut self, rating: Tenths) -> Option<&mut Board> {
        match &mut self.wanted {
            Selection::Below(limit, board) if rating <= *limit => Some(board),
            _ => None,
        }
    }

    /// Whether the limit was reached or the search was cancelled.
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The technique and the rating of the step taken last, and whether it places a digit.
    pub fn taken(&self) -> Option<(Technique, Tenths, bool)> {
        self.taken.map(|(technique, rating)| (technique, rating, self.place.is_some()))
    }

    /// Applies the step taken last.
    pub fn apply(&self, board: &mut Board) {
        apply(&self.eliminate, self.place, board);
    }

    /// Removes and returns the steps taken with their proofs.
    pub fn steps(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }

    fn clear(&mut self) {
        self.place = None;
        self.eliminate.clear();
    }

    fn eliminations(&self) -> Vec<Candidate> {
        let mut list: Vec<Candidate> = self
            .eliminate
            .iter()
            .flat_map(|&(cell, set)| house_tables::bits(set).map(move |d| Candidate::at(cell, d)))
            .collect();
        list.sort_unstable();
        list.dedup();
        list
    }
}

fn apply(eliminate: &[(u8, u16)], place: Option<(u8, u8)>, board: &mut Board) {
    for &(cell, digits) in eliminate {
        for digit in house_tables::bits(digits & board.candidates(cell)) {
            board.eliminate(cell, digit);
        }
    }
    if let Some((cell, digit)) = place
        && board.value(cell) == 0
    {
        board.place(cell, digit);
    }
}
