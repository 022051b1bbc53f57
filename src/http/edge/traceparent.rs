//! The trace that a request belongs to (W3C Trace Context).

use axum::http::{HeaderMap, HeaderName};

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// A W3C trace context: ids of 32 and 16 lower-case hexadecimal digits, neither of them all zero.
pub struct Trace {
    /// The id of the trace.
    pub id: String,
    /// The id of the caller's span.
    pub parent_id: String,
    /// Whether the caller may have recorded its span.
    #[cfg(feature = "otlp")]
    pub sampled: bool,
}

impl Trace {
    /// The trace in these headers.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let mut traces = headers.get_all(TRACEPARENT).iter();
        match (traces.next(), traces.next()) {
            (Some(trace), None) => trace.to_str().ok().and_then(Self::parse),
            // Several headers are invalid (W3C Trace Context, section 3.4).
            _ => None,
        }
    }

    /// Parses a `traceparent` of version 00, or of a later version that begins the same way.
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
    fn only_a_valid_trace_context_is_used() {
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
}
