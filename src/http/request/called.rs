//! Reads a call of an operation, in both forms: a POST with the grid in the body, and a GET with the grid in the query.

use std::sync::Arc;

use axum::extract::Request;

use super::body::{self, RawBody};
use crate::http::app::App;
use crate::http::caching::is_cacheable;
use crate::operations::answer::format::Format;
use crate::operations::problem::Problem;
use crate::operations::reading::Fields;
use crate::operations::reading::json::Document;
use crate::operations::{AnyOperation, Call};
use crate::pool::Class;
use crate::sudoku::solver::CancelFlag;

/// Maximum size in bytes of a body, and of a query, that a thread of the runtime parses: a line of 81 cells with some
/// options. A longer query, and a longer body unless it is plain, is parsed on a thread of the pool, so that a flood of them
/// is rejected as overload instead of delaying other requests. The slowest short bodies have as many errors as a problem
/// lists. They occupy the runtime's thread for less than 100 µs, seven times as long as an ordinary request (`cargo bench
/// --bench bodies`).
const PARSED_AT_ONCE: usize = 128;

/// Reads the call that a request makes.
///
/// # Errors
/// Every error of the request.
// Not an async function: its future would reserve space for the whole request in addition to its parts, and every
// request allocates that future.
pub fn of_request(
    app: &App,
    operation: &'static AnyOperation,
    request: Request,
) -> impl Future<Output = Result<Arc<dyn Call>, Problem>> + Send {
    let (head, sent) = request.into_parts();
    async move {
        let query = head.uri.query();
        if is_cacheable(&head.method) {
            return of_query(app, query, |query| call(operation, query)).await;
        }
        let body = body::read(&app.settings.body, &app.memory, &head, sent).await?;
        if let Some(parsed) = parse_at_once(operation, &body, query) {
            return parsed;
        }
        let query = query.map(str::to_owned);
        let parse = move |_: &CancelFlag| parse(operation, &body, None, query.as_deref());
        app.run(Class::Light, app.settings.request_timeout, parse).await?.value
    }
}

/// Reads a query: a short one on this thread, another one on a thread of the pool.
///
/// # Errors
/// Every error of the query; or the pool is overloaded.
pub async fn of_query<T: Send + 'static>(
    app: &App,
    query: Option<&str>,
    read: impl FnOnce(&str) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let query = query.unwrap_or_default();
    if query.len() <= PARSED_AT_ONCE {
        return read(query);
    }
    let query = query.to_owned();
    app.run(Class::Light, app.settings.request_timeout, move |_: &CancelFlag| read(&query)).await?.value
}

/// Reads the call that a query makes.
///
/// # Errors
/// Every error of the query.
pub fn call(operation: &AnyOperation, query: &str) -> Result<Arc<dyn Call>, Problem> {
    if operation.takes_grid {
        return (operation.read)(Fields::of_query(query, operation.names));
    }
    let mut fields = Fields::default();
    fields.add_query(query, operation.names);
    (operation.read)(fields)
}

/// Parses a plain or short body with a short query on this thread; `None` for any other.
fn parse_at_once(
    operation: &AnyOperation,
    body: &RawBody,
    query: Option<&str>,
) -> Option<Result<Arc<dyn Call>, Problem>> {
    if query.is_some_and(|query| query.len() > PARSED_AT_ONCE) {
        return None;
    }
    let plain = Fields::of_plain(body.bytes());
    (plain.is_some() || body.bytes().len() <= PARSED_AT_ONCE).then(|| parse(operation, body, plain, query))
}

/// Parses a body. `plain` is what [`Fields::of_plain`] read from it.
fn parse<'a>(
    operation: &AnyOperation,
    body: &'a RawBody,
    plain: Option<Fields<'a>>,
    query: Option<&'a str>,
) -> Result<Arc<dyn Call>, Problem> {
    let body = body.text()?;
    let mut fields = match (body.format, plain) {
        (Format::Json, Some(plain)) => plain,
        (Format::Json, None) => Fields::of_document(Document::parse(body.text)?, body.declared, operation.names),
        (Format::Text, _) => Fields::of_text(body.text),
    };
    if let Some(query) = query {
        fields.add_query(query, operation.names);
    }
    (operation.read)(fields)
}
