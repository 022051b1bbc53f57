//! The limits that a listener enforces on every connection.

use std::time::Duration;

use hyper::server::conn::http1;

/// The number of header fields that hyper accepts without an allocation.
const DEFAULT_MAX_HEADERS: usize = 100;

/// The smallest read buffer that hyper accepts.
const SMALLEST_BUFFER: usize = 8 * 1024;

/// The limits that a listener enforces on every connection.
///
/// Time limits are accurate to about two ticks and never expire early; see [the module](super).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of open connections. Above it, a new one closes the connection that is most overdue or, if none
    /// is, has been idle the longest; otherwise it waits. An idle connection takes about 12 KiB.
    pub max_connections: usize,
    /// Time limit for a whole request head, counted from the accept on a new connection and from the first byte of the
    /// head on one that was kept alive.
    pub head_timeout: Duration,
    /// Time limit for a connection between two requests. It must exceed the idle timeout of a gateway in front,
    /// commonly 60 to 75 s. Otherwise the gateway sends requests on connections that are being closed.
    pub idle_timeout: Duration,
    /// The age at which a connection ends with its next response, varied by up to a tenth either way so that
    /// connections opened together do not end together. Behind a connection-level load balancer, this gives new
    /// replicas their share.
    pub max_age: Duration,
    /// How far a peer may be behind in reading its response, at 64 bytes a second.
    pub write_timeout: Duration,
    /// Bytes of its responses that the kernel holds for a peer that does not read them. Linux uses up to twice as much
    /// memory for them, and allows at most `net.core.wmem_max`. This also limits the speed of a response to this many
    /// bytes per round trip.
    pub send_buffer: u32,
    /// Bytes of its requests that the kernel holds for the server to read. Linux uses up to twice as much memory for
    /// them, and allows at most `net.core.rmem_max`. This also limits the speed of an upload to this many bytes per
    /// round trip.
    pub receive_buffer: u32,
    /// How long a request is still served after its peer has closed its sending side and reads no more bytes.
    pub hangup_grace: Duration,
    /// Maximum size of a request head, and of the data buffered for reading or writing. hyper rejects a larger head
    /// with 431. The buffer limit is at least 8 KiB.
    pub max_head_bytes: usize,
    /// Maximum number of header fields of a request. hyper rejects more with 431. If this exceeds 100, hyper allocates
    /// for each request.
    pub max_headers: usize,
    /// Maximum number of bytes read and discarded after a response that was sent before its request was fully read.
    pub linger_bytes: u64,
    /// Time limit for reading and discarding them.
    pub linger_timeout: Duration,
    /// The time that a request may take to travel from the peer to this server. A drain does not close a connection
    /// that was opened or became idle less than this long ago, since its next request may be in flight. When room is
    /// needed, a connection that has sent nothing for this long since it was opened counts as idle. After a response
    /// that ends the connection, the server waits this long for the peer to close.
    pub arrival_grace: Duration,
    /// Time limit for running requests once the listener is closed.
    pub drain_timeout: Duration,
}

impl Default for Limits {
    /// The defaults of the settings, and constants for the limits that are not settings.
    fn default() -> Self {
        Self {
            max_connections: 4096,
            head_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(90),
            max_age: Duration::from_mins(10),
            write_timeout: Duration::from_mins(1),
            // 4,096 peers that read nothing take 512 MiB of kernel memory. A round trip of 10 ms allows 6 MB/s.
            send_buffer: 64 * 1024,
            // The same as for responses, since the answers to a batch are about as long as its lines.
            receive_buffer: 64 * 1024,
            // A few round trips, in which a client that has only closed its sending side reads the next bytes.
            hangup_grace: Duration::from_secs(1),
            max_head_bytes: 32 * 1024,
            max_headers: DEFAULT_MAX_HEADERS,
            // More than most clients send before they read; discarding it takes some milliseconds.
            linger_bytes: 32 * 1024 * 1024,
            linger_timeout: Duration::from_secs(10),
            // Longer than a round trip between any two places plus the retransmission of a lost packet.
            arrival_grace: Duration::from_millis(500),
            drain_timeout: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// The time between two checks of all connections.
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

    /// hyper's settings for these limits. hyper's own header timeout is off: it is a single limit for both the head and
    /// the time between requests, and it registers a timer for each request.
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
