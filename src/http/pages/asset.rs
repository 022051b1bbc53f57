//! Static documents: the pages, what they load, and the contract.

use std::io::Write;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::http::caching::{self, fingerprint, is_known};
use crate::http::negotiation::qualities;

pub const CSS: &str = "text/css; charset=utf-8";
pub const HTML: &str = "text/html; charset=utf-8";
pub const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// The content security policy of the service's own pages: resources and requests only from and to their own origin,
/// nothing inline.
pub const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A document that does not change while the process runs.
#[derive(Debug)]
pub struct Asset {
    media_type: HeaderValue,
    headers: HeaderMap,
    plain: Bytes,
    gzip: Bytes,
    etag: String,
}

impl Asset {
    /// A document of this media type. It is compressed once.
    pub fn new(media_type: &'static str, body: impl Into<Bytes>) -> Self {
        let plain = body.into();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = encoder.write_all(&plain).and_then(|()| encoder.finish()).expect("writing to a vector cannot fail");
        let (etag, headers) = (fingerprint(&plain), HeaderMap::with_capacity(6));
        let asset = Self { media_type: HeaderValue::from_static(media_type), headers, plain, gzip: gzip.into(), etag };
        let varies = HeaderValue::from_static("accept-encoding");
        asset.with((header::CACHE_CONTROL, caching::REVALIDATED)).with((header::VARY, varies))
    }

    /// A page of the service.
    pub fn page(body: impl Into<Bytes>) -> Self {
        Self::new(HTML, body).with((header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY)))
    }

    /// The same document with this header.
    pub fn with(mut self, (name, value): (HeaderName, HeaderValue)) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// The same document as one of several versions, of which `Accept` chooses.
    pub fn varying(self) -> Self {
        self.with((header::VARY, HeaderValue::from_static("accept, accept-encoding")))
    }

    /// The text of the document.
    ///
    /// # Panics
    /// It is no text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.plain).expect("the document is text")
    }

    /// The answer to a request with these headers: the document, plain or compressed, or 304 if the client has it.
    pub fn answer(&self, request: &HeaderMap) -> Response {
        let compressed = accepts_gzip(request);
        // The two are different representations, so they have different tags.
        let suffix = if compressed { "-gzip" } else { "" };
        let etag = HeaderValue::try_from(format!("\"{}{suffix}\"", self.etag)).expect("digits are valid in a header");
        let mut headers = self.headers.clone();
        headers.insert(header::ETAG, etag.clone());
        if is_known(request, &etag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(header::CONTENT_TYPE, self.media_type.clone());
        if compressed {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        (headers, if compressed { self.gzip.clone() } else { self.plain.clone() }).into_response()
    }
}

/// Whether `Accept-Encoding` accepts gzip, by its name or by `*`.
fn accepts_gzip(request: &HeaderMap) -> bool {
    let (mut gzip, mut any) = (None, None);
    for (name, quality) in qualities(request, &header::ACCEPT_ENCODING) {
        if name.eq_ignore_ascii_case("gzip") {
            gzip.get_or_insert(quality);
        } else if name == "*" {
            any.get_or_insert(quality);
        }
    }
    gzip.or(any).is_some_and(|quality| quality > 0.0)
}
