//! The id of a request, sent by the client or generated here, and the trace that the request belongs to.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use tracing::Span;

use crate::http::headers::X_REQUEST_ID;
use crate::scope::Scope;

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// Maximum length of an id from a client.
const LONGEST_ID: usize = 128;

/// The id and the trace of a request.
pub struct Identity {
    request_id: HeaderValue,
    traceparent: Option<HeaderValue>,
}

impl Identity {
    /// The id in these headers if it is valid, otherwise a new one.
    pub fn of(headers: &HeaderMap) -> Self {
        let request_id = headers.get(X_REQUEST_ID).filter(|id| is_well_formed(id)).cloned().unwrap_or_else(new_id);
        Self { request_id, traceparent: headers.get(TRACEPARENT).cloned() }
    }

    /// The id as text.
    pub fn request_id(&self) -> &str {
        self.request_id.to_str().unwrap_or_default()
    }

    /// The ids of the trace and of the caller's span (W3C Trace Context). The gateway made them, so only their form is
    /// checked.
    fn trace(&self) -> Option<(&str, &str)> {
        let ids = self.traceparent.as_ref()?.to_str().ok()?;
        let is_well_formed = ids.len() == 55 && ids.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
        is_well_formed.then(|| (&ids[3..35], &ids[36..52]))
    }

    /// The id as the value of [`X_REQUEST_ID`].
    pub fn header(&self) -> HeaderValue {
        self.request_id.clone()
    }
}

impl Scope for Identity {
    /// A span that adds the id to the log lines of the request. It has the highest level, so that no log filter
    /// removes the id from the lines that remain.
    fn span(&self) -> Span {
        let (trace_id, parent_id) = self.trace().unzip();
        tracing::error_span!("request", request_id = self.request_id(), trace_id, parent_id)
    }
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
