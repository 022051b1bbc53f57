//! A job on its way to a thread, and its outcome on the way back.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::oneshot::{self, Sender};
use tracing::Span;

#[cfg(feature = "fault-injection")]
use super::fault_injection::{self, Fault};
use crate::request_scope::{SCOPE, Scope};
use crate::sudoku::solver::CancelFlag;

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

/// Why a job has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PoolError {
    /// The queue is full, or the job would probably wait too long, or has: a light one for the
    /// [longest wait](super::PoolSettings::longest_wait), a heavy one for two thirds of its time limit.
    Overloaded,
    /// The deadline passed before the job was done. The job is cancelled.
    DeadlineExceeded,
    /// The job panicked. The panic hook has reported where.
    Panicked,
}

/// A job whose types do not matter. No part of it panics. One that is dropped has been refused.
pub(super) trait Task: Send {
    /// Whether the job may begin at this time: it has not waited too long, and somebody waits for it.
    fn may_begin(&self, now: Instant) -> bool;

    /// Searches from this time on, if the job may begin. Where it looks at its flag, it calls this function, which lets others
    /// run, and says whether the search must end and begin again later.
    fn search(&mut self, now: Instant, give_way: Option<Box<dyn Fn() -> bool + Send + Sync>>) -> Result<(), PoolError>;

    /// Writes what was found and returns to the caller. The job began at this time, if it never paused. Returns the time of its
    /// end.
    fn end(self: Box<Self>, searched: Result<(), PoolError>, began: Instant) -> Instant;
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
    scope: Scope,
    #[cfg(feature = "fault-injection")]
    fault: Option<Fault>,
}

impl<X, S, W, T> Envelope<X, S, W, T> {
    /// The job, which runs in the current scope or span, and its future outcome.
    pub(super) fn new(
        (state, search, write): (X, S, W),
        queued_at: Instant,
        longest_wait: Duration,
        stop: CancelFlag,
    ) -> (Box<Self>, impl Future<Output = Result<Done<T>, PoolError>>) {
        let (reply, returned) = oneshot::channel::<Box<Self>>();
        let envelope = Self {
            job: Some((state, search, write, reply)),
            outcome: None,
            stop,
            queued_at,
            longest_wait,
            scope: SCOPE.try_with(Scope::clone).unwrap_or_else(|_| {
                let span = Span::current();
                Arc::new(move || span.clone())
            }),
            #[cfg(feature = "fault-injection")]
            fault: fault_injection::of_task(),
        };
        let outcome =
            async { returned.await.ok().and_then(|returned| returned.outcome).unwrap_or(Err(PoolError::Overloaded)) };
        (Box::new(envelope), outcome)
    }
}

/// Does some work in this scope. Its panic becomes an error.
fn within<T>(scope: &Scope, work: impl FnOnce() -> T) -> Result<T, PoolError> {
    catch_unwind(AssertUnwindSafe(|| SCOPE.sync_scope(Scope::clone(scope), work))).map_err(|payload| {
        // A payload whose own drop panics must not end the thread.
        if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(second);
        }
        PoolError::Panicked
    })
}

impl<X, S, W, T> Task for Envelope<X, S, W, T>
where
    X: Send,
    S: FnMut(&mut X, &CancelFlag) + Send,
    W: FnOnce(X, &CancelFlag) -> T + Send,
    T: Send,
{
    fn may_begin(&self, now: Instant) -> bool {
        !self.stop.is_cancelled() && now.saturating_duration_since(self.queued_at) < self.longest_wait
    }

    fn search(&mut self, now: Instant, give_way: Option<Box<dyn Fn() -> bool + Send + Sync>>) -> Result<(), PoolError> {
        let may_begin = self.may_begin(now);
        let Some((state, search, ..)) = self.job.as_mut().filter(|_| may_begin) else {
            return Err(PoolError::Overloaded);
        };
        let pausing = give_way.map(|give_way| {
            let stop = self.stop.clone();
            CancelFlag::with_pause(move || stop.is_cancelled() || give_way())
        });
        let cancel = pausing.as_ref().unwrap_or(&self.stop);
        within(&self.scope, || {
            #[cfg(feature = "fault-injection")]
            fault_injection::inject(self.fault, cancel);
            search(state, cancel);
        })
    }

    fn end(mut self: Box<Self>, searched: Result<(), PoolError>, began: Instant) -> Instant {
        let Some((state, _, write, reply)) = self.job.take() else { return began };
        let written = searched.and_then(|()| within(&self.scope, || write(state, &self.stop)));
        let now = Instant::now();
        let ran = now.saturating_duration_since(began);
        let timing = Timing { queued: (now - self.queued_at).saturating_sub(ran), ran };
        self.outcome = Some(written.map(|value| Done { value, timing }));
        // The caller may have left in the meantime.
        let _ = reply.send(self);
        now
    }
}
