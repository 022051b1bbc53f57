//! The responder of every operation on grids.

use std::fmt::Display;
use std::sync::Arc;

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{self, HeaderMap, HeaderName};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::http::caching::Cacheable;
use crate::http::negotiation::Form;

/// The answer of an operation: headers, and a document that can be written as JSON or as text.
///
/// The edge writes it in the negotiated format, so that handlers need not know that format.
pub struct Answer<T> {
    document: T,
    headers: HeaderMap,
}

impl<T> Answer<T> {
    /// An answer with this document.
    pub fn new(document: T) -> Self {
        // Leaves room for the headers that the edge adds.
        Self { document, headers: HeaderMap::with_capacity(12) }
    }

    /// Adds a header.
    pub fn with_header(mut self, (name, value): (HeaderName, HeaderValue)) -> Self {
        self.headers.insert(name, value);
        self
    }
}

impl<T: Serialize + Display + Send + Sync + 'static> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        let mut response = Response::default();
        *response.headers_mut() = self.headers;
        response.extensions_mut().insert(Unwritten(Arc::new(self.document)));
        response
    }
}

/// A document that has not been written yet; an extension of the response.
#[derive(Clone)]
pub struct Unwritten(Arc<dyn Document>);

impl Unwritten {
    /// Writes the document as the body of this response, unless the client of a cacheable request has it already.
    pub fn write(&self, form: Form, cacheable: Option<&Cacheable>, response: &mut Response) {
        let (media_type, body) = match form {
            Form::Json => ("application/json", self.0.json()),
            Form::Text => ("text/plain; charset=utf-8", self.0.text()),
        };
        if cacheable.is_some_and(|cacheable| cacheable.apply(&body, response)) {
            return;
        }
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        *response.body_mut() = Body::from(body);
    }
}

trait Document: Send + Sync {
    fn json(&self) -> Vec<u8>;
    fn text(&self) -> Vec<u8>;
}

impl<T: Serialize + Display + Send + Sync> Document for T {
    fn json(&self) -> Vec<u8> {
        let mut buffer = Vec::with_capacity(512);
        serde_json::to_writer(&mut buffer, self).expect("an answer of numbers and strings is JSON");
        buffer
    }

    fn text(&self) -> Vec<u8> {
        self.to_string().into_bytes()
    }
}
