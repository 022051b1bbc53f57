//! Lets a test request a fault with a header: `x-fault: hold=5ms` or `x-fault: panic`.
//!
//! Only built with the feature `fault-injection`, which is never shipped.

use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use crate::pool::fault::{self, Fault};

/// The fault in the header of a request.
pub fn of(headers: &HeaderMap) -> Option<Fault> {
    headers.get("x-fault").and_then(parse)
}

/// Applies a fault to the jobs of a response.
pub async fn inject(fault: Option<Fault>, response: impl Future<Output = Response>) -> Response {
    match fault {
        Some(fault) => fault::within(fault, response).await,
        None => response.await,
    }
}

fn parse(header: &HeaderValue) -> Option<Fault> {
    match header.to_str().ok()? {
        "panic" => Some(Fault::Panic),
        text => humantime::parse_duration(text.strip_prefix("hold=")?).ok().map(Fault::Hold),
    }
}
