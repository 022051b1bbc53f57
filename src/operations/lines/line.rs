//! A line with a puzzle, and the interface of its answer.

use std::io;
use std::ops::Deref;

use serde_json::Value;

use super::echo::LineEcho;
use super::settings::LineFormat;
use crate::operations::answer::declaration::Schemas;
use crate::operations::answer::limited_writer::LimitedWriter;
use crate::operations::reading::SentGrid;

/// A line with a puzzle that is not answered yet.
#[derive(Debug)]
pub struct GridLine<'a, O> {
    /// The puzzle.
    pub sent: SentGrid,
    /// The options: those of the batch, or its own.
    pub options: LineOptions<'a, O>,
    /// What its answer repeats of it.
    pub(super) echo: LineEcho<'a>,
    /// Its number.
    pub(super) number: u64,
    /// Itself and all lines behind it.
    pub(super) rest: &'a [u8],
    /// Where the answers end that precede its own, among those to lines of its group that need no work.
    pub(super) ready: usize,
    /// How many of them, behind the puzzle before, are problems.
    pub(super) problems: u64,
}

/// The options of a line. Its own are in a box, because most lines have none, and are copied until they are answered.
#[derive(Debug)]
pub enum LineOptions<'a, O> {
    /// Those of the batch.
    Batch(&'a O),
    /// Its own.
    Own(Box<O>),
}

impl<O> Deref for LineOptions<'_, O> {
    type Target = O;

    fn deref(&self) -> &O {
        match self {
            Self::Batch(options) => options,
            Self::Own(options) => options,
        }
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
