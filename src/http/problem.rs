//! The one catalogue of problems, and the document that a caller is sent (RFC 9457).

use std::borrow::Cow;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::answer::{SERVER_TIMING, timing_header};
use super::body::Form;
use super::wire::{Conflict, GridError, RequestError};
use crate::pool::Timing;
use crate::sudoku::rules;

/// How many faults of a request or a grid are told one by one; the rest is counted.
pub const MOST_ERRORS: usize = 100;

/// How many seconds after an overload a caller may try again.
const RETRY_AFTER_SECONDS: u16 = 1;

macro_rules! catalogue {
    ($($code:ident $name:literal $status:ident $title:literal $meaning:literal $remedy:literal)+) => {
        /// The stable code of a problem: what a caller switches on.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Code {
            $(#[doc = $meaning] $code,)+
        }

        impl Code {
            /// Every problem that there is.
            pub const ALL: &[Self] = &[$(Self::$code),+];

            /// The code as it is sent.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$code => $name,)+ }
            }

            /// The status that it is sent with.
            #[must_use]
            pub const fn status(self) -> StatusCode {
                match self { $(Self::$code => StatusCode::$status,)+ }
            }

            /// What it is, in a few words that never change.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$code => $title,)+ }
            }

            /// What it means.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$code => $meaning,)+ }
            }

            /// How a caller mends it.
            #[must_use]
            pub const fn remedy(self) -> &'static str {
                match self { $(Self::$code => $remedy,)+ }
            }
        }
    };
}

catalogue! {
    MalformedJson "malformed-json" BAD_REQUEST "The body is not JSON"
        "The body was read as JSON and is none; `line` and `column` say where reading stopped."
        "Send well-formed JSON. To send a grid as plain text, use the content type text/plain."
    InvalidRequest "invalid-request" UNPROCESSABLE_ENTITY "The request has another shape than it needs"
        "The document is no object, array or string, or a member or query parameter is unknown, missing, repeated, out of range or of the wrong type; `errors` names each."
        "Mend each place that `errors` points at. Members that are not known are refused, so that a typing mistake in an option is never silently ignored."
    InvalidGrid "invalid-grid" UNPROCESSABLE_ENTITY "What stands in the grid's place is no grid"
        "A grid has 81 cells, each a digit from 1 to 9 or blank; `errors` lists what is wrong, in reading order and with its place."
        "Mend each place in `errors`: `row` and `column` count from 1 at the top left, `line` and `character` are the place in a text, `pointer` is the place in the JSON document."
    ConflictingGivens "conflicting-givens" UNPROCESSABLE_ENTITY "The givens break the rules"
        "A digit stands more than once in a row, a column or a box, so there is nothing to solve; `conflicts` lists each such house and digit with its cells."
        "Mend the cells in `conflicts`. To have a grid judged rather than refused, send it to /validate."
    NoSolution "no-solution" UNPROCESSABLE_ENTITY "The grid has no solution"
        "No digit stands twice in a house, yet no way to fill the blank cells keeps the rules. The search was exhaustive."
        "Compare the givens with their source: as they stand, they cannot all be right."
    NotUnique "not-unique" UNPROCESSABLE_ENTITY "The puzzle has several solutions"
        "A `puzzle` that progress is compared with needs exactly one solution, and this one has several, so that no cell could be called a mistake."
        "Send the puzzle with all its givens, or leave `puzzle` out."
    SearchLimit "search-limit" UNPROCESSABLE_ENTITY "The search was too long"
        "The search used up the node budget that the service allows a request before it had an answer. It says nothing about whether a solution exists, and the same request would end in the same way."
        "Add a given, ask for fewer solutions, or run a service with a larger --node-limit."
    InvalidHost "invalid-host" BAD_REQUEST "The request does not name one host"
        "An HTTP/1.1 request has exactly one header field `Host` (RFC 9112); with none or several, a gateway and the service could take it for different requests."
        "Send the header field `Host` once. Every usual client does."
    NotFound "not-found" NOT_FOUND "There is nothing at this address"
        "No resource has this path."
        "GET / lists what there is; the contract is at /openapi.yaml."
    MethodNotAllowed "method-not-allowed" METHOD_NOT_ALLOWED "The resource does not know this method"
        "The path exists, but not with this method; the header `Allow` names those that it has."
        "Use a method from the header `Allow`. Grids are sent with POST."
    RequestTimeout "request-timeout" REQUEST_TIMEOUT "The body did not arrive in time"
        "The request's body was not complete within the time that the service allows for it."
        "Send the body without pauses, and a Content-Length that matches it."
    IncompleteBody "incomplete-body" BAD_REQUEST "The body broke off"
        "The sending side was closed before the request's body was complete, or its chunked coding is broken."
        "Send as many bytes as Content-Length announces, or chunks that end with the empty one."
    PayloadTooLarge "payload-too-large" PAYLOAD_TOO_LARGE "The body is too large"
        "The body, or a line of a batch, is larger than the service takes; a grid in any notation needs well under 1 KiB."
        "Send one grid a request, or many to /solve/batch, each on a line of its own."
    UriTooLong "uri-too-long" URI_TOO_LONG "The address is too long"
        "The request's target, its query included, is longer than the service takes."
        "Send grids and options in the body."
    HeaderTooLarge "header-too-large" REQUEST_HEADER_FIELDS_TOO_LARGE "The header is too large"
        "The request's header fields together are larger, or more, than the service takes."
        "Send fewer or shorter header fields; cookies are the usual reason."
    UnsupportedMediaType "unsupported-media-type" UNSUPPORTED_MEDIA_TYPE "The body's type is not supported"
        "Bodies are JSON or plain text in UTF-8 (US-ASCII and Latin-1 are taken too), batches JSON lines or plain text, without a content encoding."
        "Send `Content-Type: application/json` or `Content-Type: text/plain`, for a batch of JSON lines `Content-Type: application/x-ndjson`, and no Content-Encoding."
    Overloaded "overloaded" SERVICE_UNAVAILABLE "The service is overloaded"
        "More requests wait for the solver than the service lets wait, so this one was refused before any work went into it."
        "Try again after the seconds in the header `Retry-After`."
    DeadlineExceeded "deadline-exceeded" SERVICE_UNAVAILABLE "The request took too long"
        "The request's time limit passed before the search was done, so the search was stopped."
        "Try again after the seconds in the header `Retry-After`; if it is the search itself that is long, ask for fewer solutions."
    ShuttingDown "shutting-down" SERVICE_UNAVAILABLE "The service is shutting down"
        "This instance is about to end and takes no new work."
        "Try again after the seconds in the header `Retry-After`; another instance or the restarted one will answer."
    Internal "internal" INTERNAL_SERVER_ERROR "A defect of the service"
        "Something failed that should not; the service's log has a line with this `request_id`."
        "Report it with the `request_id`. The request itself may be fine."
}

