//! How long a job has run, without its pauses.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time that a job has spent on a thread.
#[derive(Default, Debug)]
pub(super) struct Meter(Mutex<Metered>);

#[derive(Default, Debug)]
struct Metered {
    before: Duration,
    since: Option<Instant>,
}

impl Meter {
    fn lock(&self) -> MutexGuard<'_, Metered> {
        // No code that can panic runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The job starts, or continues after a pause.
    pub(super) fn resume(&self, now: Instant) {
        self.lock().since = Some(now);
    }

    /// The job pauses or ends. Returns how long it has run since it was last resumed.
    pub(super) fn pause(&self, now: Instant) -> Duration {
        let mut metered = self.lock();
        let turn = metered.since.take().map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        metered.before += turn;
        turn
    }

    /// How long the job has run since it was last resumed.
    pub(super) fn turn(&self, now: Instant) -> Duration {
        self.lock().since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// How long the job has run altogether.
    pub(super) fn ran(&self, now: Instant) -> Duration {
        let Metered { before, since } = *self.lock();
        before + since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }
}
