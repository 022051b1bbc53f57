//! Caching: entity tags, and how long an answer may be kept.
//!
//! Answers are `no-store` by default. The answer of an operation to a GET may be kept for a day or, if its handler says
//! so, for ever. Problems are never kept.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;

/// The answer must not be kept.
pub const NEVER: HeaderValue = HeaderValue::from_static("no-store");

/// The answer may be kept, but must be revalidated before each use.
pub const REVALIDATED: HeaderValue = HeaderValue::from_static("no-cache");

/// The answer may be kept for a day. A later version of the service may give another answer.
pub const FOR_A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// The answer may be kept for ever, because it never changes.
pub const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A hash of a body, for a strong entity tag.
pub fn fingerprint(body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Whether `If-None-Match` in these headers names this tag.
pub fn is_known(request: &HeaderMap, etag: &HeaderValue) -> bool {
    let lists = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    lists
        .flat_map(|tags| tags.split(','))
        .map(str::trim)
        .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == etag.as_bytes())
}

/// The headers of a GET or HEAD request, whose answer a cache may keep.
pub struct Cacheable(HeaderMap);

impl Cacheable {
    /// `None` for a request with another method.
    pub fn of(request: &Request) -> Option<Self> {
        let headers = || {
            let tags = request.headers().get_all(header::IF_NONE_MATCH).iter().cloned();
            Self(tags.map(|tags| (header::IF_NONE_MATCH, tags)).collect())
        };
        is_cacheable(request.method()).then(headers)
    }

    /// Adds the tag of this body and, unless the handler has set one, a lifetime. Returns whether the client already has
    /// the body; if so, the status becomes 304. An answer with [`NEVER`] is left unchanged.
    pub fn apply(&self, body: &[u8], response: &mut Response) -> bool {
        let headers = response.headers_mut();
        if *headers.entry(header::CACHE_CONTROL).or_insert(FOR_A_DAY) == NEVER {
            return false;
        }
        let etag = HeaderValue::try_from(format!("\"{}\"", fingerprint(body))).expect("digits are valid in a header");
        let is_known = is_known(&self.0, &etag);
        headers.insert(header::ETAG, etag);
        headers.append(header::VARY, HeaderValue::from_static("accept"));
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        is_known
    }
}

/// Whether a cache may keep answers to this method.
pub fn is_cacheable(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}
