//! Puzzles with typing mistakes.

use sudoku_service::sudoku::solver::count_solutions;
use sudoku_service::sudoku::{Cell, Digit, Grid};

use crate::support::random::Random;

/// A kind of mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slip {
    /// Any other digit.
    Random,
    /// A digit that looks similar.
    Misread,
    /// An adjacent digit on a keyboard.
    Keyboard,
    /// The digit of a neighbouring cell.
    Beside,
    /// Two neighbouring digits exchanged.
    Swapped,
    /// A digit moved to a neighbouring blank cell.
    Moved,
}

impl Slip {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Random, Self::Misread, Self::Keyboard, Self::Beside, Self::Swapped, Self::Moved];

    /// Returns the puzzle with this mistake, and the wrong cells, a given first. Returns `None` if the result equals
    /// the puzzle or has a solution.
    pub fn typed(self, puzzle: &Grid, random: &mut Random) -> Option<(Grid, Vec<Cell>)> {
        let given = |cell: &Cell| puzzle.get(*cell).is_some();
        let givens: Vec<Cell> = Cell::all().filter(given).collect();
        let cell = givens[random.below(givens.len())];
        let digit = puzzle.get(cell).expect("a given");
        let beside: Vec<Cell> = beside(cell).collect();
        let other = beside[random.below(beside.len())];
        let typed = match self {
            Self::Random => (puzzle.with(cell, Digit::ALL[random.below(9)]), vec![cell]),
            Self::Misread => {
                let alike: &[u8] =
                    [&[7][..], &[], &[8], &[], &[6], &[5, 8, 9], &[1], &[3, 6], &[6]][usize::from(digit.get()) - 1];
                let wrong = *alike.get(random.below(alike.len().max(1)))?;
                (puzzle.with(cell, Digit::new(wrong)), vec![cell])
            }
            Self::Keyboard => {
                let wrong = digit.get() + 1 - 2 * (random.below(2) as u8);
                (puzzle.with(cell, Digit::new(wrong)?), vec![cell])
            }
            Self::Beside => (puzzle.with(cell, puzzle.get(other)?), vec![cell]),
            Self::Swapped => (puzzle.with(cell, puzzle.get(other)?).with(other, digit), vec![cell, other]),
            Self::Moved if given(&other) => return None,
            Self::Moved => (puzzle.with(cell, None).with(other, digit), vec![other, cell]),
        };
        (count_solutions(&typed.0, 1) == 0).then_some(typed)
    }
}

/// The cells beside, above and below a cell.
pub fn beside(cell: Cell) -> impl Iterator<Item = Cell> {
    Cell::all().filter(move |other| cell.row().abs_diff(other.row()) + cell.column().abs_diff(other.column()) == 1)
}
