//! The outcome of a job: its value and timing, or an error.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The value of a job and where its time went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done<T> {
    /// What the job returned.
    pub value: T,
    /// How long the job waited and ran.
    pub timing: Timing,
}

/// Where the time of a job went.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Timing {
    /// Time in the queue, and in pauses for the sake of others.
    pub queued: Duration,
    /// Time on a thread of the pool.
    pub ran: Duration,
}

impl Timing {
    /// The timing of a job that was queued at this time, ran for so long, and has just ended.
    pub(super) fn until(now: Instant, queued_at: Instant, ran: Duration) -> Self {
        Self { queued: (now - queued_at).saturating_sub(ran), ran }
    }
}

/// Why a job has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PoolError {
    /// The queue is full, or the job has waited too long to begin: a light one for longer than
    /// [`PoolSettings::longest_wait`], a heavy one for two thirds of its time limit.
    ///
    /// [`PoolSettings::longest_wait`]: super::PoolSettings::longest_wait
    Overloaded,
    /// The deadline passed before the job was done. The job is cancelled.
    DeadlineExceeded,
    /// The job panicked. The panic hook has reported where.
    Panicked,
    /// The pool is shutting down.
    Closed,
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overloaded => "the queue is full",
            Self::DeadlineExceeded => "the deadline passed",
            Self::Panicked => "the job panicked",
            Self::Closed => "the pool is shutting down",
        })
    }
}

impl std::error::Error for PoolError {}

/// Runs a job and turns its panic into an error.
pub(super) fn catch<T>(job: impl FnOnce() -> T) -> Result<T, PoolError> {
    catch_unwind(AssertUnwindSafe(job)).map_err(discard)
}

/// Drops the payload of a panic. A payload whose own drop panics must not end the thread.
fn discard(payload: Box<dyn Any + Send>) -> PoolError {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
    PoolError::Panicked
}
