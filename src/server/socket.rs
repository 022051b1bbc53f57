//! The socket as hyper sees it: short responses are written at once, and a peer that reads too slowly is given up.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use super::limits::LEAST_RATE;

/// Slices with at most this many bytes in total are written as one: for a typical response a quarter of a microsecond faster
/// than a vectored write. With `writev(false)`, hyper copies all that it writes, but then keeps the largest buffer.
const GATHERED: usize = 1024;

/// A TCP stream that fails once its peer is too far behind in reading.
#[derive(Debug)]
pub(super) struct Socket {
    pub(super) stream: TcpStream,
    /// How far the peer may be behind.
    patience: Duration,
    /// How far it was behind before the current wait: the time that writes have waited for it, less a second for each
    /// [`LEAST_RATE`] bytes. Reading faster earns nothing in advance.
    behind: Duration,
    /// When the current wait began, and its end.
    wait: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, patience: Duration) -> Self {
        Self { stream, patience, behind: Duration::ZERO, wait: None }
    }

    /// Takes the result of a write into account. Must be called after every write.
    fn written(&mut self, cx: &mut Context<'_>, result: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = result {
            let waited = self.wait.take().map_or(Duration::ZERO, |(since, _)| since.elapsed());
            let read = result.as_ref().map_or(0, |&count| count as u64 * 1_000_000 / LEAST_RATE);
            self.behind = (self.behind + waited).saturating_sub(Duration::from_micros(read));
            return Poll::Ready(result);
        }
        let left = self.patience.saturating_sub(self.behind);
        let (_, end) = self.wait.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        ready!(end.as_mut().poll(cx));
        // Otherwise the kernel would keep what it holds for the peer for minutes. If this fails, it does.
        let _ = self.stream.set_zero_linger();
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, result)
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
        self.written(cx, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    /// Does nothing: the connection is shut down once hyper has finished with it.
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
