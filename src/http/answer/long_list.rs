//! A list of grids that may be long: it is written piece by piece while the caller reads.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use http_body::Frame;

use super::grid::{AnswerGrid, Notation};
use crate::http::memory::{Held, Memory};
use crate::http::negotiation::Form;
use crate::http::problem::Problem;
use crate::sudoku::Grid;

/// The length of a piece in bytes, which the last grid in it may exceed: as much as a connection writes at once.
const PIECE: usize = 16 * 1024;

/// Maximum number of bytes of pieces that wait for the connection: its buffer and the piece that fills it.
const WINDOW: usize = 64 * 1024;

/// Grids in the notation of the caller, to be written into a document.
#[derive(Debug)]
pub struct LongList {
    grids: VecDeque<Grid>,
    notation: Notation,
    held: Held,
}

impl LongList {
    /// Takes a permit for a list of at most this many grids, before they are known.
    ///
    /// # Errors
    /// The memory is exhausted.
    pub fn reserve(memory: &Memory, most: usize) -> Result<Held, Problem> {
        let written = 2 * most * size_of::<Grid>();
        memory.hold(most * size_of::<Grid>() + written.min(WINDOW))
    }

    /// These grids, with the permit from [`reserve`](Self::reserve).
    pub fn new(grids: impl IntoIterator<Item = Grid>, notation: Notation, held: Held) -> Self {
        Self { grids: grids.into_iter().collect(), notation, held }
    }

    /// Bytes that differ if the body for such a document differs.
    pub fn identity(&self, document: &[u8]) -> Vec<u8> {
        let grids = self.grids.iter().flat_map(Grid::values);
        document.iter().chain(grids).copied().chain(format!("{:?}", self.notation).into_bytes()).collect()
    }

    /// The body of a document whose only list, empty in `document`, has these items. In a text, the list comes first.
    pub fn into_body(self, mut document: Vec<u8>, form: Form) -> Body {
        let end = match form {
            Form::Json => {
                let list = memchr::memmem::find(&document, b"[]").expect("the document has an empty list");
                document.split_off(list + 1)
            }
            Form::Text => [b"\n", &mem::take(&mut document)[..]].concat(),
        };
        let mut pieces = Pieces { list: self, form, next: document, end: Some(end) };
        pieces.fill();
        // Nearly every list fits into one piece, and a body of one piece has a known length.
        if pieces.end.is_none() { Body::from(pieces.take()) } else { Body::new(pieces) }
    }
}

/// The body of a document with a long list.
struct Pieces {
    /// The grids that are not written yet.
    list: LongList,
    form: Form,
    /// The next piece.
    next: Vec<u8>,
    /// What follows the list; `None` once it is in the next piece.
    end: Option<Vec<u8>>,
}

impl Pieces {
    /// Completes the next piece.
    fn fill(&mut self) {
        while self.next.len() < PIECE {
            let Some(grid) = self.list.grids.pop_front() else {
                self.next.extend(self.end.take().into_iter().flatten());
                return;
            };
            let grid = AnswerGrid { grid, notation: self.list.notation };
            let separator = match self.form {
                Form::Json => {
                    serde_json::to_writer(&mut self.next, &grid).expect("a grid is JSON");
                    ","
                }
                Form::Text => {
                    let text = grid.text();
                    self.next.extend_from_slice(text.as_bytes());
                    if text.contains('\n') { "\n\n" } else { "\n" }
                }
            };
            if !self.list.grids.is_empty() {
                self.next.extend_from_slice(separator.as_bytes());
            }
        }
    }

    /// The next piece; the last one holds the permit.
    fn take(&mut self) -> Bytes {
        let piece = mem::take(&mut self.next);
        if self.end.is_some() { piece.into() } else { mem::take(&mut self.list.held).tie_to(piece) }
    }
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.fill();
        let piece = self.take();
        Poll::Ready((!piece.is_empty()).then(|| Ok(Frame::data(piece))))
    }
}
