//! The state that all handlers share.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::watch;
use tokio::time::timeout;
use tracing_appender::non_blocking::ErrorCounter;

use super::edge::log::OverloadLog;
use super::memory::Memory;
use super::metrics::Metrics;
use super::pages::documents::{Documents, Memo};
use super::settings::Settings;
use crate::batch::Searches;
use crate::operations::problem::Problem;
use crate::pool::{Done, Kind, Pool, PoolError, Timing};
use crate::server::{Counters, Stage};
use crate::sudoku::solver::CancelFlag;

/// The shared state; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// The parts of the shared state.
pub struct Shared {
    pub(super) settings: Settings,
    /// The solver threads.
    pub(super) pool: Pool,
    /// The memory for bodies and answers.
    pub(super) memory: Memory,
    /// The documents that do not change while the process runs.
    documents: Arc<Documents>,
    /// The summarised log of rejected requests.
    pub(super) overload_log: OverloadLog,
    pub(super) metrics: Metrics,
    /// The progress of the shutdown.
    pub(super) shutdown: watch::Receiver<Stage>,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    /// Creates the state of a service that solves on this pool until this shutdown. Its metrics count these connections
    /// and dropped log lines.
    pub fn new(
        settings: Settings,
        pool: Pool,
        shutdown: watch::Receiver<Stage>,
        connections: Arc<Counters>,
        dropped_lines: Option<ErrorCounter>,
    ) -> Self {
        let memory = Memory::new(settings.memory_bytes);
        Self(Arc::new(Shared {
            metrics: Metrics::new(connections, memory.clone(), dropped_lines),
            memory,
            documents: Arc::default(),
            settings,
            pool,
            overload_log: OverloadLog::default(),
            shutdown,
        }))
    }

    /// Runs a light job on a thread of the pool, within the time limit of a request.
    ///
    /// # Errors
    /// The pool is overloaded or failed, or the time limit has passed.
    pub(super) fn run<T: Send + 'static, F: FnOnce(&CancelFlag) -> T + Send + 'static>(
        &self,
        job: F,
    ) -> impl Future<Output = Result<Done<T>, PoolError>> + Send + use<T, F> {
        self.pool.run(Kind::Light, Instant::now() + self.settings.request_timeout, job)
    }

    /// A part of the documents. When it is first requested, one job of the pool makes it, and other requests for it wait.
    ///
    /// # Errors
    /// The pool is overloaded or failed, or the time limit for a request has passed.
    pub(super) async fn made<T: Send + Sync + 'static>(
        &self,
        part: impl Fn(&Documents) -> &Memo<T> + Copy + Send + 'static,
        make: impl FnOnce(&Settings) -> T + Send + 'static,
    ) -> Result<&T, Problem> {
        let Memo { value, making } = part(&self.documents);
        if let Some(value) = value.get() {
            return Ok(value);
        }
        let time_limit = self.settings.request_timeout;
        let (documents, settings) = (Arc::clone(&self.documents), self.settings.clone());
        let made = async {
            let _making = making.lock().await;
            if value.get().is_some() {
                return Ok(());
            }
            // The job keeps what it has made, even if nobody waits for it anymore.
            let job = move |_: &CancelFlag| {
                part(&documents).value.get_or_init(|| make(&settings));
            };
            self.run(job).await.map(drop)
        };
        timeout(time_limit, made).await.unwrap_or(Err(PoolError::DeadlineExceeded))?;
        Ok(value.get().expect("it has been made"))
    }

    /// Counts the searches for a request, and how long they took.
    pub(super) fn searched(&self, searches: &Searches, timing: Timing) {
        if *searches == Searches::default() {
            return;
        }
        self.metrics.searched(searches, Some(timing));
    }
}
