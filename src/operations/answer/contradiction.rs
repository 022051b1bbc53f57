//! How givens lead to a contradiction.

use super::cells::{Cell, House};
use super::declaration::answer;
use super::steps::Step;
use crate::operations::schemas::words;
use crate::sudoku::Position;
use crate::sudoku::explain::{self, DeadEnd};

words! {
    /// What has nowhere to go: a cell without a candidate, or a digit without a place in a house.
    pub enum ContradictionKind { Cell = "cell-without-candidate", Digit = "digit-without-place" }
}

answer! {
    /// Steps from the givens of a core to a contradiction.
    pub struct Contradiction {
        /// `cell-without-candidate`, with `cell`, or `digit-without-place`, with `digit` and `house`.
        pub kind: ContradictionKind,
        /// The cell without a candidate.
        pub cell: Option<Cell>,
        /// The digit that has no place in the house.
        pub digit: Option<u8> {minimum: 1, maximum: 9},
        /// The house in which the digit has no place.
        pub house: Option<House>,
        /// The steps that lead to the contradiction, all of them necessary.
        pub steps: Vec<Step>,
    }
}

impl Contradiction {
    /// The contradiction that simple steps from these givens lead to.
    pub fn of(givens: &Position, explain::Contradiction { steps, end }: explain::Contradiction) -> Self {
        let (kind, cell, place) = match end {
            DeadEnd::Cell(cell) => (ContradictionKind::Cell, Some(cell), None),
            DeadEnd::Place(house, digit) => (ContradictionKind::Digit, None, Some((house, digit))),
        };
        Self {
            kind,
            cell: cell.map(Cell::from),
            digit: place.map(|(_, digit)| digit.get()),
            house: place.map(|(house, _)| House::from(house)),
            steps: Step::path(givens, &steps, 0..steps.len(), true),
        }
    }
}
