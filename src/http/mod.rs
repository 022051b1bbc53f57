//! The transport: the only code that knows axum and serde.
//!
//! A handler makes three moves: it reads what was asked, has the pool solve it, and wraps what was found. Whatever goes
//! wrong becomes a [`problem::Problem`], and nothing else makes an error answer.

mod answer;
mod batch;
mod body;
mod document;
mod error;
#[cfg(feature = "fault-injection")]
mod fault;
mod grid;
mod health;
mod json;
pub mod lines;
mod members;
mod metrics;
mod middleware;
pub mod openapi;
mod pages;
mod paths;
pub mod problem;
mod problem_schema;
mod reference;
mod router;
mod samples;
mod scan;
mod schema;
mod search;
mod segment;
mod solve;
mod validate;
mod wire;

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;

pub use batch::BatchLimits;
pub use body::BodyLimits;
pub use middleware::{HeadLimits, Origins};
pub use paths::READYZ;
pub use router::{admin_router, router};

use self::batch::BatchMemory;
use self::metrics::Metrics;
use self::middleware::OverloadLog;
use crate::pool::{Pool, Timing};
use crate::server::{Counters, ShutdownWatch};

/// What the handlers need to know of the configuration.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What bounds a body.
    pub body: BodyLimits,
    /// What bounds batches.
    pub batch: BatchLimits,
    /// What bounds a head.
    pub head: HeadLimits,
    /// The time that a request may take once its body is there, until the solver's answer.
    pub request_timeout: Duration,
    /// How many nodes a search may spend.
    pub node_limit: u64,
    /// The address or prefix that callers see, without which addresses are relative to the host.
    pub public_url: String,
    /// Which pages may read the answers.
    pub origins: Origins,
    /// The gateways that may say whom they speak for; it is only logged.
    pub trusted_proxies: Vec<IpNet>,
    /// What exports a span for every request, if anything does.
    #[cfg(feature = "otlp")]
    pub tracer: Option<crate::telemetry::otlp::SdkTracer>,
}

/// What all handlers share.
#[derive(Clone, Debug)]
pub struct App(Arc<Shared>);

/// See [`App`].
#[derive(Debug)]
pub struct Shared {
    settings: Settings,
    pool: Pool,
    batch_memory: BatchMemory,
    log: OverloadLog,
    metrics: Metrics,
    shutdown: ShutdownWatch,
}

impl App {
    /// The service on this pool, which ends with this shutdown and tells of these connections in its metrics.
    #[must_use]
    pub fn new(settings: Settings, pool: Pool, shutdown: ShutdownWatch, connections: Arc<Counters>) -> Self {
        Self(Arc::new(Shared {
            batch_memory: BatchMemory::new(&settings.batch),
            settings,
            pool,
            log: OverloadLog::default(),
            metrics: Metrics::new(connections),
            shutdown,
        }))
    }

    /// Counts what the solver found for a request, and tells it to the request's span.
    fn searched(&self, verdict: &'static str, guesses: u64, timing: Timing) {
        self.metrics.searched(verdict, guesses, timing);
        #[cfg(feature = "otlp")]
        middleware::trace::searched(verdict, guesses, timing);
    }

    /// Whether a shutdown has begun.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.shutdown.is_draining()
    }
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
