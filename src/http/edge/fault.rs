//! Lets a test request a fault with a header: `x-fault: hold=5ms` or `x-fault: panic`.
//!
//! Only built with the feature `fault-injection`, which is never shipped.

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;

use crate::pool::fault::{self, Fault};

/// Applies the fault in a request's header to its jobs.
pub async fn inject(request: Request, next: Next) -> Response {
    match request.headers().get("x-fault").and_then(parse) {
        Some(fault) => fault::within(fault, next.run(request)).await,
        None => next.run(request).await,
    }
}

fn parse(header: &HeaderValue) -> Option<Fault> {
    match header.to_str().ok()? {
        "panic" => Some(Fault::Panic),
        text => humantime::parse_duration(text.strip_prefix("hold=")?).ok().map(Fault::Hold),
    }
}
