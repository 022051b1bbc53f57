//! The stages of a shutdown, and the handles that advance and observe it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tokio::sync::Notify;

/// The stage of a shutdown. Stages only advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Stage {
    /// No shutdown was requested.
    Running,
    /// No longer ready: responses carry `Connection: close`, but connections are still accepted, so that load balancers
    /// have time to notice.
    Draining,
    /// No new connections are accepted, idle ones are closed, and running requests finish. Long-running work, such as a
    /// stream of answers, should stop now.
    Closing,
    /// Everything ends immediately.
    Ended,
}

/// The handle that advances a shutdown.
#[derive(Debug, Default)]
pub struct Shutdown(Arc<State>);

#[derive(Debug, Default)]
struct State {
    stage: AtomicU8,
    changed: Notify,
}

impl Shutdown {
    /// A shutdown at [`Stage::Running`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A handle that observes this shutdown.
    #[must_use]
    pub fn watch(&self) -> ShutdownWatch {
        ShutdownWatch(Arc::clone(&self.0))
    }

    /// Advances to `stage`. Does nothing if it has already been reached.
    pub fn advance(&self, stage: Stage) {
        self.0.stage.fetch_max(stage as u8, Ordering::SeqCst);
        self.0.changed.notify_waiters();
    }
}

/// Observes a [`Shutdown`]; cheap to clone and to query.
#[derive(Clone, Debug)]
pub struct ShutdownWatch(Arc<State>);

impl ShutdownWatch {
    /// A watch that stays at [`Stage::Running`], for a listener that answers until the process exits.
    #[must_use]
    pub fn never() -> Self {
        Shutdown::new().watch()
    }

    /// The current stage.
    #[must_use]
    pub fn stage(&self) -> Stage {
        const STAGES: [Stage; 4] = [Stage::Running, Stage::Draining, Stage::Closing, Stage::Ended];
        STAGES[usize::from(self.0.stage.load(Ordering::Acquire))]
    }

    /// Whether a shutdown has started, so that the process is no longer ready.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.stage() >= Stage::Draining
    }

    /// Resolves once `stage` or a later one is reached. Never resolves if the [`Shutdown`] is dropped before that.
    pub async fn reached(&self, stage: Stage) {
        loop {
            // Created before the check, so that it also resolves if the stage changes after the check.
            let changed = self.0.changed.notified();
            if self.stage() >= stage {
                return;
            }
            changed.await;
        }
    }
}
