//! The lines of one form, for one operation.

use super::defaults::Defaults;
use super::form::Form;
use super::operation::{Line, Operation};
use super::problem::{ended, too_long};
use crate::batch::{Answers, Failure, LineForm, Reading};
use crate::http::problem::Problem;
use crate::sudoku::Grid;
use crate::sudoku::solver::CancelFlag;

/// Lines of this form, for this operation.
#[derive(Debug)]
pub struct Lines<F, O: Operation> {
    /// How the lines are read and written.
    pub form: F,
    /// What is done with their puzzles.
    pub operation: O,
    /// The options of lines without options of their own.
    pub defaults: Defaults<O::Options>,
}

impl<F: Form, O: Operation> LineForm for Lines<F, O> {
    type Kept<'a> = Line<F::Kept<'a>, O::Options>;
    type Outcome = O::Outcome;

    fn read<'a>(&'a self, line: &'a [u8], number: u64, answer: &mut Vec<u8>) -> Reading<Self::Kept<'a>> {
        self.form.read::<O>(line, number, &self.defaults, answer)
    }

    fn work(&self, puzzles: &[Grid], kept: &[Self::Kept<'_>], cancel: &CancelFlag, outcomes: &mut Vec<Self::Outcome>) {
        self.operation.work(puzzles, kept, cancel, outcomes);
    }

    fn write(&self, number: u64, line: &Self::Kept<'_>, puzzle: &Grid, outcome: &Self::Outcome, answers: &mut Answers) {
        O::count(outcome, &mut answers.tally.searches);
        match self.operation.answer(puzzle, line.notation, outcome) {
            Ok(answer) => {
                answers.tally.results += 1;
                self.form.write(number, line.kept, &answer, &mut answers.text);
            }
            Err(problem) => {
                answers.tally.problems += 1;
                self.form.write_problem(number, line.kept, problem, O::COLUMNS, &mut answers.text);
            }
        }
    }

    fn write_failed(&self, number: u64, line: &Self::Kept<'_>, answer: &mut Vec<u8>) {
        self.form.write_problem(number, line.kept, Problem::solver_failed(), O::COLUMNS, answer);
    }

    fn write_too_long(&self, start: &[u8], number: u64, answer: &mut Vec<u8>) {
        self.form.write_truncated(number, start, too_long(), O::COLUMNS, answer);
    }

    fn write_end(&self, number: u64, why: &Failure, answer: &mut Vec<u8>) {
        self.form.write_truncated(number, b"", ended(number, why), O::COLUMNS, answer);
    }
}
