//! The stages of a shutdown, and the handles that advance and observe it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tokio::sync::watch;

/// The stage of a shutdown. Stages only advance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Stage {
    /// No shutdown was requested.
    #[default]
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
pub struct Shutdown {
    stage: Arc<AtomicU8>,
    sender: watch::Sender<Stage>,
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
        ShutdownWatch { stage: Arc::clone(&self.stage), receiver: self.sender.subscribe() }
    }

    /// Advances to `stage`. Does nothing if it has already been reached.
    pub fn advance(&self, stage: Stage) {
        self.stage.fetch_max(stage as u8, Ordering::SeqCst);
        self.sender.send_if_modified(|current| {
            let forwards = *current < stage;
            if forwards {
                *current = stage;
            }
            forwards
        });
    }
}

/// Observes a [`Shutdown`]; cheap to clone and to query.
#[derive(Clone, Debug)]
pub struct ShutdownWatch {
    // A copy of the receiver's value. It is read once per request, where the channel's lock would be noticeable.
    stage: Arc<AtomicU8>,
    receiver: watch::Receiver<Stage>,
}

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
        STAGES[usize::from(self.stage.load(Ordering::Acquire))]
    }

    /// Whether a shutdown has started, so that the process is no longer ready.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.stage() >= Stage::Draining
    }

    /// Resolves once `stage` or a later one is reached. Never resolves if the [`Shutdown`] is dropped before that.
    pub async fn reached(&self, stage: Stage) {
        let mut receiver = self.receiver.clone();
        if receiver.wait_for(|&current| current >= stage).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
