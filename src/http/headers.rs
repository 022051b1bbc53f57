//! Headers of this service that several parts read or write.

use std::fmt::Write as _;

use axum::http::{HeaderName, HeaderValue, header};

use crate::pool::Timing;

/// The id of a request, in both directions.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The verdict, on every answer and problem that has one.
pub const SUDOKU_VERDICT: HeaderName = HeaderName::from_static("sudoku-verdict");

/// The rating, on every answer that has one.
pub const SUDOKU_RATING: HeaderName = HeaderName::from_static("sudoku-rating");

/// The media types that a QUERY may have (RFC 10008).
pub const ACCEPT_QUERY: HeaderName = HeaderName::from_static("accept-query");

/// The links of a page to the contract, for programs and for people (RFC 8631). `root` is the relative path of the playground,
/// so that they are right behind every prefix.
pub fn links_to_contract(root: &str) -> (HeaderName, HeaderValue) {
    let text = format!(
        "<{root}openapi.json>; rel=\"service-desc\"; type=\"application/json\", \
         <{root}docs/>; rel=\"service-doc\"; type=\"text/html\""
    );
    (header::LINK, HeaderValue::try_from(text).expect("a path is valid in a header"))
}

/// The time spent in the queue and in the solver, on every response from the pool that is not cacheable.
pub const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// The header [`SERVER_TIMING`]: milliseconds in the queue and in the solver.
pub fn server_timing(Timing { queued, ran }: Timing) -> (HeaderName, HeaderValue) {
    let mut text = String::with_capacity(48);
    for (name, duration) in [("queue;dur=", queued), (", solve;dur=", ran)] {
        // Formatting a `u128` takes twice as long, a float or leading zeros several times.
        let micros = duration.as_micros() as u64;
        write!(text, "{name}{}.", micros / 1000).expect("writing to a string cannot fail");
        text.extend([100, 10, 1].map(|unit| char::from(b'0' + (micros / unit % 10) as u8)));
    }
    (SERVER_TIMING, HeaderValue::try_from(text).expect("digits and letters are valid in a header"))
}
