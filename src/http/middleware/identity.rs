//! Who a request is: the identity that it brings or is given, and the trace that it belongs to.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use tracing::Span;

use crate::scope::Scope;

/// The header that carries a request's identity, both ways.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The longest identity that is taken over.
const LONGEST_ID: usize = 128;

/// A request's identity.
pub struct Identity {
    request_id: HeaderValue,
    trace: Option<Trace>,
    /// The trace and the span that the request is exported as.
    #[cfg(feature = "otlp")]
    exported: Option<(super::trace::TraceId, super::trace::SpanId)>,
}

/// A W3C trace context: 32 and 16 lower-case hexadecimal digits, neither all zero.
pub struct Trace {
    /// The trace's identity.
    pub id: String,
    /// The identity of the caller's span.
    pub parent_id: String,
    /// Whether the caller's span may have been exported.
    #[cfg(feature = "otlp")]
    pub sampled: bool,
}

impl Identity {
    /// The identity that a request brings, if it is well formed, or a new one.
    pub fn of(headers: &HeaderMap) -> Self {
        let request_id = headers.get(REQUEST_ID).filter(|id| is_well_formed(id)).cloned().unwrap_or_else(new_id);
        Self {
            request_id,
            trace: Trace::of(headers),
            #[cfg(feature = "otlp")]
            exported: super::trace::current(),
        }
    }

    /// The identity as text.
    pub fn request_id(&self) -> &str {
        self.request_id.to_str().unwrap_or_default()
    }

    /// The identity as the value of [`REQUEST_ID`].
    pub fn header(&self) -> HeaderValue {
        self.request_id.clone()
    }
}

impl Scope for Identity {
    /// A span that carries the identity into the log lines of the request. Its level is the highest, so that no filter
    /// of lines takes the identity from those that are left.
    fn span(&self) -> Span {
        #[cfg(feature = "otlp")]
        if let Some((trace_id, span_id)) = self.exported {
            let (request_id, parent_id) = (self.request_id(), self.trace.as_ref().map(|trace| &*trace.parent_id));
            return tracing::error_span!("request", request_id, %trace_id, %span_id, parent_id);
        }
        match &self.trace {
            None => tracing::error_span!("request", request_id = self.request_id()),
            Some(Trace { id, parent_id, .. }) => {
                tracing::error_span!("request", request_id = self.request_id(), trace_id = id, parent_id)
            }
        }
    }
}

fn is_well_formed(id: &HeaderValue) -> bool {
    (1..=LONGEST_ID).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic)
}

/// 16 hexadecimal digits that nobody outside can foresee: a keyed hash of a counter.
fn new_id() -> HeaderValue {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let id = KEY.hash_one(COUNTER.fetch_add(1, Ordering::Relaxed));
    HeaderValue::try_from(format!("{id:016x}")).expect("digits make a header")
}

impl Trace {
    /// The trace that a request belongs to, if it says so.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let mut traces = headers.get_all(TRACEPARENT).iter();
        match (traces.next(), traces.next()) {
            (Some(trace), None) => trace.to_str().ok().and_then(Self::parse),
            // Two of them are as good as none.
            _ => None,
        }
    }

    /// Reads a `traceparent` of version 00, or of a later version that begins in the same way.
    fn parse(header: &str) -> Option<Self> {
        let mut fields = header.split('-');
        let (version, trace_id, parent_id, flags) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
        let is_hex = |field: &str, length| {
            field.len() == length && field.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        };
        let is_id = |field: &str, length| is_hex(field, length) && field.bytes().any(|byte| byte != b'0');
        let known = is_hex(version, 2) && version != "ff" && (version != "00" || fields.next().is_none());
        (known && is_id(trace_id, 32) && is_id(parent_id, 16) && is_hex(flags, 2)).then(|| Self {
            id: trace_id.to_owned(),
            parent_id: parent_id.to_owned(),
            #[cfg(feature = "otlp")]
            sampled: u8::from_str_radix(flags, 16).is_ok_and(|flags| flags & 1 == 1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(traceparent: &str, valid: bool) {
        assert_eq!(Trace::parse(traceparent).is_some(), valid, "{traceparent}");
    }

    #[test]
    fn a_trace_context_is_taken_over_only_if_it_is_valid() {
        check("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true);
        check("01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later", true);
        check("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", false);
        check("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false);
        check("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", false);
        check("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false);
        check("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false);
        check("00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01", false);
        check("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7", false);
        check("", false);
    }

    #[test]
    fn new_identities_differ() {
        assert_ne!(new_id(), new_id());
    }
}
