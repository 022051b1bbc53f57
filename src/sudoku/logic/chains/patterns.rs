//! The inner rules that are patterns: locked candidates, hidden pairs, naked pairs, X-wings.
//!
//! Sudoku Explainer 1.2.1.3 applies them in this order once nothing else follows in a closure, and stops at the first
//! rule that removes something because of the closure. A pattern counts only if candidates that the closure removed
//! made it possible; those are its parents. All patterns of that rule count, in the order of its scan.

#[cfg(test)]
use super::super::board;
use super::super::board::Board;
use super::super::house_tables::{HOUSES_OF, bits, cells};
use super::super::search::{Flow, Offers};
use super::super::step::{Pattern, Proof, Step, Truth};
use super::super::{Technique, Tenths, fish, locking, subsets};
use super::candidate_set::{candidate, to_candidate};
use super::closure::{Draft, Inner, Nested};
use crate::sudoku::Cell;

/// The search for patterns in a closure.
pub struct Patterns<'a> {
    closure: &'a mut Draft,
    /// The current board of the closure.
    current: &'a Board,
    /// The board at the start of the closure.
    source: &'a Board,
    /// Whether to keep the steps, for a proof.
    explain: bool,
    /// The candidates that the current pattern removes.
    removed: Vec<u16>,
    /// Whether a pattern of the current rule counts.
    found: bool,
    /// By house, the digits that lost a place because of the closure.
    lost: [u16; 27],
}

impl<'a> Patterns<'a> {
    pub fn new(closure: &'a mut Draft, current: &'a Board, source: &'a Board, explain: bool) -> Self {
        let mut lost = [0; 27];
        for digit in 0..9 {
            for cell in cells(source.cells_with(digit) & !current.cells_with(digit)) {
                HOUSES_OF[usize::from(cell)].into_iter().for_each(|house| lost[usize::from(house)] |= 1 << digit);
            }
        }
        Self { closure, current, source, explain, removed: Vec::new(), found: false, lost }
    }

    /// The same, but looks everywhere.
    #[cfg(test)]
    pub fn everywhere(self) -> Self {
        Self { lost: [board::ALL; 27], ..self }
    }

    /// Adds the removals of the first rule that has any. Returns whether there are any.
    pub fn extend(&mut self) -> bool {
        let rules: [fn(&Board, &mut Self) -> Flow; 4] = [
            |board, to| {
                locking::locked::<false>(board, to, Technique::Pointing)?;
                locking::locked::<true>(board, to, Technique::Claiming)
            },
            |board, to| subsets::hidden::<2>(board, to, Technique::HiddenPair),
            |board, to| subsets::naked::<2>(board, to, Technique::NakedPair),
            |board, to| fish::fish::<2>(board, to, Technique::XWing),
        ];
        rules.into_iter().any(|rule| {
            let _ = rule(self.current, self);
            self.found
        })
    }

    /// The candidates that the closure removed and whose absence makes a pattern: those of its truths, outside its covers.
    fn parents(&self, Pattern { truths, covers }: &Pattern) -> Vec<u16> {
        let gone = |cell: u8| self.source.candidates(cell) & !self.current.candidates(cell);
        let mut parents = Vec::with_capacity(16);
        for truth in truths {
            match truth {
                Truth::Place(house, digit) => {
                    let is_covered = |cell: &Cell| covers.iter().any(|cover| cover.cells().contains(cell));
                    let cells = house.cells().into_iter().filter(|cell| !is_covered(cell));
                    let cells = cells.map(|cell| cell.index() as u8).filter(|&cell| gone(cell) & digit.bit() != 0);
                    parents.extend(cells.map(|cell| candidate(cell, digit.get() - 1)));
                }
                Truth::Cell(cell) => {
                    let cell = cell.index() as u8;
                    parents.extend(bits(gone(cell)).map(|digit| candidate(cell, digit)));
                }
                Truth::Loop(..) | Truth::Bug(_) | Truth::Strong(..) => {}
            }
        }
        // Those of a hidden pair come in the order of its cells.
        if covers.is_empty() {
            parents.sort_unstable();
        }
        parents
    }
}

impl Offers for Patterns<'_> {
    /// Those that lost a place in the house: patterns of others have no parents.
    fn digits(&self, house: u8) -> u16 {
        self.lost[usize::from(house)]
    }

    fn eliminate(&mut self, cell: u8, digits: u16) {
        self.removed.extend(bits(digits).map(|digit| candidate(cell, digit)));
    }

    /// Turns off the candidates that the pattern removes, because of its parents.
    fn offer_rated(&mut self, technique: Technique, rating: Tenths, proof: impl FnOnce() -> Proof) -> Flow {
        if self.removed.is_empty() {
            return Flow::Continue(());
        }
        let proof = proof();
        let parents = if let Proof::Pattern(pattern) = &proof { self.parents(pattern) } else { Vec::new() };
        if !parents.is_empty() {
            let mut number = None;
            if self.explain {
                let eliminate = self.removed.iter().map(|&removed| to_candidate(removed)).collect();
                let step = Step { technique, rating, place: None, eliminate, proof };
                number = self.closure.apply(Inner { nested: Nested::default(), step: Some(Box::new(step)) });
            }
            for &removed in &self.removed {
                self.closure.turn_off_by_rule(removed, &parents, number);
            }
            self.found = true;
        }
        self.removed.clear();
        Flow::Continue(())
    }
}
