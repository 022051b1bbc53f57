//! The lane of a batch: its jobs in flight, and their results in order.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tracing::Span;

use super::outcome::{self, Done, PoolError, Timing};
use super::threads::{Jobs, Line};
use crate::sudoku::solver::CancelFlag;

/// The number of open lanes, and its limit.
#[derive(Debug)]
pub(super) struct Lanes {
    open: AtomicUsize,
    limit: usize,
}

impl Lanes {
    pub(super) fn new(limit: NonZeroUsize) -> Self {
        Self { open: AtomicUsize::new(0), limit: limit.get() }
    }

    /// # Errors
    /// The limit of open lanes is reached: [`PoolError::Overloaded`].
    pub(super) fn open(self: &Arc<Self>) -> Result<OpenLane, PoolError> {
        self.open
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |open| (open < self.limit).then_some(open + 1))
            .map(|_| OpenLane(Arc::clone(self)))
            .map_err(|_| PoolError::Overloaded)
    }
}

/// Counts as an open lane until it is dropped.
#[derive(Debug)]
pub(super) struct OpenLane(Arc<Lanes>);

impl Drop for OpenLane {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The jobs of one batch. Their results are returned in the order in which the jobs were pushed.
///
/// Dropping the lane cancels its jobs.
#[derive(Debug)]
pub struct Lane<T> {
    /// Shared with the jobs: a lane stays open until all of its jobs have been dropped.
    open: Arc<OpenLane>,
    jobs: Arc<Jobs>,
    line: Line,
    room: usize,
    limit: Duration,
    in_flight: VecDeque<InFlight<T>>,
}

#[derive(Debug)]
struct InFlight<T> {
    answer: oneshot::Receiver<Result<Done<T>, PoolError>>,
    cancel: CancelFlag,
    started: Arc<OnceLock<Instant>>,
}

impl<T> Drop for InFlight<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl<T: Send + 'static> Lane<T> {
    /// A lane for `room` jobs in flight, which wait in this line and each of which may run for `limit`.
    pub(super) fn new(open: OpenLane, jobs: Arc<Jobs>, line: Line, room: usize, limit: Duration) -> Self {
        Self { open: Arc::new(open), jobs, line, room, limit, in_flight: VecDeque::new() }
    }

    /// Whether another job may be pushed.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.in_flight.len() < self.room
    }

    /// Whether the results of all jobs have been taken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.in_flight.is_empty()
    }

    /// Queues a job. It runs within the tracing span that is current here.
    ///
    /// # Panics
    /// The lane has no room.
    pub fn push(&mut self, job: impl FnOnce(&Turn<'_>) -> T + Send + 'static) {
        let job = self.start(job);
        self.in_flight.push_back(job);
    }

    /// Queues a job whose result comes before those of all others in flight.
    ///
    /// # Panics
    /// The lane has no room.
    pub fn push_front(&mut self, job: impl FnOnce(&Turn<'_>) -> T + Send + 'static) {
        let job = self.start(job);
        self.in_flight.push_front(job);
    }

    fn start(&self, job: impl FnOnce(&Turn<'_>) -> T + Send + 'static) -> InFlight<T> {
        assert!(self.has_room(), "a job was pushed to a lane without room");
        let (reply, answer) = oneshot::channel();
        let cancel = CancelFlag::new();
        let flag = cancel.clone();
        let started = Arc::new(OnceLock::new());
        let start = Arc::clone(&started);
        let open = Arc::clone(&self.open);
        let jobs = Arc::clone(&self.jobs);
        let span = Span::current();
        let queued_at = Instant::now();
        let run = move || {
            let _open = open;
            if flag.is_cancelled() {
                return;
            }
            let started = *start.get_or_init(Instant::now);
            let turn = Turn { jobs: &jobs, cancel: &flag };
            let result = outcome::catch(|| span.in_scope(|| job(&turn))).map(|value| {
                let timing = Timing { queued: started - queued_at, ran: started.elapsed() };
                Done { value, timing }
            });
            // The lane may have been dropped in the meantime.
            let _ = reply.send(result);
        };
        self.jobs.push(self.line, Box::new(run));
        InFlight { answer, cancel, started }
    }

    /// Returns the result of the oldest job once it is ready, or `None` if no job is in flight. A job that has run for
    /// its limit is cancelled and its result awaited. Cancel safe: no result is lost if the future is dropped before it
    /// is ready.
    pub async fn next(&mut self) -> Option<Result<Done<T>, PoolError>> {
        let job = self.in_flight.front_mut()?;
        let mut look_again = Instant::now() + self.limit;
        let answer = loop {
            match tokio::time::timeout_at(look_again.into(), &mut job.answer).await {
                Ok(answer) => break answer,
                // The limit counts from the start of the job; time in the queue does not count.
                Err(_) => match job.started.get() {
                    Some(&started) if started.elapsed() >= self.limit => {
                        job.cancel.cancel();
                        break (&mut job.answer).await;
                    }
                    Some(&started) => look_again = started + self.limit,
                    None => look_again = Instant::now() + self.limit,
                },
            }
        };
        self.in_flight.pop_front();
        // Only a pool that shuts down drops a job without a reply.
        Some(answer.unwrap_or(Err(PoolError::Closed)))
    }
}

/// A job's turn on a thread.
#[derive(Debug)]
pub struct Turn<'a> {
    jobs: &'a Jobs,
    cancel: &'a CancelFlag,
}

impl Turn<'_> {
    /// The flag that is raised when no caller waits for the job anymore, or when its time limit has passed.
    #[must_use]
    pub fn cancel_flag(&self) -> CancelFlag {
        self.cancel.clone()
    }

    /// Runs the waiting light jobs on this thread. Call it often, between pieces of work.
    pub fn give_way(&self) {
        self.jobs.run_light();
    }
}
