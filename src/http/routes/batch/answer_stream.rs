//! The body of an answer: lines from the task that answers the batch.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::BoxError;
use axum::body::Bytes;
use http_body::{Body, Frame};
use tokio::sync::mpsc;

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
/// final chunk, so that no client takes a truncated answer for a complete one.
#[derive(Debug)]
pub struct AnswerStream(mpsc::Receiver<Piece>);

impl AnswerStream {
    /// The body and the sender of its pieces.
    pub fn channel() -> (mpsc::Sender<Piece>, Self) {
        let (sender, receiver) = mpsc::channel(PIECES);
        (sender, Self(receiver))
    }
}

impl Body for AnswerStream {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        self.0.poll_recv(cx).map(|piece| match piece {
            Some(Piece::Lines(lines)) => Some(Ok(Frame::data(lines))),
            Some(Piece::End) => None,
            None => Some(Err("the answer is truncated".into())),
        })
    }
}
