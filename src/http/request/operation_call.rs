//! Reads a call of an operation, in both forms: a POST with the grid in the body, and a GET with the grid in the query.

use axum::body::Body as Sent;
use axum::http::request::Parts;

use super::body::{self, RawBody, TextBody};
use super::form::Form;
use crate::http::app::App;
use crate::http::caching::is_cacheable;
use crate::operations::answer::format::Format;
use crate::operations::count::COUNT;
use crate::operations::problem::Problem;
use crate::operations::reading::names::GRID;
use crate::operations::reading::{Body, Request};
use crate::operations::{AnyOperation, Call};
use crate::pool::Class;
use crate::sudoku::solver::CancelFlag;

/// Maximum size in bytes of a body, and of a query, that a thread of the runtime parses: a line of 81 cells with some
/// options. A longer query, and a longer body unless it is plain, is parsed on a thread of the pool, so that a flood of them
/// is rejected as overload instead of delaying other requests. The slowest short bodies have as many errors as a problem
/// lists. They occupy the runtime's thread for less than 100 µs, seven times as long as an ordinary request (`cargo bench
/// --bench bodies`).
const PARSED_AT_ONCE: usize = 128;

/// What a request asks for.
pub enum Inquiry<T> {
    /// It has been read.
    Read(T),
    /// It is too long for a thread of the runtime.
    Unread(Box<dyn FnOnce() -> Result<T, Problem> + Send>),
}

impl<T: Send + 'static> Inquiry<T> {
    /// What this function finds in a query.
    ///
    /// # Errors
    /// Every error of a short query.
    pub fn of_query(
        query: Option<&str>,
        read: impl FnOnce(&str) -> Result<T, Problem> + Send + 'static,
    ) -> Result<Self, Problem> {
        let query = query.unwrap_or_default();
        if query.len() <= PARSED_AT_ONCE {
            return read(query).map(Self::Read);
        }
        let query = query.to_owned();
        Ok(Self::Unread(Box::new(move || read(&query))))
    }

    /// Reads it on this thread, which belongs to the pool.
    ///
    /// # Errors
    /// Every error of the request.
    pub fn read_here(self) -> Result<T, Problem> {
        match self {
            Self::Read(read) => Ok(read),
            Self::Unread(read) => read(),
        }
    }

    /// Reads it on a thread of the pool, if it has not been read.
    ///
    /// # Errors
    /// Every error of the request; or the pool is overloaded.
    pub async fn read(self, app: &App) -> Result<T, Problem> {
        match self {
            Self::Read(read) => Ok(read),
            Self::Unread(read) => app.run(|_: &CancelFlag| read()).await?.value,
        }
    }
}

/// Reads the call that a request makes.
///
/// # Errors
/// Every error of a short request.
pub async fn of_request(
    app: &App,
    operation: &'static AnyOperation,
    head: &Parts,
    body: Sent,
) -> Result<Inquiry<Box<dyn Call>>, Problem> {
    let query = head.uri.query();
    let may_be_heavy = |body: &[u8]| may_be_heavy(operation, body, query.unwrap_or_default());
    if is_cacheable(&head.method) {
        let asked = Inquiry::of_query(query, |query| operation.call(Request::of_query(query)))?;
        return if may_be_heavy(b"") { asked.read(app).await.map(Inquiry::Read) } else { Ok(asked) };
    }
    let body = body::read(&app.settings.body, &app.memory, head, body).await?;
    if let Some(parsed) = parse_at_once(operation, &body, query) {
        return parsed.map(Inquiry::Read);
    }
    let may_be_heavy = may_be_heavy(body.bytes());
    let query = query.map(str::to_owned);
    let asked = Inquiry::Unread(Box::new(move || parse(operation, &body, None, query.as_deref())));
    if may_be_heavy { asked.read(app).await.map(Inquiry::Read) } else { Ok(asked) }
}

/// Whether a long request may have the option that makes light work heavy, so that it must be read before its job has a kind.
fn may_be_heavy(operation: &AnyOperation, body: &[u8], query: &str) -> bool {
    let has = |text: &[u8]| memchr::memmem::find(text, COUNT.as_bytes()).is_some();
    let is_light = operation.about.class == Class::Light && operation.names.contains(&COUNT);
    // A name may be escaped.
    is_light && (has(body) || has(query.as_bytes()) || memchr::memchr(b'\\', body).is_some())
}

/// Whether a query has a parameter with this name.
pub fn is_sent(name: &str, query: &str) -> bool {
    form_urlencoded::parse(query.as_bytes()).any(|(sent, value)| sent == name && !value.is_empty())
}

/// A query with this parameter, which it has at most without a value.
pub fn with(query: &str, name: &str, value: &str) -> String {
    let kept = query.split('&').filter(|parameter| !parameter.is_empty() && parameter.trim_end_matches('=') != name);
    kept.map(|parameter| format!("{parameter}&")).collect::<String>() + name + "=" + value
}

/// Parses a plain or short body with a short query on this thread; `None` for any other.
fn parse_at_once(
    operation: &AnyOperation,
    body: &RawBody,
    query: Option<&str>,
) -> Option<Result<Box<dyn Call>, Problem>> {
    if query.is_some_and(|query| query.len() > PARSED_AT_ONCE) {
        return None;
    }
    let plain = Body::plain(body.bytes());
    (plain.is_some() || body.bytes().len() <= PARSED_AT_ONCE).then(|| parse(operation, body, plain, query))
}

/// Parses a body. `plain` is what [`Body::plain`] read from it.
fn parse<'a>(
    operation: &AnyOperation,
    body: &'a RawBody,
    plain: Option<Body<'a>>,
    query: Option<&'a str>,
) -> Result<Box<dyn Call>, Problem> {
    let TextBody { text, format, declared } = body.text()?;
    if let Some(query) = query.filter(|query| text.trim_ascii().is_empty() && is_sent(GRID, query)) {
        return operation.call(Request::of_query(query));
    }
    let form = (format == Format::Text).then(|| Form::of(text, operation.names));
    let sent = match (&form, plain) {
        (None, Some(plain)) => plain,
        (None, None) => Body::json(text, declared)?,
        (Some(Form::Text(text)), _) => Body::Text(text),
        (Some(Form::Fields(fields)), _) => Body::Form(fields),
        (Some(Form::Document(document)), _) => {
            body.set_json();
            Body::json(document, Format::Json)?
        }
    };
    operation.call(Request { body: sent, query: query.unwrap_or_default(), ..Request::default() })
}
