//! The response with a problem.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::http::headers::SUDOKU_VERDICT;
use crate::http::pages::asset::{HTML, PAGE_POLICY};
use crate::http::pages::problem_pages;
use crate::operations::answer::format::Format;
use crate::operations::problem::{Code, Problem};
use crate::pool::PoolError;

/// The number of seconds after which a caller may retry, unless the problem says it.
const RETRY_AFTER_SECONDS: u64 = 1;

/// The problem of a tool, for the log and the metrics; an extension of the response, whose body already says it.
#[derive(Clone)]
pub struct ToolProblem(pub Problem);

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Overloaded => Self::new(Code::Overloaded, "the solver queue is full"),
            PoolError::DeadlineExceeded => Self::deadline_exceeded(),
            PoolError::Panicked => Self::solver_failed(),
        }
    }
}

impl IntoResponse for Problem {
    /// Carries the problem to the edge, which adds the request's id and writes it in the negotiated format.
    fn into_response(self) -> Response {
        let mut response = status(&self).into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// The response to the caller. `public_url` is the URL or path prefix that clients see. A visitor of a page gets another, whose
/// relative path to the root is `page`.
pub fn write(
    problem: &Problem,
    request_id: &str,
    public_url: &str,
    format: Format,
    page: Option<&str>,
) -> Response<Vec<u8>> {
    let (media_type, body) = match (page, format) {
        (Some(root), _) => (HTML, problem_pages::occurrence(problem, root).into_bytes()),
        (None, Format::Json) => ("application/problem+json", problem.document(Some(request_id), public_url)),
        (None, Format::Text) => (format.media_type(), format!("{}\n", problem.line()).into_bytes()),
    };
    let mut response = Response::new(body);
    *response.status_mut() = status(problem);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    if page.is_some() {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY));
    }
    if problem.code().status() == 503 {
        headers.insert(header::RETRY_AFTER, problem.retry_after().unwrap_or(RETRY_AFTER_SECONDS).into());
    }
    if problem.code() == Code::UnsupportedMediaType {
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if matches!(problem.code(), Code::RequestTimeout | Code::IncompleteBody | Code::PayloadTooLarge) {
        // The rest of the body is not read, so the connection cannot be reused.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    headers.extend(problem.verdict().map(|verdict| (SUDOKU_VERDICT, HeaderValue::from_static(verdict.name()))));
    response
}

fn status(problem: &Problem) -> StatusCode {
    StatusCode::from_u16(problem.code().status()).expect("the catalogue has valid statuses")
}
