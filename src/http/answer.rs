//! The answers of the solver's operations.

use std::fmt::Write as _;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use serde::Serialize;

use super::body::VERDICT;
use crate::pool::Timing;
use crate::sudoku::solver::Finding;

/// Where a request's time went, on every answer of the solver.
pub const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// An answer as JSON.
pub fn json(body: &impl Serialize, verdict: &'static str, timing: Timing) -> Response {
    let mut buffer = Vec::with_capacity(512);
    serde_json::to_writer(&mut buffer, body).expect("an answer of numbers and strings is JSON");
    answer("application/json", buffer, verdict, timing)
}

/// An answer as text.
pub fn text(body: String, verdict: &'static str, timing: Timing) -> Response {
    answer("text/plain; charset=utf-8", body.into_bytes(), verdict, timing)
}

fn answer(media_type: &'static str, body: Vec<u8>, verdict: &'static str, timing: Timing) -> Response {
    let mut response = Response::new(Body::from(body));
    let headers = response.headers_mut();
    // Room for those that the middleware adds, too.
    headers.reserve(16);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(VERDICT, HeaderValue::from_static(verdict));
    headers.insert(SERVER_TIMING, timing_header(timing));
    response
}

/// The value of [`SERVER_TIMING`].
pub fn timing_header(timing: Timing) -> HeaderValue {
    let [queued, ran] = [timing.queued, timing.ran].map(|duration| duration.as_micros());
    let mut text = String::with_capacity(48);
    // Milliseconds with three places, from whole microseconds: writing a float takes several times as long.
    write!(text, "queue;dur={}.{:03}, solve;dur={}.{:03}", queued / 1000, queued % 1000, ran / 1000, ran % 1000)
        .expect("a string takes what is written");
    HeaderValue::try_from(text).expect("digits and letters make a header")
}

/// What a search found, in a word.
pub fn verdict_of(finding: &Finding) -> &'static str {
    match finding {
        Finding::None => "none",
        Finding::One(_) => "unique",
        Finding::Many(_) => "multiple",
        Finding::Interrupted { .. } => "interrupted",
    }
}
