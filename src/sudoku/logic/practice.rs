//! Practice: whether a puzzle needs a technique, and where.

use super::sweep::Sweep;
use super::{Board, End, Order, Repertoire, StepLimits, Technique, TechniqueSet, Tenths, rate_until};
use crate::sudoku::Grid;

/// What a player knows, and perhaps a technique to practise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The technique to practise.
    pub technique: Option<Technique>,
    known: TechniqueSet,
}

/// How far what a player knows leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// To the solution, without the technique to practise.
    Solved,
    /// To this board, where the technique finds nothing, either.
    Stuck(Box<Board>),
    /// To the first board, where the technique finds something. Together, they lead to the second one.
    Needed(Box<Board>, Box<Board>),
}

impl Lesson {
    /// A lesson for a player who knows these techniques or, without a list, [those before](TechniqueSet::before) the one to
    /// practise.
    pub fn new(technique: Option<Technique>, known: Option<TechniqueSet>) -> Self {
        let mut known = known.unwrap_or_else(|| technique.map_or(TechniqueSet::ALL, TechniqueSet::before));
        if let Some(technique) = technique {
            known.remove(technique);
        }
        Self { technique, known }
    }

    /// The techniques that the player knows.
    pub const fn known(&self) -> TechniqueSet {
        self.known
    }

    /// All techniques of the lesson.
    pub fn techniques(&self) -> TechniqueSet {
        let mut all = self.known;
        if let Some(technique) = self.technique {
            all.add(technique);
        }
        all
    }

    /// How far a player gets in a puzzle; `None` if the limits were reached. Adds the nodes spent to `spent`.
    pub fn reach(&self, puzzle: &Grid, limits: &StepLimits, spent: &mut u64) -> Option<Reach> {
        let at = closure(&Board::new(puzzle), self.known, limits, spent)?;
        let Some(technique) = self.technique.filter(|_| !at.is_solved()) else {
            let is_solved = at.is_solved() && solve(puzzle, self.known, limits, spent)?.is_solved();
            return Some(if is_solved { Reach::Solved } else { Reach::Stuck(Box::new(at)) });
        };
        let mut next = sweep(&at, TechniqueSet::only(technique), limits);
        let applies = next.advance();
        let next = next.finish(limits, spent)?;
        if !applies || solve(puzzle, self.known, limits, spent)?.is_solved() {
            return Some(Reach::Stuck(Box::new(at)));
        }
        let end = closure(&next, self.techniques(), limits, spent)?;
        let end = if end.is_solved() { solve(puzzle, self.techniques(), limits, spent)? } else { end };
        Some(Reach::Needed(Box::new(at), Box::new(end)))
    }
}

/// The board to which a player gets one step at a time: a step of a technique that assumes one solution may be gone after another
/// one, so that a [closure] alone would not tell.
fn solve(puzzle: &Grid, allowed: TechniqueSet, limits: &StepLimits, spent: &mut u64) -> Option<Board> {
    let limits = StepLimits { nodes: limits.nodes, cancel: limits.cancel.clone(), ..StepLimits::within(allowed) };
    let (rating, board) = rate_until(puzzle, &limits, spent);
    matches!(rating.end, End::Solved | End::Stuck).then_some(board)
}

/// The board on which these techniques find nothing more.
fn closure(board: &Board, techniques: TechniqueSet, limits: &StepLimits, spent: &mut u64) -> Option<Board> {
    let mut sweep = sweep(board, techniques, limits);
    while sweep.advance() {}
    sweep.finish(limits, spent)
}

fn sweep(board: &Board, allowed: TechniqueSet, limits: &StepLimits) -> Sweep {
    let rows = Repertoire { order: Order::Course, allowed }.searches().collect();
    Sweep::new(board, Tenths(u8::MAX), rows, Some(allowed), limits)
}
