//! The response with the answer of an operation.

use std::time::Duration;

use axum::http::header::{self, HeaderMap};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::http::caching::Cacheable;
use crate::http::headers::{SUDOKU_RATING, SUDOKU_VERDICT, server_timing};
use crate::http::memory::{Memory, MemoryPermit};
use crate::http::negotiation::AnswerFormat;
use crate::operations::answer::format::PictureFormat;
use crate::operations::answer::limited_writer::{LONGEST, LimitedWriter};
use crate::operations::problem::Problem;
use crate::operations::{AnyOperation, Call, kind};
use crate::pool::{Kind, Timing};
use crate::sudoku::solver::CancelFlag;

/// The content security policy of an SVG, which a browser may show as a page: its own style and nothing else.
const SVG_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");

/// About as many headers as a response has, so that their map does not grow.
const HEADERS: usize = 12;

/// How a caller wants an answer. It is small, because it moves to a thread of the pool and back.
pub struct Preferences {
    format: AnswerFormat,
    /// A cache must not keep how long the answer took: it would repeat that to callers who did not wait so long.
    cacheable: Option<Box<Cacheable>>,
    /// Allocated here, by a thread of the runtime, which also frees it. If a thread of the pool did, the two would contend
    /// for the allocator's lock.
    document: Vec<u8>,
    /// What the document is counted against while it grows.
    memory: Memory,
}

impl Preferences {
    /// How a request wants its answer, which may be kept for so long if it is one to a GET.
    pub fn of(request: &Parts, lifetime: HeaderValue, memory: &Memory) -> Self {
        let format = request.extensions.get::<AnswerFormat>().expect("the edge adds it").clone();
        let cacheable = Cacheable::of(request, lifetime).map(Box::new);
        Self { format, cacheable, document: Vec::with_capacity(512), memory: memory.clone() }
    }

    /// Whether a cache may keep the answer, or its address.
    pub fn is_cacheable(&self) -> bool {
        self.cacheable.is_some()
    }

    /// The kind of the job that answers a request to this operation.
    pub fn kind(&self, operation: &AnyOperation, may_be_sheet: bool, is_heavy: bool) -> Kind {
        kind(operation, self.format.picture(), may_be_sheet, is_heavy)
    }

    /// Writes the answer of a call that ran for so long, or draws a picture of it.
    ///
    /// # Errors
    /// It is too long, or the memory is exhausted.
    pub fn write(mut self, mut call: Box<dyn Call>, ran: Duration, cancel: &CancelFlag) -> Result<AnswerBody, Problem> {
        if !self.is_cacheable() {
            call.set_elapsed(ran);
        }
        let drawn = self.format.picture().and_then(|format| Some((format, call.draw(format, cancel)?)));
        let mut held = MemoryPermit::default();
        let media_type = if let Some((format, picture)) = drawn {
            held = self.memory.hold(picture.capacity())?;
            self.document = picture;
            format.media_type()
        } else {
            let format = self.format.get();
            let Self { document, memory, .. } = &mut self;
            let mut allow = |bytes| held.grow_to(memory, bytes);
            call.write_to(&mut LimitedWriter::new(document, LONGEST, &mut allow), format)?;
            format.media_type()
        };
        self.cacheable.iter_mut().for_each(|cacheable| cacheable.find_tag(&self.document));
        Ok(AnswerBody { wanted: self, held, call, media_type })
    }
}

/// An answer that has been written.
pub struct AnswerBody {
    wanted: Preferences,
    /// The permit for the document.
    held: MemoryPermit,
    call: Box<dyn Call>,
    media_type: &'static str,
}

impl AnswerBody {
    /// The response.
    pub fn response(self, timing: Timing) -> Response {
        let Self { wanted: Preferences { cacheable, document, .. }, held, call, media_type } = self;
        let mut headers = HeaderMap::with_capacity(HEADERS);
        if let Some(verdict) = call.verdict() {
            headers.insert(SUDOKU_VERDICT, HeaderValue::from_static(verdict.name()));
        }
        if let Some(rating) = call.rating() {
            let rating = HeaderValue::try_from(rating).expect("a rating is valid in a header");
            headers.insert(SUDOKU_RATING, rating);
        }
        if let Some(cacheable) = cacheable {
            if cacheable.apply(&mut headers) {
                return (StatusCode::NOT_MODIFIED, headers).into_response();
            }
        } else {
            let (name, value) = server_timing(timing);
            headers.insert(name, value);
        }
        if media_type == PictureFormat::Svg.media_type() {
            headers.insert(header::CONTENT_SECURITY_POLICY, SVG_POLICY);
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        let mut response = Response::new(held.keep(document));
        *response.headers_mut() = headers;
        response
    }
}
