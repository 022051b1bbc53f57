//! The lag of the runtime: the time from when a task is due until it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::time::sleep_until;

/// The time between two measurements: short enough to notice an overload within some milliseconds, at a cost of less
/// than a thousandth of a processor.
const INTERVAL: Duration = Duration::from_millis(5);

/// The runtime counts as behind if its lag is at least this: twenty times as long as its longest task, and half of the
/// delay that a caller would notice.
const BEHIND: Duration = Duration::from_millis(20);

/// The lag of the runtime, measured by a task that wakes every five milliseconds. The runtime's timer has a resolution
/// of a millisecond, so up to two milliseconds are not lag. Cheap to clone and to read.
#[derive(Clone, Debug, Default)]
pub struct RuntimeLag(Arc<Values>);

/// Times in nanoseconds; those of the clock count from `start`.
#[derive(Debug)]
struct Values {
    start: Instant,
    /// When the current measurement is due.
    due: AtomicU64,
    /// The processor time of the process when that measurement began.
    spent: AtomicU64,
    /// The number of late measurements in a row.
    late: AtomicU64,
    /// The highest lag since it was last taken.
    highest: AtomicU64,
}

impl Default for Values {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            due: AtomicU64::default(),
            spent: AtomicU64::default(),
            late: AtomicU64::default(),
            highest: AtomicU64::default(),
        }
    }
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

    /// Whether the runtime has so much work that its tasks run too late.
    ///
    /// Only lag during which the process used processor time counts. If the system gave the processors to other
    /// processes instead, rejecting work would not help. Two consecutive measurements must be late, because
    /// a single delay is over before rejecting work could shorten it.
    #[must_use]
    pub fn is_behind(&self, now: Instant) -> bool {
        match self.0.late.load(Ordering::Relaxed) {
            0 => false,
            1 => self.is_late(self.since_start(now).saturating_sub(self.0.due.load(Ordering::Relaxed))),
            2.. => true,
        }
    }

    /// The highest lag since the last call, for a gauge that is scraped occasionally.
    #[must_use]
    pub fn take_highest(&self) -> Duration {
        Duration::from_nanos(self.0.highest.swap(0, Ordering::Relaxed))
    }

    async fn measure(self) {
        let Values { due, spent, late, highest, .. } = &*self.0;
        loop {
            let wake = Instant::now() + INTERVAL;
            due.store(self.since_start(wake), Ordering::Relaxed);
            spent.store(processor_time(), Ordering::Relaxed);
            sleep_until(wake.into()).await;
            let lag = nanoseconds(wake.elapsed());
            let before = late.load(Ordering::Relaxed);
            late.store(if self.is_late(lag) { before + 1 } else { 0 }, Ordering::Relaxed);
            highest.fetch_max(lag, Ordering::Relaxed);
        }
    }

    /// Whether this lag of the current measurement is too long, without the time in which the process did not run.
    fn is_late(&self, lag: u64) -> bool {
        let late = nanoseconds(BEHIND);
        lag >= late && processor_time().saturating_sub(self.0.spent.load(Ordering::Relaxed)) >= late
    }

    fn since_start(&self, time: Instant) -> u64 {
        nanoseconds(time.saturating_duration_since(self.0.start))
    }
}

/// The processor time of the process.
#[cfg(unix)]
fn processor_time() -> u64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    u64::try_from(time.tv_sec).unwrap_or_default() * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or_default()
}

/// Elsewhere, the process counts as running all the time.
#[cfg(not(unix))]
fn processor_time() -> u64 {
    std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, nanoseconds)
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    async fn until(condition: impl Fn() -> bool) {
        while !condition() {
            tokio::time::sleep(INTERVAL).await;
        }
    }

    /// On one thread, a task that does not yield delays all others.
    fn block() {
        // Other tests of this process may use a processor meanwhile, and other processes this one's.
        let (time, begin, spent) = (BEHIND + 2 * INTERVAL, Instant::now(), processor_time());
        while begin.elapsed() < time || processor_time() < spent + nanoseconds(time) {
            black_box(());
        }
    }

    #[tokio::test]
    async fn the_runtime_is_behind_while_its_tasks_are_late_repeatedly() {
        let lag = RuntimeLag::start();
        // Wait until the first measurement has started.
        tokio::time::sleep(INTERVAL).await;
        lag.0.late.store(0, Ordering::Relaxed);
        block();
        assert!(!lag.is_behind(Instant::now()), "a single delay");
        while !lag.is_behind(Instant::now()) {
            tokio::task::yield_now().await;
            block();
        }
        assert!(lag.take_highest() >= BEHIND);
        until(|| !lag.is_behind(Instant::now())).await;
    }

    #[tokio::test]
    async fn a_process_that_does_not_run_is_not_behind() {
        let lag = RuntimeLag::start();
        tokio::time::sleep(INTERVAL).await;
        // Other tests of this process may run meanwhile, so the processor time is set, not measured.
        lag.0.spent.store(u64::MAX, Ordering::Relaxed);
        lag.0.late.store(1, Ordering::Relaxed);
        std::thread::sleep(BEHIND + 2 * INTERVAL);
        assert!(!lag.is_behind(Instant::now()));
        until(|| lag.0.highest.load(Ordering::Relaxed) >= nanoseconds(BEHIND)).await;
    }
}
