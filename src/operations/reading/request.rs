//! A request to an operation, whatever the face that it came through.

use super::arguments::Arguments;
use super::fast_path::{self, Plain};
use super::grid::{self, SentGrid};
use super::json::Document;
use crate::operations::answer::format::Format;
use crate::operations::problem::Problem;

/// A request, before it is read.
#[derive(Default)]
pub struct Request<'a> {
    /// The grid, and the options beside it.
    pub body: Body<'a>,
    /// The query, with further options.
    pub query: &'a str,
    /// Options that apply unless the body or the query has them: flags, the date in a path, or the defaults of a tool.
    pub defaults: Option<&'a Arguments>,
    /// Whether a language model sent it.
    pub is_of_model: bool,
}

/// The body of a request.
#[derive(Default)]
pub enum Body<'a> {
    /// None. The query has the grid, if the operation takes one.
    #[default]
    None,
    /// The grid of a plain document.
    Plain(SentGrid),
    /// A document that was declared to have this format.
    Document(Document<'a>, Format),
    /// A text.
    Text(&'a str),
    /// The fields of a form, which are written as in a query.
    Form(&'a str),
}

impl<'a> Request<'a> {
    /// A request without a body.
    pub fn of_query(query: &'a str) -> Self {
        Self { query, ..Self::default() }
    }
}

impl<'a> Body<'a> {
    /// A document in one of the forms of [`fast_path`], without an `id`; `None` for any other.
    pub fn plain(body: &[u8]) -> Option<Self> {
        let Plain { grid, notation, id: None } = fast_path::read(body)? else { return None };
        Some(Self::Plain(SentGrid::new(grid, notation)))
    }

    /// A body that looks like JSON: a document or, if it was declared to be text, a list as Python writes it.
    ///
    /// # Errors
    /// It is neither.
    pub fn json(text: &'a str, declared: Format) -> Result<Self, Problem> {
        match Document::parse(text) {
            Ok(document) => Ok(Self::Document(document, declared)),
            Err(_) if declared == Format::Text && !grid::of_text(text).is_err_and(|error| grid::is_json(&error)) => {
                Ok(Self::Text(text))
            }
            Err(malformed) => Err(malformed.into()),
        }
    }
}
