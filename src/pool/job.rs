//! A job on its way to a thread and back.

use std::time::{Duration, Instant};

use tokio::sync::oneshot::{self, Sender};

#[cfg(feature = "fault-injection")]
use super::fault::{self, Fault};
use super::outcome::{self, Done, PoolError, Timing};
use crate::scope::{SCOPE, Scope};
use crate::sudoku::solver::CancelFlag;

/// A job whose types do not matter. No part of it panics.
pub(super) trait Task: Send {
    /// Whether the job may begin at this time. If not, its outcome is an error.
    fn may_begin(&mut self, now: Instant) -> bool;

    /// Searches with this flag, or with that of the caller. Returns whether it did not panic.
    fn search(&mut self, cancel: Option<&CancelFlag>) -> bool;

    /// Writes what was found, unless the outcome is an error, and returns to the caller. The job began at this time, if it never
    /// paused. Returns the time of its end.
    fn end(self: Box<Self>, began: Instant) -> Instant;
}

/// A job, then its outcome, in the same memory. The job is some state, a search that changes it, and what is made of it.
///
/// The memory returns to the caller with the outcome. If the solver thread freed it, the two threads would contend for the
/// lock of glibc's allocator: that took a tenth of the CPU time of a request.
pub(super) struct Envelope<X, S, W, T> {
    job: Option<(X, S, W, Sender<Box<Self>>)>,
    outcome: Option<Result<Done<T>, PoolError>>,
    stop: CancelFlag,
    queued_at: Instant,
    longest_wait: Duration,
    scope: Option<Scope>,
    #[cfg(feature = "fault-injection")]
    fault: Option<Fault>,
}

impl<X, S, W, T> Envelope<X, S, W, T> {
    /// The job and its future outcome.
    pub(super) fn new(
        (state, search, write): (X, S, W),
        queued_at: Instant,
        longest_wait: Duration,
        stop: CancelFlag,
        scope: Option<Scope>,
    ) -> (Box<Self>, impl Future<Output = Result<Done<T>, PoolError>>) {
        let (reply, returned) = oneshot::channel::<Box<Self>>();
        let envelope = Self {
            job: Some((state, search, write, reply)),
            outcome: None,
            stop,
            queued_at,
            longest_wait,
            scope,
            #[cfg(feature = "fault-injection")]
            fault: fault::of_task(),
        };
        // Only a pool that shuts down drops a job.
        let outcome =
            async { returned.await.ok().and_then(|returned| returned.outcome).unwrap_or(Err(PoolError::Closed)) };
        (Box::new(envelope), outcome)
    }
}

/// Does some work in this scope.
fn within<T>(scope: Option<&Scope>, work: impl FnOnce() -> T) -> Result<T, PoolError> {
    outcome::catch(|| match scope {
        Some(scope) => SCOPE.sync_scope(Scope::clone(scope), work),
        None => work(),
    })
}

impl<X, S, W, T> Task for Envelope<X, S, W, T>
where
    X: Send,
    S: FnMut(&mut X, &CancelFlag) + Send,
    W: FnOnce(X, &CancelFlag) -> T + Send,
    T: Send,
{
    fn may_begin(&mut self, now: Instant) -> bool {
        // Nobody waits for a job that was stopped, so its error does not matter.
        let is_late = self.stop.is_cancelled() || now.saturating_duration_since(self.queued_at) > self.longest_wait;
        if is_late {
            self.outcome = Some(Err(PoolError::Overloaded));
        }
        !is_late
    }

    fn search(&mut self, cancel: Option<&CancelFlag>) -> bool {
        let Some((state, search, ..)) = &mut self.job else { return false };
        let cancel = cancel.unwrap_or(&self.stop);
        let searched = within(self.scope.as_ref(), || {
            #[cfg(feature = "fault-injection")]
            fault::inject(self.fault, cancel);
            search(state, cancel);
        });
        self.outcome = searched.err().map(Err);
        self.outcome.is_none()
    }

    fn end(mut self: Box<Self>, began: Instant) -> Instant {
        let Some((state, _, write, reply)) = self.job.take() else { return began };
        let written = match self.outcome.take() {
            None => within(self.scope.as_ref(), || write(state, &self.stop)),
            Some(outcome) => outcome.map(|done| done.value),
        };
        let now = Instant::now();
        let timing = Timing::until(now, self.queued_at, now.saturating_duration_since(began));
        self.outcome = Some(written.map(|value| Done { value, timing }));
        // The caller may have left in the meantime.
        let _ = reply.send(self);
        now
    }
}
