//! The stages of a shutdown, and how the rest of the process learns of them.

use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use tokio::sync::watch;

/// How far a shutdown has come. Stages are only ever gone through forwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Stage {
    /// No shutdown was asked for.
    Running,
    /// Not ready any more: answers carry `Connection: close`, while connections are still accepted so that load
    /// balancers have time to notice.
    Draining,
    /// No connection is accepted, idle ones are closed, running requests finish. Whatever would go on for long, such
    /// as a stream of answers, should end itself now.
    Closing,
    /// Everything ends at once.
    Ended,
}

/// The one handle that moves a shutdown forwards.
#[derive(Debug)]
pub struct Shutdown {
    stage: Arc<AtomicU8>,
    sender: watch::Sender<Stage>,
}

impl Shutdown {
    /// A shutdown at [`Stage::Running`].
    #[must_use]
    pub fn new() -> Self {
        Self { stage: Arc::new(AtomicU8::new(Stage::Running as u8)), sender: watch::Sender::new(Stage::Running) }
    }

    /// A handle that sees the stages of this shutdown.
    #[must_use]
    pub fn watch(&self) -> ShutdownWatch {
        ShutdownWatch { stage: Arc::clone(&self.stage), receiver: self.sender.subscribe() }
    }

    /// Goes on to `stage`; does nothing if it was reached before.
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

impl Default for Shutdown {
    fn default() -> Self {
        Self::new()
    }
}

/// A view of a [`Shutdown`]; cheap to clone and to ask.
#[derive(Clone, Debug)]
pub struct ShutdownWatch {
    // The same as the receiver's value: it is read once a request, where the channel's lock would be felt.
    stage: Arc<AtomicU8>,
    receiver: watch::Receiver<Stage>,
}

impl ShutdownWatch {
    /// A watch that stays at [`Stage::Running`], for a listener that answers until the process exits.
    #[must_use]
    pub fn never() -> Self {
        Shutdown::new().watch()
    }

    /// The stage now.
    #[must_use]
    pub fn stage(&self) -> Stage {
        const STAGES: [Stage; 4] = [Stage::Running, Stage::Draining, Stage::Closing, Stage::Ended];
        STAGES[usize::from(self.stage.load(Ordering::Acquire))]
    }

    /// Whether a shutdown has begun: from here on the process is not ready.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.stage() >= Stage::Draining
    }

    /// Resolves once `stage` or a later one is reached; never, if the [`Shutdown`] is gone before.
    pub async fn reached(&self, stage: Stage) {
        let mut receiver = self.receiver.clone();
        if receiver.wait_for(|&current| current >= stage).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