impl Code {
    /// The problem of this code.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

/// A problem on its way to the caller.
///
/// Handlers return it; the middleware adds the request's identity and writes it in the form of the answer.
#[derive(Clone, Debug)]
pub struct Problem(Box<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    code: Code,
    detail: Cow<'static, str>,
    form: Option<Form>,
    verdict: Option<&'static str>,
    timing: Option<Timing>,
    members: Members,
}

/// The members that only some problems have.
#[derive(Clone, Default, Serialize, Debug)]
struct Members {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Errors>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more_errors: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflicts: Option<Vec<Conflict>>,
}

#[derive(Clone, Serialize, Debug)]
#[serde(untagged)]
enum Errors {
    Request(Vec<RequestError>),
    Grid(Vec<GridError>),
}

/// The document as it is sent.
#[derive(Serialize)]
struct Document<'a> {
    r#type: String,
    title: &'static str,
    status: u16,
    detail: &'a str,
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
    #[serde(flatten)]
    members: &'a Members,
}

impl Problem {
    /// A problem whose detail says what happened this time, in a sentence.
    pub fn new(code: Code, detail: impl Into<Cow<'static, str>>) -> Self {
        let (detail, members) = (detail.into(), Members::default());
        Self(Box::new(Parts { code, detail, form: None, verdict: None, timing: None, members }))
    }

    /// The body is not JSON from this place on; line and column count from 1.
    #[must_use]
    pub fn malformed_json(line: usize, column: usize, why: &str) -> Self {
        let detail = format!("{why} at line {line}, column {column}");
        let mut problem = Self::new(Code::MalformedJson, detail);
        (problem.0.members.line, problem.0.members.column) = (Some(line), Some(column));
        problem
    }

    /// The members or parameters of a request that are wrong.
    #[must_use]
    pub fn invalid_request(mut errors: Vec<RequestError>) -> Self {
        let more = cut(&mut errors);
        let summary = summary(errors.iter().map(RequestError::summary), more);
        let mut problem = Self::new(Code::InvalidRequest, summary);
        problem.0.members.errors = Some(Errors::Request(errors));
        problem.0.members.more_errors = (more > 0).then_some(more);
        problem
    }

    /// What is wrong with a grid, `hint` being a further sentence for the detail.
    #[must_use]
    pub fn invalid_grid(mut errors: Vec<GridError>, hint: &str) -> Self {
        let more = cut(&mut errors);
        let mut summary = summary(errors.iter().map(GridError::summary), more);
        if !hint.is_empty() {
            summary.push_str(". ");
            summary.push_str(hint);
        }
        let mut problem = Self::new(Code::InvalidGrid, summary);
        problem.0.members.errors = Some(Errors::Grid(errors));
        problem.0.members.more_errors = (more > 0).then_some(more);
        problem
    }

