//! The part of the configuration that the transport uses.

use std::time::Duration;

use super::edge::cors::Origins;

/// Maximum size in bytes of a request target, including its query. RFC 9110 recommends at least 8,000. The longest
/// parameter, the pencil marks of a hint, may have 4,000.
pub const MAX_TARGET: usize = 8 * 1024;

/// Maximum size in bytes of the names and values of all headers together: more than browsers send with large cookies.
pub const MAX_HEAD: usize = 16 * 1024;

/// The settings of the transport.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The limits of a body.
    pub body: BodyLimits,
    /// The limits of a batch.
    pub batch: BatchLimits,
    /// Maximum number of bytes of bodies and answers that are held for all requests together.
    pub memory_bytes: usize,
    /// The time limit for a request, from the end of its body to the pool's answer.
    pub request_timeout: Duration,
    /// How long running requests may go on once the listener is closed.
    pub drain_timeout: Duration,
    /// The maximum number of nodes of a search.
    pub node_limit: u64,
    /// Whether language models may call the tools.
    pub mcp: bool,
    /// Whether only this machine can reach the public listener.
    pub is_local: bool,
    /// The URL or path prefix that clients see; if empty, URLs are relative to the host.
    pub public_url: String,
    /// The origins whose pages may read answers.
    pub origins: Origins,
}

/// The limits of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimits {
    /// Maximum length in bytes.
    pub bytes: usize,
    /// Time limit until it is complete.
    pub time: Duration,
}

/// The limits of a batch.
#[derive(Clone, Copy, Debug)]
pub struct BatchLimits {
    /// Longest time between two lines of a batch during which the service waits for the client.
    pub idle: Duration,
    /// Minimum number of bytes per second, in both directions together, over each such period in which the service
    /// waits for the client.
    pub least_rate: u64,
    /// Time limit for discarding the rest of an upload when its answers have ended early.
    pub discard_time: Duration,
}
