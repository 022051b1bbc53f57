//! How a search is told to stop.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that tells a running search to stop. All clones share it; once raised, it stays raised.
#[derive(Clone, Default)]
pub struct CancelFlag(Arc<Flag>);

#[derive(Default)]
struct Flag {
    raised: AtomicBool,
    pause: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl CancelFlag {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag that is not raised, and that calls `pause` on the thread of the search whenever the search looks at it. The
    /// search rests until `pause` returns. If that is `true`, the flag is raised.
    pub fn with_pause(pause: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(Flag { raised: AtomicBool::new(false), pause: Some(Box::new(pause)) }))
    }

    /// Raises the flag.
    pub fn cancel(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_cancelled(&self) -> bool {
        if self.0.pause.as_ref().is_some_and(|pause| pause()) {
            self.cancel();
        }
        self.0.raised.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for CancelFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CancelFlag").field(&self.0.raised).finish()
    }
}
