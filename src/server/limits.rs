//! The limits of a listener, and what it counts.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// The bytes per second that a peer must read, a fifth of what the slowest mobile networks in use transfer.
pub(super) const LEAST_RATE: u64 = 4 * 1024;

/// The limits that a listener enforces on every connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of open connections. Further ones wait in the kernel. An idle connection takes about 12 KiB.
    pub max_connections: usize,
    /// Time limit for the first byte of a new connection.
    pub first_byte_timeout: Duration,
    /// Time limit from one response to the end of the next request's head, multiplied by 1.0 to 1.2 so that connections
    /// opened together do not end together. It must exceed the idle timeout of a gateway in front, commonly 60 to 75 s.
    /// Otherwise the gateway sends requests on connections that are being closed.
    pub idle_timeout: Duration,
    /// The age at which a connection ends with its next response, multiplied in the same way. Behind a connection-level
    /// load balancer, this gives new replicas their share.
    pub max_age: Duration,
    /// How long responses may wait for a peer that reads less than 4 KiB a second. So one of n bytes is read within this
    /// time plus a second per 4 KiB, or its connection is reset.
    pub write_timeout: Duration,
    /// Bytes of its responses that the kernel holds for a peer that does not read them. Linux uses up to twice as much
    /// memory for them, and allows at most `net.core.wmem_max`. This also limits the speed to this many bytes per round trip.
    pub send_buffer: u32,
    /// The same for its requests, with `net.core.rmem_max`.
    pub receive_buffer: u32,
    /// Maximum size of a request head, and of the data buffered for reading or writing; at least 8 KiB. hyper rejects a
    /// larger head, and one of more than 100 fields, with 431.
    pub max_head_bytes: usize,
    /// Time limit for running requests once the listener is closed.
    pub drain_timeout: Duration,
}

impl Default for Limits {
    /// The defaults of the settings, and constants for the limits that are not settings.
    fn default() -> Self {
        Self {
            max_connections: 4096,
            // A gateway opens a connection when it has a request to send.
            first_byte_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(90),
            max_age: Duration::from_mins(10),
            // Longer than the 50 s after which a batch that nobody reads ends by itself, with a line that says why.
            write_timeout: Duration::from_mins(1),
            // 4,096 peers that read nothing take 512 MiB of kernel memory. A round trip of 10 ms allows 6 MB/s.
            send_buffer: 64 * 1024,
            // The same as for responses, since the answers to a batch are about as long as its lines.
            receive_buffer: 64 * 1024,
            // Twice the limits behind the problems `uri-too-long` and `header-too-large`, so that a head somewhat beyond them
            // is still read and answered with that problem.
            max_head_bytes: 2 * (8 + 16) * 1024,
            drain_timeout: Duration::from_secs(20),
        }
    }
}

/// What a listener counts, for metrics.
#[derive(Debug, Default)]
pub struct Counters {
    /// Connections accepted so far.
    pub accepted: AtomicU64,
    /// Failed calls of `accept` so far.
    pub accept_errors: AtomicU64,
    /// Open connections.
    pub open: AtomicU64,
    /// [`Limits::max_connections`].
    pub limit: AtomicU64,
}
