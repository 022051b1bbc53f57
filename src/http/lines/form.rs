//! The interface of the forms of lines.

use super::defaults::Defaults;
use super::operation::{Line, LineAnswer, Operation};
use crate::batch::{Failure, Reading};
use crate::http::problem::Problem;

/// How a line is read and its answer written.
pub trait Form: Send + Sync + 'static {
    /// What the answer to a line needs from it in this form.
    type Kept<'a>: Copy + Default;

    /// Reads a line. If it has an answer that does not depend on a puzzle, writes it to `answer`.
    fn read<'a, O: Operation>(
        &'a self,
        line: &'a [u8],
        number: u64,
        defaults: &'a Defaults<O::Options>,
        answer: &mut Vec<u8>,
    ) -> Reading<Line<Self::Kept<'a>, O::Options>>;

    /// Writes the answer to a line.
    fn write(&self, number: u64, kept: Self::Kept<'_>, answer: &impl LineAnswer, text: &mut Vec<u8>);

    /// Writes the problem of a line. `columns` are the names of the columns that an answer would have.
    fn write_problem(&self, number: u64, kept: Self::Kept<'_>, problem: Problem, columns: &[&str], text: &mut Vec<u8>);

    /// Writes the problem of a line that begins with `start` and is too long.
    fn write_too_long(&self, number: u64, start: &[u8], columns: &[&str], text: &mut Vec<u8>);

    /// Writes the last line of answers that end early; `number` is the first line without an answer.
    fn write_end(&self, number: u64, why: &Failure, columns: &[&str], text: &mut Vec<u8>);
}
