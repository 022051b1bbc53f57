//! Claims about a cell, and what is true of them.

use std::fmt;

use super::house_tables::bits;
use super::{Board, Candidate};
use crate::sudoku::rules::Conflict;
use crate::sudoku::{Cell, Digit, Grid, House};

/// A statement about a cell of the solution.
///
/// ```
/// use sudoku_service::sudoku::logic::Claim;
///
/// let claim = Claim::parse("R4C5<>87").expect("a claim");
/// assert_eq!(claim.to_string(), "r4c5<>78");
/// assert_eq!(Claim::parse("r4c5=10"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The cell holds the digit: `r1c2=3`.
    Holds(Candidate),
    /// The cell holds none of these digits, a bit for each, bit 0 for 1: `r4c5<>7`.
    Lacks(Cell, u16),
}

impl Claim {
    /// Reads a claim such as `r1c2=3`, `A2=3`, `r4c5<>7` or, for several digits, `r4c5<>78`.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, claim) = text.split_at(text.find(['=', '<'])?);
        let cell = Cell::from_name(name)?;
        if let Some(digit) = claim.strip_prefix('=') {
            let digit = digit.parse().ok().and_then(Digit::from_char)?;
            return Some(Self::Holds(Candidate { cell, digit }));
        }
        let digits = claim.strip_prefix("<>").filter(|digits| (1..=9).contains(&digits.len()))?;
        let digits = digits.chars().try_fold(0, |all, digit| Some(all | Digit::from_char(digit)?.bit()))?;
        Some(Self::Lacks(cell, digits))
    }

    /// Whether the rules allow it beside the digits of a board, of which only these givens are certain: no other cell of its
    /// houses holds the digit, and no given says otherwise.
    pub fn is_legal(&self, board: &Board, givens: &Grid) -> bool {
        self.denied_by(givens).is_none() && self.conflicts(board).is_empty()
    }

    /// The given that says otherwise.
    pub fn denied_by(&self, givens: &Grid) -> Option<Digit> {
        let (Self::Holds(Candidate { cell, .. }) | Self::Lacks(cell, _)) = *self;
        givens.get(cell).filter(|_| !self.is_true_in(givens))
    }

    /// The houses of the cell in which other cells of a board hold the digit, each with these cells.
    pub fn conflicts(&self, board: &Board) -> Vec<Conflict> {
        let Self::Holds(Candidate { cell, digit }) = *self else { return Vec::new() };
        let holds = |other: &Cell| *other != cell && board.value(other.index() as u8) == digit.get();
        let conflict =
            |house: House| Conflict { digit, house, cells: house.cells().into_iter().filter(holds).collect() };
        House::of(cell).map(conflict).into_iter().filter(|conflict| !conflict.cells.is_empty()).collect()
    }

    /// Whether it is true in a complete grid.
    pub fn is_true_in(&self, solution: &Grid) -> bool {
        match *self {
            Self::Holds(Candidate { cell, digit }) => solution.get(cell) == Some(digit),
            Self::Lacks(cell, digits) => solution.get(cell).is_some_and(|digit| digits & digit.bit() == 0),
        }
    }

    /// Whether it changes nothing on a board: the digit is placed, or the candidates are not there.
    pub fn is_noop(&self, board: &Board) -> bool {
        match *self {
            Self::Holds(Candidate { cell, digit }) => board.value(cell.index() as u8) == digit.get(),
            Self::Lacks(cell, digits) => board.marks()[cell.index()] & digits == 0,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holds(Candidate { cell, digit }) => write!(f, "{cell}={digit}"),
            Self::Lacks(cell, digits) => {
                write!(f, "{cell}<>")?;
                bits(*digits).try_for_each(|digit| write!(f, "{}", digit + 1))
            }
        }
    }
}
