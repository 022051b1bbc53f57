//! What was sent for an option.

use std::borrow::Cow;

use super::json::{Value, ValueKind};
use crate::operations::problem::Place;

/// The value of an option, by where it was sent.
#[derive(Clone)]
pub enum Source<'a> {
    /// A member of the document.
    Member(Value<'a>),
    /// A parameter of the query.
    Query(Cow<'a, str>),
    /// A flag of the command line.
    Flag(Cow<'a, str>),
}

/// What was sent for an option.
pub enum Sent<'a> {
    /// A value of the document, read one level deep.
    Json(ValueKind<'a>),
    /// A text.
    Text(Cow<'a, str>),
}

impl Sent<'_> {
    /// The text, which may be a string of the document.
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) | Self::Json(ValueKind::String(text)) = self { Some(text) } else { None }
    }
}

impl Source<'_> {
    /// Where the option with this name was sent.
    pub fn place(&self, name: impl Into<Cow<'static, str>>) -> Place {
        match self {
            Self::Member(_) => Place::root().member(&name.into()),
            Self::Query(_) => Place::Query(name.into()),
            Self::Flag(_) => Place::Flag(name.into()),
        }
    }
}

/// The options of a batch, for lines without options of their own: names and texts, and where they were sent.
#[derive(Clone, Default, Debug)]
pub struct Arguments {
    /// The names and texts.
    pub pairs: Vec<(String, String)>,
    /// Whether they are flags of the command line rather than parameters of a query.
    pub are_flags: bool,
}

impl Arguments {
    /// The parameters of a query.
    pub fn of_query(query: &str) -> Self {
        Self { pairs: form_urlencoded::parse(query.as_bytes()).into_owned().collect(), are_flags: false }
    }

    /// Whether the option with this name was sent.
    pub fn has(&self, name: &str) -> bool {
        self.pairs.iter().any(|(sent, _)| sent == name)
    }

    /// Each name with its value.
    pub fn sources(&self) -> impl Iterator<Item = (&str, Source<'_>)> {
        self.pairs.iter().map(|(name, text)| {
            let text = Cow::Borrowed(text.as_str());
            (name.as_str(), if self.are_flags { Source::Flag(text) } else { Source::Query(text) })
        })
    }
}
