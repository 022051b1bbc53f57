//! What a face decides about the lines of a batch.

use std::borrow::Cow;
use std::time::Duration;

use super::detection::first_line;
use crate::batch::LONGEST_LINE;
use crate::operations::answer::format::Format;
use crate::operations::options::{Options as _, Parsed, options};
use crate::operations::problem::Problem;
use crate::operations::reading::{Arguments, Fields, encoding};
use crate::sudoku::notation::{self, Header};

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

options! {
    /// The options of every batch.
    pub struct BatchOptions {
        /// The column with the puzzle: its name in the header, or its number, from 1 to 4096. In lines of JSON, the name of the
        /// member with the puzzle; the others are then no options. If absent: the column whose name says so (`puzzle`,
        /// `quizzes`, `question`, …), otherwise that of the first row.
        column: Option<String> = Parsed {
            expected: "expected a name, or a number from 1 to 4096",
            pattern: "^([^0]|0.)",
            // A line has no more columns, each of which an answer may have to repeat.
            parse: |text| {
                let is_column = |number: u128| (1..=LONGEST_LINE as u128).contains(&number);
                Some(text.to_owned()).filter(|text| text.parse().map_or(!text.is_empty(), is_column))
            },
        }, example "grid";
    }
}

/// Where the puzzle of a line is, and what the other columns are called.
#[derive(Clone, Default, Debug)]
pub struct Columns {
    /// The number of the column with the puzzle, from 0.
    pub puzzle: usize,
    /// The name of the member with the puzzle, if an option says so.
    pub member: Option<String>,
    /// The header, as written.
    pub header: Vec<u8>,
    /// The names in the header.
    pub names: Vec<String>,
    /// How the rows of a text are read, if it has rows.
    pub rows: Option<Header>,
    /// The number of columns of the first line.
    pub count: usize,
}

impl Columns {
    /// How to read lines that begin like this, and where their puzzles are. Without a format, they are columns if lines are
    /// `extended` and the first one is a header, otherwise text. The arguments may have the options of a batch.
    ///
    /// # Errors
    /// There is no such column.
    pub fn locate(
        start: &[u8],
        format: Option<LineFormat>,
        extended: bool,
        arguments: &Arguments,
    ) -> Result<(LineFormat, Self), Problem> {
        let mut fields = Fields::default();
        fields.add_defaults(arguments, BatchOptions::NAMES);
        let column = BatchOptions::read(&mut fields).column;
        let number = column.as_ref().and_then(|column| column.parse::<usize>().ok());
        let name = column.filter(|_| number.is_none());
        if format == Some(LineFormat::Json) {
            if number.is_some() {
                fields.forbid(COLUMN, "JSON has no columns; give the name of a member");
            }
            return fields.finish_options().map(|()| (LineFormat::Json, Self { member: name, ..Self::default() }));
        }
        let is_named = |other: &String| name.as_ref().is_some_and(|name| other.eq_ignore_ascii_case(name));
        let is_header = |text: &str, names: &[String]| {
            notation::puzzle_among(names).is_some() || names.iter().any(is_named) || notation::is_header(text)
        };
        let first = first_line(start, false);
        let separator = Separator::of(first);
        let format = format.unwrap_or_else(|| {
            let text = encoding::text(first);
            let has_header = extended && is_header(&text, &notation::names(&text, separator.byte()));
            if has_header { LineFormat::Columns(separator) } else { LineFormat::Text }
        });
        // Comments may precede the rows of a text.
        let first = if format == LineFormat::Text { first_line(start, true) } else { first };
        let text = &*encoding::text(first);
        let between = match format {
            LineFormat::Columns(separator) => separator.byte(),
            LineFormat::Json | LineFormat::Text => notation::separator(text),
        };
        let names = notation::names(text, between);
        let sought = number.map(|number| number - 1).or_else(|| names.iter().position(is_named));
        if sought.is_some_and(|puzzle| format == LineFormat::Text && puzzle >= names.len()) {
            fields.forbid(COLUMN, format!("the first row has {} columns: {text:?}", names.len()));
        } else if let Some(name) = name.as_ref().filter(|_| sought.is_none()) {
            fields.forbid(COLUMN, format!("no column {name:?} in the header {text:?}"));
        }
        fields.finish_options()?;
        let rows = match sought {
            _ if format != LineFormat::Text => None,
            Some(puzzle) => Header::at(text, puzzle),
            None => Header::of(text).or_else(|| Header::of_row(text)),
        };
        let is_puzzle = |text: &str| notation::parse(text).is_ok_and(|read| !read.grid.is_complete());
        let puzzle = sought.or_else(|| notation::puzzle_among(&names)).or_else(|| match format {
            LineFormat::Columns(separator) => {
                separator.split(first).position(|column| is_puzzle(&encoding::text(&separator.value(column))))
            }
            LineFormat::Json | LineFormat::Text => None,
        });
        let count = names.len();
        let (header, names) = if is_header(text, &names) { (first.to_owned(), names) } else { Default::default() };
        Ok((format, Self { puzzle: puzzle.unwrap_or(0), member: None, header, names, rows, count }))
    }

    /// The number of columns of a line that has as many as the header or, without one, as the first line, and the puzzle's.
    pub fn width(&self) -> usize {
        if self.names.is_empty() { self.count.max(self.puzzle + 1) } else { self.names.len() }
    }
}

/// The name of the option with the column.
pub const COLUMN: &str = "column";

/// A format of lines.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LineFormat {
    /// A JSON document per line.
    Json,
    /// A grid as text per line.
    #[default]
    Text,
    /// Columns.
    Columns(Separator),
}

impl LineFormat {
    /// The media type of such lines.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/x-ndjson",
            Self::Text => Format::Text.media_type(),
            Self::Columns(Separator::Tab) => "text/tab-separated-values; charset=utf-8",
            Self::Columns(Separator::Comma) => "text/csv; charset=utf-8",
        }
    }
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

    /// The columns of a line, as written.
    pub fn split(self, line: &[u8]) -> impl Iterator<Item = &[u8]> {
        notation::fields(line, self.byte())
    }

    /// The column, counted from 0, whose quote does not end.
    pub fn open_column(self, line: &[u8]) -> Option<usize> {
        // Most lines have no quotes.
        let has_quotes = self == Self::Comma && memchr::memchr(b'"', line).is_some();
        if has_quotes { self.split(line).position(notation::is_open) } else { None }
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
        if self == Self::Comma { notation::value(column) } else { column.into() }
    }

    /// Appends a further column.
    pub fn push(self, value: Option<&[u8]>, line: &mut Vec<u8>) {
        line.push(self.byte());
        match value {
            Some(value) => self.write(value, line),
            None => line.extend_from_slice(self.null()),
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
