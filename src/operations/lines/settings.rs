//! What a face decides about the lines of a batch.

use std::borrow::Cow;
use std::time::Duration;

use crate::batch::{BYTE_ORDER_MARK, LONGEST_LINE};
use crate::operations::reading::Arguments;
use crate::sudoku::notation::PUZZLE_NAMES;

/// Maximum number of candidates that the chains of a rating visit on a line that delays those of others: half a
/// second to eight seconds of work.
pub const SHARED_CHAIN_NODES: u64 = 200_000_000;

/// The time that such a line may spend on a thread, if its work is heavy. Its other limits come first on any usual processor,
/// so that the same line gets the same answer.
pub const SHARED_TIME_LIMIT: Duration = Duration::from_secs(10);

/// The settings of the lines of a batch.
#[derive(Clone, Debug)]
pub struct LineSettings {
    /// How the lines are read.
    pub input: LineFormat,
    /// How their answers are written.
    pub output: LineFormat,
    /// Where the puzzle is, and the names of the other columns.
    pub columns: Columns,
    /// Whether each item of the list that an answer is made of gets a line of its own.
    pub explode: bool,
    /// The URL or path prefix that clients see, for the `type` of problems.
    pub public_url: String,
    /// The options of lines without options of their own.
    pub arguments: Arguments,
    /// Whether the memory for answers is shared, so that long ones have no room.
    pub is_shared: bool,
    /// Maximum number of guesses of a search for solutions.
    pub guesses: u64,
    /// Maximum number of candidates that the chains of a rating visit.
    pub chain_nodes: u64,
}

impl LineSettings {
    /// The settings of lines that are read and written as text, with these options and no limit on guesses.
    pub fn of(arguments: Arguments) -> Self {
        Self {
            input: LineFormat::Text,
            output: LineFormat::Text,
            columns: Columns::default(),
            explode: false,
            is_shared: false,
            public_url: String::new(),
            arguments,
            guesses: u64::MAX,
            chain_nodes: u64::MAX,
        }
    }
}

/// Where the puzzle of a line is, and what the other columns are called.
#[derive(Clone, Default, Debug)]
pub struct Columns {
    /// The number of the column with the puzzle, from 0.
    pub puzzle: usize,
    /// The name of the member with the puzzle, if it is not one of the usual names.
    pub member: Option<String>,
    /// The header, as written.
    pub header: Vec<u8>,
    /// The names in the header.
    pub names: Vec<String>,
}

impl Columns {
    /// What separates the columns of the lines that begin like this, and where they are, if the first line names that of the
    /// puzzle. Then lines that are extended are columns without being declared so. A header is not longer than any other line.
    pub fn of_header(start: &[u8]) -> Option<(Separator, Self)> {
        let header = first_line(&start[..start.len().min(LONGEST_LINE + 1)]);
        if header.len() > LONGEST_LINE {
            return None;
        }
        let separator = Separator::of(header);
        let names = separator.names(header);
        let puzzle = Self::named_puzzle(&names)?;
        Some((separator, Self { puzzle, member: None, header: header.to_owned(), names }))
    }

    /// The column whose name says that it has the puzzle.
    pub fn named_puzzle(names: &[String]) -> Option<usize> {
        PUZZLE_NAMES.iter().find_map(|puzzle| names.iter().position(|name| name.eq_ignore_ascii_case(puzzle)))
    }
}

/// The first line, without a byte-order mark and its end.
pub fn first_line(start: &[u8]) -> &[u8] {
    let text = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start);
    text.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default()
}

/// A format of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineFormat {
    /// A JSON document per line.
    Json,
    /// A grid as text per line.
    Text,
    /// Columns.
    Columns(Separator),
}

/// What separates columns, and how their values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
    /// Tabs. A value has no tab.
    Tab,
    /// Commas (CSV, RFC 4180). A value may be in quotes, but has no line break.
    Comma,
}

impl Separator {
    /// That of the lines that begin with this one: tabs if it has any.
    pub fn of(line: &[u8]) -> Self {
        if line.contains(&b'\t') { Self::Tab } else { Self::Comma }
    }

    /// The media type of such lines.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Tab => "text/tab-separated-values; charset=utf-8",
            Self::Comma => "text/csv; charset=utf-8",
        }
    }

    /// The names in a header.
    pub fn names(self, header: &[u8]) -> Vec<String> {
        let name = |column| String::from_utf8_lossy(&self.value(column)).trim().to_owned();
        self.split(header).map(name).collect()
    }

    /// The columns of a line, as written.
    pub fn split(self, line: &[u8]) -> impl Iterator<Item = &[u8]> {
        let mut is_quoted = false;
        line.split(move |&byte| {
            is_quoted ^= self == Self::Comma && byte == b'"';
            byte == self.byte() && !is_quoted
        })
    }

    /// The separator.
    pub const fn byte(self) -> u8 {
        match self {
            Self::Tab => b'\t',
            Self::Comma => b',',
        }
    }

    /// A null: with tabs, as Hive, Spark's TRANSFORM and PostgreSQL's COPY write it.
    pub const fn null(self) -> &'static [u8] {
        match self {
            Self::Tab => b"\\N",
            Self::Comma => b"",
        }
    }

    /// The value of a column.
    pub fn value(self, column: &[u8]) -> Cow<'_, [u8]> {
        match column {
            [b'"', quoted @ .., b'"'] if self == Self::Comma => {
                let mut escaped = false;
                let kept = |byte: &&u8| {
                    escaped = **byte == b'"' && !escaped;
                    !escaped
                };
                if quoted.contains(&b'"') { quoted.iter().filter(kept).copied().collect() } else { quoted.into() }
            }
            _ => column.into(),
        }
    }

    /// Appends a value as a column.
    pub fn write(self, value: &[u8], line: &mut Vec<u8>) {
        let is_quoted = self == Self::Comma && value.iter().any(|byte| b",\"\r".contains(byte));
        if !is_quoted {
            // With tabs, JSON has these only where a space means the same.
            line.extend(value.iter().map(|&byte| if matches!(byte, b'\t' | b'\r') { b' ' } else { byte }));
            return;
        }
        line.push(b'"');
        for &byte in value {
            line.extend(std::iter::repeat_n(byte, 1 + usize::from(byte == b'"')));
        }
        line.push(b'"');
    }
}
