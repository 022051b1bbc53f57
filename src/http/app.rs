//! The state that all handlers share.

use std::ops::Deref;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::edge::log::OverloadLog;
use super::memory::Memory;
use super::metrics::Metrics;
use super::process_metrics::ProcessMetrics;
use super::routes::batch::batches::Batches;
use super::settings::Settings;
use crate::batch::Searches;
use crate::pool::{Class, Done, Pool, PoolError, Timing};
use crate::server::{Counters, ShutdownWatch};
use crate::sudoku::solver::CancelFlag;
use crate::telemetry::RuntimeLag;

/// The shared state; cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<Shared>);

/// The parts of the shared state.
#[derive(Debug)]
pub struct Shared {
    pub(super) settings: Settings,
    /// The solver threads.
    pub(super) pool: Pool,
    /// The memory for bodies and answers.
    pub(super) memory: Memory,
    /// The running batches.
    pub(super) batches: Batches,
    /// The lag of the runtime.
    pub(super) runtime_lag: RuntimeLag,
    /// The summarised log of rejected requests.
    pub(super) overload_log: OverloadLog,
    pub(super) metrics: Metrics,
    /// The progress of the shutdown.
    pub(super) shutdown: ShutdownWatch,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    /// Creates the state of a service that solves on this pool until this shutdown. Its metrics count these connections
    /// and describe this process.
    #[must_use]
    pub fn new(
        settings: Settings,
        pool: Pool,
        shutdown: ShutdownWatch,
        connections: Arc<Counters>,
        process: ProcessMetrics,
    ) -> Self {
        let memory = Memory::new(settings.memory_bytes);
        Self(Arc::new(Shared {
            runtime_lag: process.runtime_lag.clone(),
            metrics: Metrics::new(connections, memory.clone(), process),
            memory,
            batches: Batches::default(),
            settings,
            pool,
            overload_log: OverloadLog::default(),
            shutdown,
        }))
    }

    /// Runs a job on a thread of the pool, within a time limit.
    ///
    /// # Errors
    /// The pool is overloaded, closed or failed, or the time limit has passed.
    pub(super) fn run<T: Send + 'static, F: FnOnce(&CancelFlag) -> T + Send + 'static>(
        &self,
        class: Class,
        time_limit: Duration,
        job: F,
    ) -> impl Future<Output = Result<Done<T>, PoolError>> + Send + use<T, F> {
        self.pool.run(class, Instant::now() + time_limit, job)
    }

    /// Counts the searches for a request, and how long they took.
    pub(super) fn searched(&self, searches: &Searches, timing: Timing) {
        if *searches == Searches::default() {
            return;
        }
        self.metrics.searched(searches, Some(timing));
        #[cfg(feature = "otlp")]
        super::edge::trace::searched(searches, timing);
    }
}
