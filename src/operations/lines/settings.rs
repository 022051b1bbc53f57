//! What a face decides about the lines of a batch.

use std::time::Duration;

use crate::operations::reading::Arguments;

/// Maximum number of candidates that the chains of a rating visit on a line that delays those of others: about half a
/// second of work.
pub const SHARED_CHAIN_NODES: u64 = 200_000_000;

/// The time limit of such a line, if its work is heavy.
pub const SHARED_TIME_LIMIT: Duration = Duration::from_secs(2);

/// The settings of the lines of a batch.
#[derive(Clone, Debug)]
pub struct LineSettings {
    /// How the lines are read.
    pub input: LineFormat,
    /// How their answers are written.
    pub output: LineFormat,
    /// The number of the column with the puzzle, from 0.
    pub column: usize,
    /// The URL or path prefix that clients see, for the `type` of problems.
    pub public_url: String,
    /// The options of lines without options of their own.
    pub arguments: Arguments,
    /// Maximum number of guesses of a search for solutions.
    pub guesses: u64,
    /// Maximum number of candidates that the chains of a rating visit.
    pub chain_nodes: u64,
}

/// A format of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineFormat {
    /// A JSON document per line.
    Json,
    /// A grid as text per line.
    Text,
    /// Tab-separated columns.
    Tabs,
}
