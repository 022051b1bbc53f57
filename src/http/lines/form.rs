//! The interface of the forms of lines.

use super::defaults::Defaults;
use super::operation::{Line, LineAnswer, Operation};
use crate::batch::Reading;
use crate::http::problem::Problem;

/// How a line is read and its answer written.
pub trait Form: Send + Sync + 'static {
    /// The part of a line that its answer needs.
    type Kept<'a>: Copy + Default;

    /// Reads a line. If the line has an answer that needs no work, writes it to `answer`.
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

    /// Writes the problem of a line of which only the start is known. The start may be empty.
    fn write_truncated(&self, number: u64, start: &[u8], problem: Problem, columns: &[&str], text: &mut Vec<u8>);
}
