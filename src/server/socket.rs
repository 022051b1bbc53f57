//! The socket as hyper sees it. It reports reads and writes to the connection's state.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::connection::{Body, Connection};
use super::phase::Phase;

/// Slices with at most this many bytes in total are copied into one buffer before they are written. For the head and
/// body of a typical response, that is a quarter of a microsecond faster than a vectored write.
const GATHERED: usize = 1024;

/// A TCP stream that reports to a [`Connection`].
///
/// hyper runs with `half_close`, so that a peer that closes its sending side still gets its response. But then hyper
/// does not read while a request is served, and would not notice that a peer is gone. Therefore this type peeks for the
/// end of the stream each time hyper has written everything it had.
#[derive(Debug)]
pub(super) struct Socket {
    stream: TcpStream,
    connection: Arc<Connection>,
    /// Whether peeking is over for this request: the peer has finished sending, or it has sent data after the request,
    /// which hides the end of the stream.
    peeked: bool,
    /// Whether hyper has read the end of the stream.
    ended: bool,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, connection: Arc<Connection>) -> Self {
        Self { stream, connection, peeked: false, ended: false }
    }

    /// The stream, if the peer may still send on it.
    pub(super) fn into_open_stream(self) -> Option<TcpStream> {
        (!self.ended).then_some(self.stream)
    }

    /// Discards unsent data, so that the kernel does not keep it for a peer that does not read.
    pub(super) fn reset(self) {
        // If this fails, the kernel merely keeps the data for some minutes.
        let _ = self.stream.set_zero_linger();
    }

    fn peek_at_peer(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        if let Poll::Ready(count) = self.stream.poll_peek(cx, &mut ReadBuf::new(&mut [0]))? {
            self.peeked = true;
            if count == 0 {
                self.connection.peer_finished();
            }
        }
        Ok(())
    }

    fn record_write(&self, result: &Poll<io::Result<usize>>) {
        match result {
            Poll::Pending => self.connection.write_blocked(),
            Poll::Ready(Ok(count)) => self.connection.bytes_taken(*count),
            Poll::Ready(Err(_)) => {}
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let Poll::Ready(result) = Pin::new(&mut self.stream).poll_read(cx, buffer) else {
            self.connection.read_blocked();
            return Poll::Pending;
        };
        result?;
        let count = buffer.filled().len() - before;
        if count > 0 {
            self.connection.bytes_arrived(count);
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

    /// hyper calls this whenever it has nothing left to write, and at the end of each poll.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.connection.stamp().phase() == Ok(Phase::Busy) {
            if self.connection.all_written() {
                self.peeked = false;
            } else if !self.peeked && self.connection.body() == Body::Complete {
                self.peek_at_peer(cx)?;
            }
        }
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    /// Does nothing: how the connection ends is decided after hyper has finished with it.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// The concatenated slices, if they fit.
fn gather<'a>(slices: &[io::IoSlice<'_>], buffer: &'a mut [u8; GATHERED]) -> Option<&'a [u8]> {
    let mut end = 0;
    for slice in slices {
        buffer.get_mut(end..end + slice.len())?.copy_from_slice(slice);
        end += slice.len();
    }
    Some(&buffer[..end])
}
