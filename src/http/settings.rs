//! What the transport needs to know of the configuration.

use std::time::Duration;

use ipnet::IpNet;

use super::edge::cors::Origins;

/// The settings of the transport.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The limits of a body.
    pub body: BodyLimits,
    /// The limits of a batch.
    pub batch: BatchLimits,
    /// The limits of a head.
    pub head: HeadLimits,
    /// The time limit of a request, from the end of its body to the answer of the pool.
    pub request_timeout: Duration,
    /// The most nodes of a search.
    pub node_limit: u64,
    /// The address or prefix that callers see; if it is empty, addresses are relative to the host.
    pub public_url: String,
    /// The origins whose pages may read answers.
    pub origins: Origins,
    /// The gateways whose word about a client's address is believed. The address is only logged.
    pub trusted_proxies: Vec<IpNet>,
    /// Exports a span for every request.
    #[cfg(feature = "otlp")]
    pub tracer: Option<crate::telemetry::otlp::SdkTracer>,
}

/// The limits of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimits {
    /// Its length in bytes.
    pub bytes: usize,
    /// The time until it is complete.
    pub time: Duration,
}

/// The limits of a request's head, beyond those of the connection.
#[derive(Clone, Copy, Debug)]
pub struct HeadLimits {
    /// The length of the target with its query, in bytes.
    pub target_bytes: usize,
    /// The names and values of the headers together, in bytes.
    pub header_bytes: usize,
}

/// The limits of a batch.
#[derive(Clone, Copy, Debug)]
pub struct BatchLimits {
    /// A body with a `Content-Length` of at most this many bytes is read whole before its answer begins.
    pub whole_bytes: usize,
    /// The most bytes that all such bodies hold together.
    pub memory_bytes: usize,
    /// How long a batch may pause.
    pub idle: Duration,
    /// The least number of bytes a second, in both directions together, over each such time during which the service
    /// waits for the client.
    pub least_rate: u64,
    /// The most bytes of an upload to discard when its answers have ended early.
    pub discard_bytes: u64,
    /// The time limit for discarding them.
    pub discard_time: Duration,
}
