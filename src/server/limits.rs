//! The bounds that every connection of a listener is held to.

use std::time::Duration;

use hyper::server::conn::http1;

/// The number of header fields that hyper takes without allocating for them.
const DEFAULT_MAX_HEADERS: usize = 100;

/// The smallest read buffer that hyper accepts.
const SMALLEST_BUFFER: usize = 8 * 1024;

/// The bounds that every connection of one listener is held to.
///
/// Times are kept to about two ticks, never early; see [the module](super).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections open at once. One more closes the one that has been idle longest, and waits if none is idle.
    /// Default 4096; an idle one costs some 12 KiB.
    pub max_connections: usize,
    /// Time for a whole request head: from the accept on a new connection, from the head's first byte on one that
    /// was kept alive. Default 10 s.
    pub head_timeout: Duration,
    /// How long a connection may rest between two requests. Longer than the gateway's own idle time, or the gateway
    /// sends requests into connections that are being closed; the common ones have 60 to 75 s. Default 90 s.
    pub idle_timeout: Duration,
    /// How long a peer may refuse to take one more byte of its answer. Default 30 s.
    pub write_timeout: Duration,
    /// Bytes of its answers that the kernel holds for a peer that does not read them; Linux takes up to twice as much
    /// memory for them. It also bounds how fast an answer can be sent: this much a round trip. Default 128 KiB.
    pub send_buffer: u32,
    /// How long a request is still served after its peer closed its sending side and took no byte. Default 1 s.
    pub hangup_grace: Duration,
    /// Bytes of a request head, and of anything buffered for reading or writing. Beyond it hyper answers 431.
    /// At least 8 KiB are buffered whatever is set here. Default 32 KiB.
    pub max_head_bytes: usize,
    /// Header fields in a request head; one more is answered 431. hyper allocates for each request if this is over
    /// 100. Default 100.
    pub max_headers: usize,
    /// Bytes that are read and thrown away after an answer that was sent before its request had been read whole.
    /// Default 32 MiB.
    pub linger_bytes: u64,
    /// Time for the same. Default 10 s.
    pub linger_timeout: Duration,
    /// A connection that was opened, or became idle, less than this ago is not yet closed by a drain, since its next
    /// request may already be on the way. A connection that has sent nothing for this long since it was opened counts
    /// as idle when room is needed. So long, too, the server waits for a peer to close after an answer that ended the
    /// connection. Default 500 ms.
    pub arrival_grace: Duration,
    /// How long running requests have to finish once the listener is closed. Default 10 s.
    pub drain_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_connections: 4096,
            head_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(90),
            write_timeout: Duration::from_secs(30),
            send_buffer: 128 * 1024,
            hangup_grace: Duration::from_secs(1),
            max_head_bytes: 32 * 1024,
            max_headers: DEFAULT_MAX_HEADERS,
            linger_bytes: 32 * 1024 * 1024,
            linger_timeout: Duration::from_secs(10),
            arrival_grace: Duration::from_millis(500),
            drain_timeout: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// The time between two looks at all connections.
    pub(super) fn tick(&self) -> Duration {
        let shortest = [
            self.head_timeout,
            self.idle_timeout,
            self.write_timeout,
            self.hangup_grace,
            self.linger_timeout,
            self.arrival_grace,
        ]
        .into_iter()
        .min()
        .unwrap_or_default();
        (shortest / 10).clamp(Duration::from_millis(5), Duration::from_millis(100))
    }

    /// hyper's settings for these limits. hyper's own header timeout is off: it is one limit for the head and for the
    /// rest between requests, and it registers a timer for each request.
    pub(super) fn http1(&self) -> http1::Builder {
        let mut builder = http1::Builder::new();
        builder
            .header_read_timeout(None)
            .half_close(true)
            .max_buf_size(self.max_head_bytes.max(SMALLEST_BUFFER))
            .max_header_size(self.max_head_bytes);
        if self.max_headers != DEFAULT_MAX_HEADERS {
            builder.max_headers(self.max_headers);
        }
        builder
    }
}
