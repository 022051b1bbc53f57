//! The lag of the runtime: the time from when a task is due until it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// The time between two measurements: short enough to shed load within some milliseconds, at a cost of less than a
/// thousandth of a processor.
const INTERVAL: Duration = Duration::from_millis(5);

/// The lag of the runtime, measured by a task that wakes every five milliseconds. The runtime's timer has a resolution
/// of a millisecond, so up to two milliseconds are not lag. Cheap to clone and to read.
#[derive(Clone, Debug, Default)]
pub struct RuntimeLag(Arc<Values>);

#[derive(Debug, Default)]
struct Values {
    /// In nanoseconds, like `highest`.
    last: AtomicU64,
    highest: AtomicU64,
}

impl RuntimeLag {
    /// Measures until the runtime ends.
    ///
    /// # Panics
    /// Outside a tokio runtime with its timer enabled.
    #[must_use]
    pub fn start() -> Self {
        let lag = Self::default();
        tokio::spawn(lag.clone().measure());
        lag
    }

    /// The lag at the last measurement.
    #[must_use]
    pub fn last(&self) -> Duration {
        Duration::from_nanos(self.0.last.load(Ordering::Relaxed))
    }

    /// The highest lag since the last call, for a gauge that is scraped occasionally.
    #[must_use]
    pub fn take_highest(&self) -> Duration {
        Duration::from_nanos(self.0.highest.swap(0, Ordering::Relaxed))
    }

    async fn measure(self) {
        let mut due = Instant::now() + INTERVAL;
        loop {
            sleep_until(due).await;
            let now = Instant::now();
            self.record(now.saturating_duration_since(due));
            due = now + INTERVAL;
        }
    }

    fn record(&self, lag: Duration) {
        let nanoseconds = lag.as_nanos() as u64;
        self.0.last.store(nanoseconds, Ordering::Relaxed);
        self.0.highest.fetch_max(nanoseconds, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On one thread, a task that does not yield delays all others.
    #[tokio::test]
    async fn a_task_that_blocks_the_runtime_shows_as_lag() {
        const BLOCKED: Duration = Duration::from_millis(50);
        let lag = RuntimeLag::start();
        // Wait until the first measurement has started.
        tokio::time::sleep(INTERVAL).await;
        std::thread::sleep(BLOCKED + INTERVAL);
        while lag.0.highest.load(Ordering::Relaxed) < (BLOCKED.as_nanos() as u64) / 2 {
            tokio::time::sleep(INTERVAL).await;
        }
        assert!(lag.take_highest() >= BLOCKED / 2);
    }
}
