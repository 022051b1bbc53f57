//! The responder of every operation on grids.

use std::fmt::Display;
use std::sync::Arc;

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{self, HeaderMap, HeaderName};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::long_list::LongList;
use crate::http::caching::Cacheable;
use crate::http::memory::Memory;
use crate::http::negotiation::Form;
use crate::http::problem::Problem;

/// The answer of an operation: headers, and a document that can be written as JSON or as text.
///
/// The edge writes it in the negotiated format, so that handlers need not know that format.
pub struct Answer<T> {
    document: T,
    headers: HeaderMap,
    list: Option<LongList>,
}

impl<T> Answer<T> {
    /// An answer with this document.
    pub fn new(document: T) -> Self {
        // Leaves room for the headers that the edge adds.
        Self { document, headers: HeaderMap::with_capacity(12), list: None }
    }

    /// Adds the items of the document's only list, which is empty in the document itself.
    pub fn with_list(mut self, list: Option<LongList>) -> Self {
        self.list = list;
        self
    }

    /// Adds a header.
    pub fn with_header(mut self, (name, value): (HeaderName, HeaderValue)) -> Self {
        self.headers.insert(name, value);
        self
    }
}

impl<T: Serialize + Display + Send + Sync + 'static> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        let document = self.document;
        let write = move |form| match form {
            Form::Json => {
                let mut buffer = Vec::with_capacity(512);
                serde_json::to_writer(&mut buffer, &document).expect("an answer of numbers and strings is JSON");
                buffer
            }
            Form::Text => document.to_string().into_bytes(),
        };
        let mut response = Response::default();
        *response.headers_mut() = self.headers;
        response.extensions_mut().insert(Unwritten { write: Arc::new(write), list: self.list.map(Arc::new) });
        response
    }
}

/// A document that has not been written yet; an extension of the response.
#[derive(Clone)]
pub struct Unwritten {
    write: Arc<dyn Fn(Form) -> Vec<u8> + Send + Sync>,
    list: Option<Arc<LongList>>,
}

impl Unwritten {
    /// Writes the document as the body of this response, within this memory, unless the client of a cacheable request
    /// has it already.
    ///
    /// # Errors
    /// The memory is exhausted.
    pub fn write(
        self,
        form: Form,
        memory: &Memory,
        cacheable: Option<&Cacheable>,
        response: &mut Response,
    ) -> Result<(), Problem> {
        let media_type = match form {
            Form::Json => "application/json",
            Form::Text => "text/plain; charset=utf-8",
        };
        let document = (self.write)(form);
        let list = self.list.and_then(Arc::into_inner);
        let is_known = cacheable.is_some_and(|cacheable| match &list {
            Some(list) => cacheable.apply(&list.identity(&document), response),
            None => cacheable.apply(&document, response),
        });
        if is_known {
            return Ok(());
        }
        *response.body_mut() = match list {
            Some(list) => list.into_body(document, form),
            None => Body::from(memory.keep(document)?),
        };
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        Ok(())
    }
}
