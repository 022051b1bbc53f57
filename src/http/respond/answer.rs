//! The response with the answer of an operation.

use std::sync::Arc;

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{self, HeaderMap};
use axum::response::Response;

use super::long_list::LongList;
use crate::http::caching::Cacheable;
use crate::http::headers::{SUDOKU_RATING, SUDOKU_VERDICT};
use crate::http::memory::{Held, Memory};
use crate::operations::Call;
use crate::operations::answer::format::Format;
use crate::operations::problem::Problem;

/// The response with the answer of this call, which has run. The headers follow from the answer. `held` is the permit
/// for its list.
///
/// The edge writes it in the negotiated format, so that handlers need not know that format.
pub fn answered(call: Arc<dyn Call>, held: Held) -> Response {
    // Leaves room for the headers that the edge adds.
    let mut headers = HeaderMap::with_capacity(12);
    headers.extend(call.verdict().map(|verdict| (SUDOKU_VERDICT, HeaderValue::from_static(verdict.name()))));
    let rating = |rating| HeaderValue::try_from(rating).expect("a rating is valid in a header");
    headers.extend(call.rating().map(|text| (SUDOKU_RATING, rating(text))));
    let mut response = Response::default();
    *response.headers_mut() = headers;
    response.extensions_mut().insert(Unwritten { call, held: Arc::new(held) });
    response
}

/// An answer that has not been written yet; an extension of the response.
#[derive(Clone)]
pub struct Unwritten {
    call: Arc<dyn Call>,
    held: Arc<Held>,
}

impl Unwritten {
    /// Writes the answer as the body of this response, within this memory, unless the client of a cacheable request
    /// has it already.
    ///
    /// # Errors
    /// The memory is exhausted.
    pub fn write(
        mut self,
        format: Format,
        memory: &Memory,
        cacheable: Option<&Cacheable>,
        response: &mut Response,
    ) -> Result<(), Problem> {
        let list = Arc::get_mut(&mut self.call).and_then(Call::take_list);
        let document = self.call.write(format);
        let is_known = cacheable.is_some_and(|cacheable| match &list {
            Some(list) => cacheable.apply(&list.identity(&document), response),
            None => cacheable.apply(&document, response),
        });
        if is_known {
            return Ok(());
        }
        *response.body_mut() = match list {
            Some(list) => {
                let held = Arc::into_inner(self.held).unwrap_or_default();
                LongList::body(list.into_pieces(document, format), held)
            }
            None => Body::from(memory.keep(document)?),
        };
        let media_type = match format {
            Format::Json => "application/json",
            Format::Text => "text/plain; charset=utf-8",
        };
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        Ok(())
    }
}
