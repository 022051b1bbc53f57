//! The socket as hyper sees it: it reports to the connection's state what passes through it.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use super::state::{Body, Connection, Phase};

/// The most bytes that are gathered here before they are written. For head and body of an answer of the solver that
/// takes a quarter of a microsecond less than to have the kernel gather them; a large body stays where it is.
const GATHERED: usize = 1024;

/// A TCP stream that reports to a [`Connection`].
///
/// hyper runs with `half_close`, so that a peer that closes its sending side gets its answer; hyper then does not read
/// while a request is served, and would not notice a peer that is gone. So this looks for the end of the stream itself,
/// without taking anything from it, each time hyper has written what it has.
#[derive(Debug)]
pub(super) struct Socket {
    stream: TcpStream,
    connection: Arc<Connection>,
    /// Whether there is nothing more to learn of the peer during this request: it has finished sending, or it has
    /// sent more than the request, behind which an end of the stream would not be seen.
    watched: bool,
    /// Whether hyper has read the end of the stream.
    ended: bool,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, connection: Arc<Connection>) -> Self {
        Self { stream, connection, watched: false, ended: false }
    }

    /// The stream, if the peer may still send on it.
    pub(super) fn into_open_stream(self) -> Option<TcpStream> {
        (!self.ended).then_some(self.stream)
    }

    /// Throws away what is not yet sent, so that the kernel keeps none of it for a peer that does not read.
    pub(super) fn reset(self) {
        // If it fails, the kernel merely keeps the rest for some minutes.
        let _ = self.stream.set_zero_linger();
    }

    fn watch_peer(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        let mut byte = [0];
        match self.stream.poll_peek(cx, &mut ReadBuf::new(&mut byte)) {
            Poll::Pending => {}
            Poll::Ready(Ok(0)) => {
                self.watched = true;
                self.connection.peer_finished();
            }
            Poll::Ready(Ok(_)) => self.watched = true,
            Poll::Ready(Err(error)) => return Err(error),
        }
        Ok(())
    }

    fn record_write(&self, result: &Poll<io::Result<usize>>) {
        match result {
            Poll::Pending => self.connection.write_blocked(),
            Poll::Ready(Ok(_)) => self.connection.bytes_taken(),
            Poll::Ready(Err(_)) => {}
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        if buffer.filled().len() > before {
            self.connection.bytes_arrived();
        } else if buffer.remaining() > 0 {
            self.ended = true;
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.record_write(&result);
        result
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut gathered = [0; GATHERED];
        let result = match gather(slices, &mut gathered) {
            Some(bytes) => Pin::new(&mut self.stream).poll_write(cx, bytes),
            None => Pin::new(&mut self.stream).poll_write_vectored(cx, slices),
        };
        self.record_write(&result);
        result
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// hyper calls this whenever it has nothing left to write, and at the end of each of its turns.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.connection.stamp().phase() == Ok(Phase::Busy) {
            if self.connection.all_written() {
                self.watched = false;
            } else if !self.watched && self.connection.body() == Body::Complete {
                self.watch_peer(cx)?;
            }
        }
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    /// Does nothing: how the connection ends is decided after hyper is done with it.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// The slices one behind the other, if they fit.
fn gather<'a>(slices: &[io::IoSlice<'_>], buffer: &'a mut [u8; GATHERED]) -> Option<&'a [u8]> {
    let mut end = 0;
    for slice in slices {
        buffer.get_mut(end..end + slice.len())?.copy_from_slice(slice);
        end += slice.len();
    }
    Some(&buffer[..end])
}
