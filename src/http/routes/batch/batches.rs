//! The running batches, and which of them to end when there is no room for another.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::Notify;

use crate::pool::Class;

/// A batch that moves at least this many bytes per second, about fifty lines, is not ended to make room.
const FAIR_RATE: u64 = 4 * 1024;

/// A batch may be ended to make room once the service has waited this long for its client.
const JUDGED_AFTER: Duration = Duration::from_secs(3);

/// The running batches.
#[derive(Default, Debug)]
pub struct Batches(Mutex<Vec<(Class, Weak<Progress>)>>);

/// How much a batch has recently moved while the service waited for its client.
#[derive(Default, Debug)]
pub struct Progress {
    bytes: AtomicU64,
    /// In milliseconds.
    waited: AtomicU64,
    told_to_end: Notify,
}

impl Batches {
    /// Adds a batch of this class. It counts until the result is dropped.
    pub fn begin(&self, class: Class) -> Arc<Progress> {
        let progress = Arc::default();
        let mut batches = self.lock();
        batches.retain(|(_, other)| other.strong_count() > 0);
        batches.push((class, Arc::downgrade(&progress)));
        progress
    }

    /// Tells the slowest batch of this class to end. Returns whether there is one that is slow enough.
    pub fn end_slowest(&self, class: Class) -> bool {
        let batches = self.lock();
        let of_class = batches.iter().filter(|(other, _)| *other == class).filter_map(|(_, batch)| batch.upgrade());
        let slowest = of_class.filter_map(|batch| Some((batch.slow_rate()?, batch))).min_by_key(|(rate, _)| *rate);
        if let Some((_, batch)) = &slowest {
            batch.told_to_end.notify_one();
            // Clear its record, so that it is not told twice.
            batch.record(0, Duration::ZERO);
        }
        slowest.is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Class, Weak<Progress>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress {
    /// Records the bytes that moved during this waiting time.
    pub fn record(&self, bytes: u64, waited: Duration) {
        self.bytes.store(bytes, Ordering::Relaxed);
        self.waited.store(waited.as_millis() as u64, Ordering::Relaxed);
    }

    /// Resolves when the batch must end to make room for another.
    pub async fn told_to_end(&self) {
        self.told_to_end.notified().await;
    }

    /// The number of bytes per second, if it is too low.
    fn slow_rate(&self) -> Option<u64> {
        let waited = self.waited.load(Ordering::Relaxed);
        let rate = self.bytes.load(Ordering::Relaxed) * 1000 / waited.max(1);
        (u128::from(waited) >= JUDGED_AFTER.as_millis() && rate < FAIR_RATE).then_some(rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(4);

    async fn is_told(progress: &Progress) -> bool {
        tokio::select! {
            biased;
            () = progress.told_to_end() => true,
            () = std::future::ready(()) => false,
        }
    }

    #[tokio::test]
    async fn the_slowest_batch_ends_first() {
        let batches = Batches::default();
        let [new, fast, slow, slower] = [(0, 1), (16 * 1024, 4), (800, 4), (400, 4)].map(|(bytes, seconds)| {
            let progress = batches.begin(Class::Light);
            progress.record(bytes, Duration::from_secs(seconds));
            progress
        });
        drop(batches.begin(Class::Light));
        assert!(!batches.end_slowest(Class::Heavy), "they are of another class");
        assert!(batches.end_slowest(Class::Light) && is_told(&slower).await);
        assert!(batches.end_slowest(Class::Light) && is_told(&slow).await);
        assert!(!batches.end_slowest(Class::Light) && !is_told(&new).await && !is_told(&fast).await);
        new.record(0, LONG);
        assert!(batches.end_slowest(Class::Light) && is_told(&new).await);
    }
}
