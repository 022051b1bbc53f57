//! Admission: limits the number of waiting jobs of a class by the depth of its queue and by how long its jobs take.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use super::outcome::PoolError;

/// How expensive a job may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Usually microseconds: a search for solutions.
    Light,
    /// Up to seconds: a rating, a hint, an explanation, a generated puzzle. Heavy jobs run on at most half of the
    /// threads, so that a light job never waits for one.
    Heavy,
}

/// The number of waiting jobs of one class, and how long such jobs take.
#[derive(Debug)]
pub(super) struct Admission {
    waiting: AtomicUsize,
    pace: Pace,
    depth: usize,
    /// Longest acceptable wait.
    wait: Duration,
    threads: usize,
}

impl Admission {
    /// Admits at most `depth` waiting jobs for `threads` threads, each of which waits for at most about `wait`.
    pub(super) fn new(depth: NonZeroUsize, wait: Duration, threads: usize) -> Self {
        Self { waiting: AtomicUsize::new(0), pace: Pace::default(), depth: depth.get(), wait, threads }
    }

    /// Takes a place among the waiting jobs.
    ///
    /// # Errors
    /// The queue is full, or the wait would be too long given recent job times: [`PoolError::Overloaded`].
    pub(super) fn admit(self: &Arc<Self>) -> Result<Place, PoolError> {
        let depth = self.depth.min(self.pace.jobs_in(self.wait, self.threads));
        self.waiting
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |waiting| (waiting < depth).then_some(waiting + 1))
            .map(|_| Place(Arc::clone(self)))
            .map_err(|_| PoolError::Overloaded)
    }

    /// Records how long a job ran.
    pub(super) fn ran(&self, time: Duration) {
        self.pace.add(time);
    }

    /// The number of waiting jobs.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

/// A place among the waiting jobs, released on drop.
#[derive(Debug)]
pub(super) struct Place(Arc<Admission>);

impl Place {
    /// Releases the place, as the job starts. The job's time must be recorded in the returned admission.
    pub(super) fn leave(self) -> Arc<Admission> {
        Arc::clone(&self.0)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Recent job times: an exponential mean over about sixteen jobs, in nanoseconds.
#[derive(Default, Debug)]
struct Pace(AtomicU64);

impl Pace {
    fn add(&self, ran: Duration) {
        let ran = u64::try_from(ran.as_nanos()).unwrap_or(u64::MAX >> 8);
        // If two threads do this concurrently, one of the values is lost, which hardly changes the mean.
        let mean = self.0.load(Ordering::Relaxed);
        self.0.store(mean - mean / 16 + ran / 16, Ordering::Relaxed);
    }

    /// The number of jobs of mean duration that these threads complete in this time, at least one.
    fn jobs_in(&self, time: Duration, threads: usize) -> usize {
        let mean = u128::from(self.0.load(Ordering::Relaxed)).max(1);
        usize::try_from(time.as_nanos() * threads as u128 / mean).unwrap_or(usize::MAX).max(1)
    }
}
