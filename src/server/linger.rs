//! The end of a connection whose peer may still be sending.

use std::{future::poll_fn, pin::Pin, task::Poll};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use super::{
    counters::ClosedReason,
    state::{Connection, Phase},
};

/// The buffer for a peer that is known to send more, and for one that most likely just closes.
const MORE: usize = 16 * 1024;
const END: usize = 512;

/// Closes the sending side, so that the peer sees the end of its answer, then reads and throws away what it still
/// sends until it closes too, or has sent more than it may, or the time for `phase` is over.
///
/// To close at once instead would be a reset if anything is unread or still comes, and the peer would lose what it has
/// not read of its answer. This holds for a peer that writes a long request before it reads, and for one that sends
/// another request behind its last.
pub(super) async fn linger(mut stream: TcpStream, phase: Phase, connection: &Connection) -> ClosedReason {
    connection.enter(phase);
    let mut rest = connection.listener().limits.linger_bytes;
    let mut buffer = vec![0; if phase == Phase::Discarding { MORE } else { END }];
    let mut sending = true;
    poll_fn(|cx| {
        if let Some(reason) = connection.ordered() {
            return Poll::Ready(reason);
        }
        if sending {
            match Pin::new(&mut stream).poll_shutdown(cx) {
                Poll::Ready(Ok(())) => sending = false,
                Poll::Ready(Err(_)) => return Poll::Ready(ClosedReason::Answered),
                Poll::Pending => return Poll::Pending,
            }
        }
        loop {
            let mut read = ReadBuf::new(&mut buffer);
            match Pin::new(&mut stream).poll_read(cx, &mut read) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(_)) => return Poll::Ready(ClosedReason::Answered),
                Poll::Pending => return Poll::Pending,
            }
            let count = read.filled().len() as u64;
            if count == 0 {
                return Poll::Ready(ClosedReason::Answered);
            }
            if count > rest {
                return Poll::Ready(ClosedReason::LingerTimeout);
            }
            rest -= count;
        }
    })
    .await
}
