//! The state that all handlers share.

use std::ops::Deref;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::answer::Verdict;
use super::edge::log::OverloadLog;
use super::memory::Memory;
use super::metrics::Metrics;
use super::process_metrics::ProcessMetrics;
use super::routes::batch::batches::Batches;
use super::settings::Settings;
use crate::pool::{Class, Done, Pool, PoolError, Timing};
use crate::server::{Counters, ShutdownWatch};
use crate::sudoku::solver::{Budget, CancelFlag, Interruption};
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

    /// Runs a search for a request on a thread of the pool, within the node limit and the time limit of a request.
    ///
    /// # Errors
    /// The pool is overloaded, closed or failed, or the time limit has passed.
    pub(super) fn search<T: Send + 'static, S: FnOnce(&Budget) -> T + Send + 'static>(
        &self,
        search: S,
    ) -> impl Future<Output = Result<Done<T>, PoolError>> + Send + use<T, S> {
        self.search_within(Class::Light, self.settings.request_timeout, move |budget, _| search(budget))
    }

    /// Runs a search of this class on a thread of the pool, within the node limit and this time limit. It also
    /// gets the budget's cancel flag, for work with limits of its own.
    ///
    /// # Errors
    /// The pool is overloaded, closed or failed, or the time limit has passed.
    pub(super) fn search_within<T: Send + 'static, S: FnOnce(&Budget, &CancelFlag) -> T + Send + 'static>(
        &self,
        class: Class,
        time_limit: Duration,
        search: S,
    ) -> impl Future<Output = Result<Done<T>, PoolError>> + Send + use<T, S> {
        let budget = Budget::unlimited().with_node_limit(self.settings.node_limit);
        self.run(class, time_limit, move |cancel| search(&budget.with_cancel(cancel.clone()), cancel))
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

    /// Records what a search for a request found.
    pub(super) fn searched(&self, verdict: Result<Verdict, Interruption>, guesses: u64, timing: Timing) {
        let verdict = verdict.map_or("interrupted", Verdict::name);
        self.metrics.searched(verdict, guesses, timing);
        #[cfg(feature = "otlp")]
        super::edge::trace::searched(verdict, guesses, timing);
    }
}
