//! CORS (Fetch standard): which pages on other origins may read responses.
//!
//! tower-http's layer treats every OPTIONS as a preflight, so a plain one could not be answered with the methods of
//! its route, and it does not send `Timing-Allow-Origin`. Credentials are never allowed.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

const TIMING_ALLOW_ORIGIN: HeaderName = HeaderName::from_static("timing-allow-origin");

/// The response headers that a page of another origin may read.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "x-request-id, retry-after, server-timing, allow, etag, content-location, sudoku-verdict, sudoku-rating",
);

/// The origins whose pages may read responses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origins {
    /// Every origin.
    Any,
    /// These, each as a browser sends it, such as `https://example.org`.
    These(Vec<HeaderValue>),
}

impl Origins {
    /// Adds the headers that let a page on this origin read the response.
    pub fn apply(&self, origin: Option<&HeaderValue>, headers: &mut HeaderMap) {
        let allowed = match self {
            Self::Any => Some(HeaderValue::from_static("*")),
            Self::These(origins) => {
                headers.append(header::VARY, HeaderValue::from_static("origin"));
                origin.filter(|origin| origins.contains(origin)).cloned()
            }
        };
        if let Some(allowed) = allowed {
            headers.insert(TIMING_ALLOW_ORIGIN, allowed.clone());
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, allowed);
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        }
    }
}

/// The answer to a preflight, if the request is one.
pub fn preflight(request: &Request) -> Option<Response> {
    let headers = request.headers();
    if request.method() != Method::OPTIONS || !headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD) {
        return None;
    }
    let requested = headers.get_all(header::ACCESS_CONTROL_REQUEST_HEADERS).iter().cloned();
    let fixed = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, QUERY")),
        // Browsers may cache it for a day.
        (header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400")),
        (header::VARY, HeaderValue::from_static("access-control-request-headers")),
    ];
    // Any header may be sent; `*` would not cover `authorization`.
    let allowed = requested.map(|names| (header::ACCESS_CONTROL_ALLOW_HEADERS, names));
    Some((StatusCode::NO_CONTENT, fixed.into_iter().chain(allowed).collect::<HeaderMap>()).into_response())
}
