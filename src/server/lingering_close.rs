//! The end of a connection whose peer may still be sending.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::connection::Connection;
use super::counters::ClosedReason;
use super::phase::Phase;

/// Size of the read buffer for a peer that is still sending a body.
const LARGE_BUFFER: usize = 16 * 1024;

/// Size of the read buffer for a peer that most likely just closes.
const SMALL_BUFFER: usize = 512;

/// Closes the sending side, so that the peer sees the end of its response. Then reads and discards what the peer still
/// sends, until the peer closes its side too or exceeds the byte limit, or the time limit of `phase` passes.
///
/// Closing immediately while bytes are unread or still arriving would send a reset, and the peer would lose the part of
/// its response that it has not read. This affects, for example, a peer that writes a long request before it reads, or
/// one that has already sent its next request.
pub(super) async fn lingering_close(mut stream: TcpStream, phase: Phase, connection: &Connection) -> ClosedReason {
    connection.enter(phase);
    let mut rest = connection.listener.limits.linger_bytes;
    let mut buffer = vec![0; if phase == Phase::Discarding { LARGE_BUFFER } else { SMALL_BUFFER }];
    let discard = async {
        if stream.shutdown().await.is_ok() {
            while let Ok(count @ 1..) = stream.read(&mut buffer).await {
                let Some(less) = rest.checked_sub(count as u64) else { return ClosedReason::LingerTimeout };
                rest = less;
            }
        }
        ClosedReason::Answered
    };
    tokio::select! {
        biased;
        reason = connection.order() => reason,
        reason = discard => reason,
    }
}
