//! Simple steps, for people to follow, that lead from givens to a contradiction.

use crate::sudoku::logic::{Board, Step, StepLimits, Technique, check, steps};
use crate::sudoku::{Cell, Digit, House, Position, rules};

/// The techniques that a contradiction uses, the simplest first.
const TECHNIQUES: [Technique; 4] =
    [Technique::HiddenSingle, Technique::NakedSingle, Technique::Pointing, Technique::Claiming];

/// Why a grid cannot be completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeadEnd {
    /// This empty cell has no candidate.
    Cell(Cell),
    /// This digit is missing from this house and has no place in it.
    Place(House, Digit),
}

/// Simple steps from the givens of a grid to a dead end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The steps in order. Each applies to the board that the givens and the earlier steps leave. All of them are
    /// needed to reach the dead end.
    pub steps: Vec<Step>,
    /// Where they lead.
    pub end: DeadEnd,
}

impl Contradiction {
    /// Looks for a contradiction by singles and locked candidates.
    ///
    /// `None` if they do not lead to one, or if givens conflict, which needs no steps.
    pub fn of(position: impl Into<Position>) -> Option<Self> {
        let next = |board: &Board| TECHNIQUES.iter().find_map(|technique| technique.first_step(board));
        Self::by(&position.into(), next)
    }

    /// Looks for a contradiction by steps within these limits, which hold for each step.
    ///
    /// `None` if they do not lead to one, or if givens conflict, which needs no steps.
    pub fn within(position: impl Into<Position>, limits: &StepLimits) -> Option<Self> {
        Self::by(&position.into(), |board| steps(board, limits, 1).0.pop())
    }

    fn by(position: &Position, next: impl Fn(&Board) -> Option<Step>) -> Option<Self> {
        if !rules::conflicts(position.grid()).is_empty() {
            return None;
        }
        let mut board = Board::from(position);
        let mut path = Vec::new();
        loop {
            if let Some(end) = DeadEnd::of(&board) {
                return Some(Self { steps: needed(path, end), end });
            }
            let step = next(&board)?;
            let before = board;
            board.apply(&step);
            path.push((before, step));
        }
    }
}

impl DeadEnd {
    /// The first dead end on a board: cells come before houses.
    fn of(board: &Board) -> Option<Self> {
        let grid = board.grid();
        let cell = Cell::all().find(|&cell| grid.get(cell).is_none() && board.digits(cell).next().is_none());
        cell.map(Self::Cell).or_else(|| {
            House::ALL.into_iter().find_map(|house| {
                let is_stuck = |&digit: &Digit| {
                    let is_placed = house.cells().iter().any(|&cell| grid.get(cell) == Some(digit));
                    !is_placed && board.cells_for(digit, house).next().is_none()
                };
                Digit::ALL.into_iter().find(is_stuck).map(|digit| Self::Place(house, digit))
            })
        })
    }
}

/// The steps of a path that are needed to reach the dead end. Each step comes with the board before it.
fn needed(path: Vec<(Board, Step)>, end: DeadEnd) -> Vec<Step> {
    let mut needed: Vec<Step> = Vec::new();
    for (board, step) in path.into_iter().rev() {
        // The steps in `needed` come after this one, the last first.
        if !leads_to(&board, needed.iter().rev(), end) {
            needed.push(step);
        }
    }
    needed.reverse();
    needed
}

/// Whether the steps are possible one after the other and lead to the dead end.
fn leads_to<'a>(board: &Board, mut steps: impl Iterator<Item = &'a Step>, end: DeadEnd) -> bool {
    let mut board = *board;
    let possible = steps.all(|step| {
        let possible = check(&board, step).is_ok();
        if possible {
            board.apply(step);
        }
        possible
    });
    possible && DeadEnd::of(&board) == Some(end)
}