    /// The same with at most this many errors told one by one.
    #[must_use]
    pub fn listing(mut self, most: usize) -> Self {
        let members = &mut self.0.members;
        let dropped = match &mut members.errors {
            Some(Errors::Grid(errors)) => errors.drain(most.min(errors.len())..).count(),
            Some(Errors::Request(errors)) => errors.drain(most.min(errors.len())..).count(),
            None => 0,
        };
        if dropped > 0 {
            members.more_errors = Some(members.more_errors.unwrap_or(0) + dropped);
        }
        self
    }

    /// The conflicts that leave nothing to solve, at least one.
    #[must_use]
    pub fn conflicting_givens(conflicts: Vec<rules::Conflict>) -> Self {
        let conflicts: Vec<Conflict> = conflicts.into_iter().map(Conflict::from).collect();
        let mut problem = Self::new(Code::ConflictingGivens, summary(conflicts.iter().map(Conflict::summary), 0));
        problem.0.members.conflicts = Some(conflicts);
        problem
    }

    /// The problem is with this member of the document.
    #[must_use]
    pub fn at_pointer(mut self, pointer: &'static str) -> Self {
        self.0.members.pointer = Some(pointer);
        self
    }

    /// The problem is with this parameter of the query.
    #[must_use]
    pub fn at_parameter(mut self, parameter: &'static str) -> Self {
        self.0.members.parameter = Some(parameter);
        self
    }

    /// The form of the answer, where the request decides it; otherwise it is decided by its `Accept` alone.
    #[must_use]
    pub fn in_form(mut self, form: Form) -> Self {
        self.0.form = Some(form);
        self
    }

    /// The verdict that the problem reports.
    #[must_use]
    pub fn with_verdict(mut self, verdict: &'static str) -> Self {
        self.0.verdict = Some(verdict);
        self
    }

    /// Where the time went, if the solver was asked before the problem was known.
    #[must_use]
    pub fn with_timing(mut self, timing: Timing) -> Self {
        self.0.timing = Some(timing);
        self
    }

    /// Its code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// What happened this time.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// The answer that the caller is sent. `public_url` is the address or prefix that callers see.
    pub fn respond(&self, request_id: &str, public_url: &str, otherwise: Form) -> Response {
        let Parts { code, ref detail, form, verdict, timing, .. } = *self.0;
        let (media_type, body) = match form.unwrap_or(otherwise) {
            Form::Json => ("application/problem+json", self.document(Some(request_id), public_url)),
            Form::Text => {
                ("text/plain; charset=utf-8", format!("{}: {}\n", code.name(), one_line(detail)).into_bytes())
            }
        };
        let mut response = (code.status(), [(header::CONTENT_TYPE, media_type)], body).into_response();
        let headers = response.headers_mut();
        if code.status() == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, RETRY_AFTER_SECONDS.into());
        }
        if code == Code::RequestTimeout {
            // The rest of the body is not waited for, so the connection has no next request.
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if let Some(verdict) = verdict {
            headers.insert(super::body::VERDICT, HeaderValue::from_static(verdict));
        }
        if let Some(timing) = timing {
            headers.insert(SERVER_TIMING, timing_header(timing));
        }
        response
    }

    /// The document as JSON.
    pub(super) fn document(&self, request_id: Option<&str>, public_url: &str) -> Vec<u8> {
        let Parts { code, ref detail, ref members, .. } = *self.0;
        let document = Document {
            r#type: type_of(code, public_url),
            title: code.title(),
            status: code.status().as_u16(),
            detail,
            code: code.name(),
            request_id,
            members,
        };
        serde_json::to_vec(&document).expect("a document of strings and numbers is JSON")
    }
}

/// The address that explains a problem.
#[must_use]
pub fn type_of(code: Code, public_url: &str) -> String {
    format!("{}/problems/{}", public_url.trim_end_matches('/'), code.name())
}

/// Leaves as many faults as are told one by one, and returns how many those were that are not.
fn cut<T>(faults: &mut Vec<T>) -> usize {
    let more = faults.len().saturating_sub(MOST_ERRORS);
    faults.truncate(MOST_ERRORS);
    more
}

/// The text with an escape for each character that would end the line, or that a terminal would act on: a detail may
/// quote what the caller sent.
fn one_line(text: &str) -> Cow<'_, str> {
    let acts = |character: char| character.is_control() || matches!(character, '\u{2028}' | '\u{2029}');
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if acts(character) { line.extend(character.escape_default()) } else { line.push(character) }
    }
    Cow::Owned(line)
}

/// The first few faults in a sentence, and how many more there are.
fn summary(mut faults: impl Iterator<Item = String>, uncounted: usize) -> String {
    let first: Vec<String> = faults.by_ref().take(3).collect();
    let more = faults.count() + uncounted;
    let mut summary = first.join("; ");
    if more > 0 {
        summary.push_str(&format!("; and {more} more"));
    }
    summary
}

impl IntoResponse for Problem {
    /// Carries the problem to the middleware, which writes it.
    fn into_response(self) -> Response {
        let mut response = self.code().status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}
