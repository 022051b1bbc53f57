//! The id of a request, sent by the client or generated here, and the scope that adds it to the log.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue};

use crate::http::headers::X_REQUEST_ID;
use crate::request_scope::Scope;

/// Maximum length of an id from a client.
const LONGEST_ID: usize = 128;

/// The id in these headers if it is valid, otherwise a new one. And what adds it, and the trace in these headers (W3C Trace
/// Context), to the log lines of the request.
pub fn of(headers: &HeaderMap) -> (HeaderValue, Scope) {
    let sent = headers.get(X_REQUEST_ID).filter(|id| (1..=LONGEST_ID).contains(&id.len()));
    let sent = sent.filter(|id| id.as_bytes().iter().all(u8::is_ascii_graphic));
    let id = sent.cloned().unwrap_or_else(new_id);
    let (request_id, traceparent) = (id.clone(), headers.get("traceparent").cloned());
    let scope = move || {
        // The gateway made the ids of the trace and of the caller's span, so only their form is checked.
        let ids = traceparent.as_ref().and_then(|ids| ids.to_str().ok()).filter(|ids| ids.len() == 55);
        let ids = ids.filter(|ids| ids.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-'));
        let (trace_id, parent_id) = ids.map(|ids| (&ids[3..35], &ids[36..52])).unzip();
        // The highest level, so that no log filter removes the id from the lines that remain.
        tracing::error_span!("request", request_id = request_id.to_str().unwrap_or_default(), trace_id, parent_id)
    };
    (id, Arc::new(scope))
}

/// 16 unpredictable hexadecimal digits. Each `RandomState` has other keys.
fn new_id() -> HeaderValue {
    let id = RandomState::new().hash_one(());
    // Several times as fast as formatting.
    let digits: [u8; 16] = std::array::from_fn(|place| b"0123456789abcdef"[(id >> (60 - 4 * place)) as usize & 15]);
    HeaderValue::from_bytes(&digits).expect("digits are valid in a header")
}
