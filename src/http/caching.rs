//! Caching: entity tags, and how long an answer may be kept.
//!
//! Answers are `no-store` by default. The answer of an operation to a GET may be kept for a day or, if its handler says
//! so, for ever. Problems are never kept.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};

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

/// A request by GET, HEAD or QUERY, whose answer a cache may keep.
pub struct Cacheable {
    known: HeaderMap,
    lifetime: HeaderValue,
    tag: Option<HeaderValue>,
}

impl Cacheable {
    /// A request whose answer may be kept for so long. `None` if it has another method.
    pub fn of(request: &Parts, lifetime: HeaderValue) -> Option<Self> {
        let tags = || request.headers.get_all(header::IF_NONE_MATCH).iter().cloned();
        let known = || tags().map(|tags| (header::IF_NONE_MATCH, tags)).collect();
        let is_safe = is_cacheable(&request.method) || request.extensions.get::<Safe>().is_some();
        is_safe.then(|| Self { known: known(), lifetime, tag: None })
    }

    /// Finds the entity tag of this answer, unless it must not be kept.
    pub fn find_tag(&mut self, document: &[u8]) {
        let tag =
            || HeaderValue::try_from(format!("\"{}\"", fingerprint(document))).expect("digits are valid in a header");
        self.tag = (self.lifetime != NEVER).then(tag);
    }

    /// Adds the lifetime and the tag of the answer to its headers. Returns whether the client already has the answer.
    pub fn apply(self, headers: &mut HeaderMap) -> bool {
        headers.insert(header::CACHE_CONTROL, self.lifetime);
        let Some(tag) = self.tag else { return false };
        let is_known = is_known(&self.known, &tag);
        headers.insert(header::ETAG, tag);
        headers.append(header::VARY, HeaderValue::from_static("accept"));
        is_known
    }
}

/// Marks a request that is safe although it has a body: one by QUERY (RFC 10008). A cache may keep its answer.
#[derive(Clone, Copy, Debug)]
pub struct Safe;

/// Whether a cache may keep answers to this method.
pub fn is_cacheable(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}
