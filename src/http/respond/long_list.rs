//! The body of a document with a list that may be long: it is written piece by piece while the caller reads.

use std::convert::Infallible;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use http_body::Frame;

use crate::http::memory::Held;
use crate::operations::answer::list::Pieces;

/// The pieces of a document, with the permit for their memory.
pub struct LongList {
    pieces: Pieces,
    held: Held,
}

impl LongList {
    /// The body with these pieces.
    pub fn body(pieces: Pieces, held: Held) -> Body {
        let mut list = Self { pieces, held };
        let first = list.next_piece().unwrap_or_default();
        // Nearly every list fits into one piece, and a body of one piece has a known length.
        if list.pieces.is_done() { Body::from(first) } else { Body::new(Begun { first: Some(first), list }) }
    }

    /// The next piece; the last one holds the permit.
    fn next_piece(&mut self) -> Option<Bytes> {
        let piece = self.pieces.next()?;
        Some(if self.pieces.is_done() { mem::take(&mut self.held).tie_to(piece) } else { piece.into() })
    }
}

/// A list whose first piece is written.
struct Begun {
    first: Option<Bytes>,
    list: LongList,
}

impl HttpBody for Begun {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let piece = self.first.take().or_else(|| self.list.next_piece());
        Poll::Ready(piece.map(|piece| Ok(Frame::data(piece))))
    }
}
