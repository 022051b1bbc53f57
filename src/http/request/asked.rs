//! The extractor for operations on one grid, in both forms: a POST with the grid in the body, and a GET with the grid in
//! the query.

use axum::extract::{FromRequest, Request};

use super::body::{self, RawBody};
use super::fields::Fields;
use super::grid::Posed;
use super::json::Document;
use crate::http::app::App;
use crate::http::caching::is_cacheable;
use crate::http::negotiation::Form;
use crate::http::problem::Problem;
use crate::pool::Class;
use crate::sudoku::solver::CancelFlag;

/// The grid and the options of a request. If extraction fails, the rejection is a [`Problem`].
pub struct Asked<O> {
    /// The grid, with its notation.
    pub posed: Posed,
    /// The options.
    pub options: O,
    /// Whether the answer may be cached. If so, it must not say how long it took.
    pub cacheable: bool,
}

/// The options of an operation: members of the document or, for a bare grid or a GET, parameters of the query.
pub trait Options: Sized {
    /// Their names.
    const NAMES: &'static [&'static str];

    /// Reads each option from the fields of a request, which record errors.
    fn read(fields: &mut Fields<'_>) -> Self;
}

/// An operation without options.
impl Options for () {
    const NAMES: &'static [&'static str] = &[];

    fn read(_: &mut Fields<'_>) {}
}

/// Maximum size in bytes of a body that a thread of the runtime parses: a line of 81 cells with some options. A longer body
/// is parsed on a thread of the pool unless it is plain, so that a flood of them is rejected as overload instead of
/// delaying other requests. The slowest short bodies have as many errors as a problem lists. They occupy the runtime's
/// thread for less than 100 µs, seven times as long as an ordinary request (`cargo bench --bench bodies`).
const PARSED_AT_ONCE: usize = 128;

impl<O: Options + Send + 'static> FromRequest<App> for Asked<O> {
    type Rejection = Problem;

    // Not an async function: its future would reserve space for the whole request in addition to its parts, and every
    // request allocates that future.
    fn from_request(request: Request, app: &App) -> impl Future<Output = Result<Self, Problem>> + Send {
        let (head, sent) = request.into_parts();
        async move {
            let query = head.uri.query();
            if is_cacheable(&head.method) {
                return Self::finish(Fields::of_query(query.unwrap_or_default(), O::NAMES), true);
            }
            let body = body::read(&app.settings.body, &app.memory, &head, sent).await?;
            if let Some(parsed) = Self::parse_at_once(&body, query) {
                return parsed;
            }
            let query = query.map(str::to_owned);
            let parse = move |_: &CancelFlag| Self::parse(&body, None, query.as_deref());
            app.run(Class::Light, app.settings.request_timeout, parse).await?.value
        }
    }
}

impl<O: Options> Asked<O> {
    /// Parses a plain or short body on this thread; `None` for any other.
    fn parse_at_once(body: &RawBody, query: Option<&str>) -> Option<Result<Self, Problem>> {
        let plain = Fields::of_plain(body.bytes());
        (plain.is_some() || body.bytes().len() <= PARSED_AT_ONCE).then(|| Self::parse(body, plain, query))
    }

    /// Parses a body. `plain` is what [`Fields::of_plain`] read from it.
    fn parse<'a>(body: &'a RawBody, plain: Option<Fields<'a>>, query: Option<&'a str>) -> Result<Self, Problem> {
        let body = body.text()?;
        let mut fields = match (body.form, plain) {
            (Form::Json, Some(plain)) => plain,
            (Form::Json, None) => Fields::of_document(Document::parse(body.text)?, body.declared, O::NAMES),
            (Form::Text, _) => Fields::of_text(body.text),
        };
        if let Some(query) = query {
            fields.add_query(query, O::NAMES);
        }
        Self::finish(fields, false)
    }

    fn finish(mut fields: Fields<'_>, cacheable: bool) -> Result<Self, Problem> {
        let options = O::read(&mut fields);
        Ok(Self { posed: fields.finish()?, options, cacheable })
    }
}
