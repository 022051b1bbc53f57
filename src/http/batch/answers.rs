//! The answer's body: lines as they come from the task that answers the batch.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Bytes;
use http_body::{Body, Frame};
use tokio::sync::mpsc;

/// How many pieces may wait for the connection. With what the connection buffers itself, and the jobs in flight, it is
/// all that a batch holds in memory.
const PIECES: usize = 2;

/// A piece of the answer.
#[derive(Debug)]
pub enum Piece {
    /// Lines.
    Lines(Bytes),
    /// The answer is whole.
    End,
}

/// The body. If its sender is gone without [`Piece::End`] the answer is cut: then the body fails, so that the
/// connection ends without the final chunk and no cut answer passes as whole.
#[derive(Debug)]
pub struct Answers(mpsc::Receiver<Piece>);

impl Answers {
    /// The body, and where its pieces are put.
    pub fn channel() -> (mpsc::Sender<Piece>, Self) {
        let (sender, receiver) = mpsc::channel(PIECES);
        (sender, Self(receiver))
    }
}

impl Body for Answers {
    type Data = Bytes;
    type Error = Cut;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Cut>>> {
        self.0.poll_recv(cx).map(|piece| match piece {
            Some(Piece::Lines(lines)) => Some(Ok(Frame::data(lines))),
            Some(Piece::End) => None,
            None => Some(Err(Cut)),
        })
    }
}

/// The answer ends before the batch does.
#[derive(Clone, Copy, Debug)]
pub struct Cut;

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the answer was cut")
    }
}

impl std::error::Error for Cut {}
