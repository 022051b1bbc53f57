//! A line with a puzzle, and the interface of its answer.

use std::borrow::Cow;
use std::io;

use serde_json::Value;

use super::echo::LineEcho;
use super::settings::LineFormat;
use crate::batch::Answers;
use crate::operations::answer::limited_writer::LimitedWriter;
use crate::operations::answer::part::Schemas;
use crate::operations::reading::SentGrid;

/// A line with a puzzle that is not answered yet.
#[derive(Debug)]
pub struct GridLine<'a, O: Clone> {
    /// The puzzle.
    pub sent: SentGrid,
    /// The options: those of the batch, or its own.
    pub options: Cow<'a, O>,
    /// What its answer repeats of it.
    pub(super) echo: LineEcho<'a>,
    /// Its number.
    pub(super) number: u64,
    /// Itself and all lines behind it.
    pub(super) rest: &'a [u8],
    /// The answers to the lines between the puzzle before and this one.
    pub(super) ready: Ready,
}

/// The answers to lines that need no work.
#[derive(Default, Debug)]
pub(super) struct Ready {
    pub(super) text: Vec<u8>,
    /// How many of them are problems.
    pub(super) problems: u64,
}

impl Ready {
    pub(super) fn add_to(&self, answers: &mut Answers) {
        answers.text.extend_from_slice(&self.text);
        answers.tally.problems += self.problems;
    }
}

/// An answer that fits on a line.
pub trait LineAnswer: 'static {
    /// The names of the columns that it has, unless they depend on options.
    const NAMES: &'static [&'static str];

    /// Its schema: a reference to one of these.
    fn schema(schemas: &mut Schemas) -> Value;

    /// Appends it in this format: as a JSON object with at least one member, as text with this between its lines, or as further
    /// columns.
    ///
    /// # Errors
    /// It is too long, or there is no memory for it.
    fn write(&self, format: LineFormat, between: &str, line: &mut LimitedWriter<'_>) -> io::Result<()>;
}
