//! The body of an answer: lines from the task that answers the batch.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::BoxError;
use axum::body::Bytes;
use http_body::{Body, Frame};
use tokio::sync::{mpsc, oneshot};

/// Maximum number of pieces that wait for the connection. Apart from them, a batch holds answers only in its jobs and
/// in the buffer of the connection.
const PIECES: usize = 2;

/// A piece of an answer.
#[derive(Debug)]
pub enum Piece {
    /// Lines.
    Lines(Bytes),
    /// The end of a complete answer.
    End,
}

/// The body. If the sender is dropped without [`Piece::End`], the body fails and the connection is closed without the
/// final chunk, so that no client takes a truncated answer for a complete one. It fails only once all lines before are
/// written: hyper would discard those in its buffer.
#[derive(Debug)]
pub struct AnswerStream {
    pieces: mpsc::Receiver<Piece>,
    /// Resolves when the last lines are written.
    written: Option<oneshot::Receiver<()>>,
}

/// Lines that hyper drops once they are written.
struct LineQueue {
    lines: Bytes,
    _written: oneshot::Sender<()>,
}

impl AsRef<[u8]> for LineQueue {
    fn as_ref(&self) -> &[u8] {
        &self.lines
    }
}

impl AnswerStream {
    /// The body and the sender of its pieces.
    pub fn channel() -> (mpsc::Sender<Piece>, Self) {
        let (sender, pieces) = mpsc::channel(PIECES);
        (sender, Self { pieces, written: None })
    }
}

impl Body for AnswerStream {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        Poll::Ready(match ready!(self.pieces.poll_recv(cx)) {
            Some(Piece::Lines(lines)) => {
                let (sender, receiver) = oneshot::channel();
                self.written = Some(receiver);
                Some(Ok(Frame::data(Bytes::from_owner(LineQueue { lines, _written: sender }))))
            }
            Some(Piece::End) => None,
            None => {
                if let Some(written) = &mut self.written {
                    let _ = ready!(Pin::new(written).poll(cx));
                }
                Some(Err("the answer is truncated".into()))
            }
        })
    }
}
