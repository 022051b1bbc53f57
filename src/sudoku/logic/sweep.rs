//! All steps of techniques at once: a quick test, for the generator, of whether a puzzle is easier than a rating.

use super::search::{Search, Selection};
use super::{Board, StepLimits, Technique, TechniqueInfo, TechniqueSet, Tenths, singles};
use crate::sudoku::Grid;

/// The techniques that solve most puzzles. Others take more time than they save.
const TECHNIQUES: [Technique; 10] = [
    Technique::NakedSingle,
    Technique::Pointing,
    Technique::Claiming,
    Technique::NakedPair,
    Technique::HiddenPair,
    Technique::GeneralizedXWing,
    Technique::NishioForcingChain,
    Technique::CellForcingChain,
    Technique::DynamicContradiction,
    Technique::DynamicPlus,
];

/// Whether steps rated lower than this solve a puzzle with one solution. If they do not, the puzzle may still be
/// easier.
///
/// The test is several times faster than a rating, because it applies all steps that a technique finds at once, in no
/// particular order. A puzzle that has a higher rating only because of the order of its steps counts as easier: 3 of
/// 273 random minimal puzzles rated 8.5 or higher. The test adds the nodes that it spends to `spent`.
pub fn is_easier(puzzle: &Grid, rating: Tenths, limits: &StepLimits, spent: &mut u64) -> bool {
    let rows = TECHNIQUES.iter().map(|technique| technique.info()).take_while(|row| row.lowest < rating);
    let mut sweep = Sweep::new(&Board::new(puzzle), rating, rows.collect(), None, limits);
    let is_easier = loop {
        let board = sweep.board();
        if rating > Tenths(12) {
            singles::place_hidden(board, rating > Tenths(15));
        }
        if board.is_solved() {
            break true;
        }
        if !sweep.advance() {
            break false;
        }
    };
    let _ = sweep.finish(limits, spent);
    is_easier
}

/// A board to which the steps of some techniques are applied.
pub struct Sweep {
    search: Search<'static>,
    rows: Vec<&'static TechniqueInfo>,
    below: Tenths,
}

impl Sweep {
    /// Applies steps that are allowed, of the searches in these rows, and rated lower than this.
    pub fn new(
        board: &Board,
        below: Tenths,
        rows: Vec<&'static TechniqueInfo>,
        allowed: Option<TechniqueSet>,
        limits: &StepLimits,
    ) -> Self {
        let wanted = Selection::Below(below, Box::new(*board));
        Self { search: Search::new(wanted, limits.nodes, limits.cancel.clone(), allowed), rows, below }
    }

    fn board(&mut self) -> &mut Board {
        self.search.applied(self.below).expect("the search applies all steps")
    }

    /// Applies all steps of the first technique that finds any, and returns whether one does.
    pub fn advance(&mut self) -> bool {
        let before = *self.board();
        for i in 0..self.rows.len() {
            let row = self.rows[i];
            // A flow that breaks is a search that stopped: it never has all the steps that it wants.
            let _ = row.find.map(|find| find(&before, &mut self.search, row.technique));
            if self.search.is_stopped() || *self.board() != before {
                return !self.search.is_stopped();
            }
        }
        false
    }

    /// The board; `None` if the limits were reached. Adds the nodes spent to `spent`.
    pub fn finish(mut self, limits: &StepLimits, spent: &mut u64) -> Option<Board> {
        *spent += limits.nodes - self.search.nodes();
        (!self.search.is_stopped()).then(|| *self.board())
    }
}
