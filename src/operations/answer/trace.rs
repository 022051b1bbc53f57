//! Steps with the position before each.

use super::declaration::answer;
use super::steps::{Candidate, Effect, Step, Technique, View};
use crate::sudoku::logic::{self, Board};
use crate::sudoku::{Position, notation};

answer! {
    /// A step with the position before it.
    pub struct TracedStep {
        /// The number of the step, from 1.
        number: usize {minimum: 1},
        /// The digits before the step.
        board: String {pattern: "^[1-9.]{81}$"},
        /// The candidates before the step: nine characters for each cell, as `/hint` accepts them; of a filled cell,
        /// its digit.
        candidates: String {minLength: 729, maxLength: 729},
        /// The candidates that the step eliminates, first.
        eliminate: Vec<Candidate>,
        /// The digits that the step then places. Each removes the other candidates of its cell, and the digit from the
        /// cells of its houses.
        place: Vec<Candidate> {maxItems: 1},
        /// The technique and the rating of the step.
        technique: Technique,
        /// The step in English.
        text: String,
        /// The pattern as pictures, as `/hint` shows it in `what`.
        pattern: Vec<View>,
    }
}

impl TracedStep {
    /// Steps from a position on, in order.
    pub fn trace(start: &Position, steps: &[logic::Step]) -> Vec<Self> {
        let mut board = Board::from(start);
        let traced = |(number, step): (usize, &logic::Step)| {
            let Step { technique, effect: Effect { place, eliminate }, text, .. } = Step::new(&board, step, true);
            let (digits, candidates) = (board.grid().to_string(), notation::format_candidates(&board.marks()));
            let pattern = logic::views_without_effects(&board, step).into_iter().map(View::from).collect();
            board.apply(step);
            Self { number, board: digits, candidates, eliminate, place, technique, text, pattern }
        };
        (1..).zip(steps).map(traced).collect()
    }
}
