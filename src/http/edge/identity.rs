//! The id of a request, sent by the client or generated here, and the scope that adds it to the log.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use axum::http::{HeaderMap, HeaderValue};

use crate::http::headers::X_REQUEST_ID;
use crate::scope::Scope;

/// Maximum length of an id from a client.
const LONGEST_ID: usize = 128;

/// The id in these headers if it is valid, otherwise a new one.
pub fn request_id(headers: &HeaderMap) -> HeaderValue {
    headers.get(X_REQUEST_ID).filter(|id| is_well_formed(id)).cloned().unwrap_or_else(new_id)
}

/// Adds the id, and the trace in these headers, to the log lines of the request.
pub fn scope(request_id: &HeaderValue, headers: &HeaderMap) -> Scope {
    let (request_id, traceparent) = (request_id.clone(), headers.get("traceparent").cloned());
    Arc::new(move || {
        let (trace_id, parent_id) = traceparent.as_ref().and_then(trace).unzip();
        // The highest level, so that no log filter removes the id from the lines that remain.
        tracing::error_span!("request", request_id = request_id.to_str().unwrap_or_default(), trace_id, parent_id)
    })
}

/// The ids of the trace and of the caller's span (W3C Trace Context). The gateway made them, so only their form is
/// checked.
fn trace(traceparent: &HeaderValue) -> Option<(&str, &str)> {
    let ids = traceparent.to_str().ok()?;
    let is_well_formed = ids.len() == 55 && ids.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    is_well_formed.then(|| (&ids[3..35], &ids[36..52]))
}

fn is_well_formed(id: &HeaderValue) -> bool {
    (1..=LONGEST_ID).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic)
}

/// 16 unpredictable hexadecimal digits: a keyed hash of a counter.
fn new_id() -> HeaderValue {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let id = KEY.hash_one(COUNTER.fetch_add(1, Ordering::Relaxed));
    // Several times as fast as formatting.
    let digits: [u8; 16] = std::array::from_fn(|place| b"0123456789abcdef"[(id >> (60 - 4 * place)) as usize & 15]);
    HeaderValue::from_bytes(&digits).expect("digits are valid in a header")
}
