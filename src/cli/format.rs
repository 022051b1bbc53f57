//! The format of lines and of answers.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::operations::lines::{LineFormat, Separator};

/// A format. Each flag accepts some of them.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Format {
    /// JSON if the first line starts like JSON, otherwise text. An input that is one grid of several lines is answered as
    /// that grid; it is a batch if any of its lines is a grid by itself. A program that waits for the answer to each line
    /// should set the format, because invalid lines before the first grid are answered only once that grid is read
    Auto,
    /// One grid per line, such as `53..7....6..195…`; `#` starts a comment
    Text,
    /// A JSON document per line. A grid is in any JSON form, or `{"id": …, "grid": …}`
    #[value(alias = "json")]
    Ndjson,
    /// Columns separated by tabs, one of which is the puzzle. The answer's columns and a problem are appended; `\N` is null
    Tsv,
    /// Columns separated by commas, which may be in quotes but have no line breaks; nothing is null
    Csv,
}

impl Format {
    /// The formats of a single answer, and of generated puzzles.
    pub const PLAIN: &[Self] = &[Self::Text, Self::Ndjson];
    /// The formats of the answers to lines.
    pub const OF_ANSWERS: &[Self] = &[Self::Text, Self::Ndjson, Self::Tsv, Self::Csv];

    /// Accepts one of these.
    pub fn among(formats: &[Self]) -> impl TypedValueParser<Value = Self> {
        let names = formats.iter().filter_map(ValueEnum::to_possible_value);
        PossibleValuesParser::new(names).map(|name| Self::from_str(&name, false).expect("it is a possible value"))
    }
}

impl From<Format> for LineFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Auto | Format::Text => Self::Text,
            Format::Ndjson => Self::Json,
            Format::Tsv => Self::Columns(Separator::Tab),
            Format::Csv => Self::Columns(Separator::Comma),
        }
    }
}
