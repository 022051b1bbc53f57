//! The lane of a batch: its jobs in flight, and their results in order.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tracing::Span;

use super::heavy::{Heavy, Ticket};
use super::kind::Kind;
use super::light::Light;
use super::meter::Meter;
use super::outcome::{self, Done, PoolError, Timing};
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

    pub(super) fn are_full(&self) -> bool {
        self.open.load(Ordering::Relaxed) >= self.limit
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

/// The threads on which the jobs of a lane run.
#[derive(Debug)]
pub(super) enum Threads {
    Light(Arc<Light>),
    Heavy(Arc<Heavy>),
}

impl Threads {
    fn queue(&self) -> Queue {
        match self {
            Self::Light(light) => Queue::Light(Arc::clone(light)),
            Self::Heavy(heavy) => Queue::Heavy(heavy.ticket(Kind::BULK)),
        }
    }
}

/// Where one job of a lane waits.
enum Queue {
    Light(Arc<Light>),
    Heavy(Arc<Ticket>),
}

/// The jobs of one batch. Their results are returned in the order in which the jobs were pushed.
///
/// Dropping the lane cancels its jobs.
#[derive(Debug)]
pub struct Lane<T> {
    /// Shared with the jobs: a lane stays open until all of its jobs have been dropped.
    open: Arc<OpenLane>,
    threads: Threads,
    room: usize,
    limit: Duration,
    in_flight: VecDeque<InFlight<T>>,
}

#[derive(Debug)]
struct InFlight<T> {
    answer: oneshot::Receiver<Result<Done<T>, PoolError>>,
    cancel: CancelFlag,
    meter: Arc<Meter>,
}

impl<T> Drop for InFlight<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl<T: Send + 'static> Lane<T> {
    /// A lane for `room` jobs in flight on these threads, each of which may run for `limit`.
    pub(super) fn new(open: OpenLane, threads: Threads, room: usize, limit: Duration) -> Self {
        Self { open: Arc::new(open), threads, room, limit, in_flight: VecDeque::new() }
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
        let queue = self.threads.queue();
        let (cancel, meter) = match &queue {
            Queue::Light(_) => (CancelFlag::new(), Arc::default()),
            Queue::Heavy(ticket) => (ticket.cancel_flag(), Arc::clone(&ticket.meter)),
        };
        let light = if let Queue::Light(light) = &queue { Some(Arc::clone(light)) } else { None };
        let (flag, time) = (cancel.clone(), Arc::clone(&meter));
        let open = Arc::clone(&self.open);
        let span = Span::current();
        let queued_at = Instant::now();
        let run = move |started: Instant| {
            let _open = open;
            if flag.is_cancelled() {
                return started;
            }
            // The threads for heavy jobs have done so.
            if light.is_some() {
                time.resume(started);
            }
            let turn = Turn { light: light.as_deref(), cancel: &flag };
            let value = outcome::catch(|| span.in_scope(|| job(&turn)));
            let now = Instant::now();
            let result = value.map(|value| Done { value, timing: Timing::until(now, queued_at, time.ran(now)) });
            // The lane may have been dropped in the meantime.
            let _ = reply.send(result);
            now
        };
        match queue {
            Queue::Light(light) => light.push(Box::new(run)),
            Queue::Heavy(ticket) => ticket.push(Box::new(run)),
        }
        InFlight { answer, cancel, meter }
    }

    /// Returns the result of the oldest job once it is ready, or `None` if no job is in flight. A job that has run for
    /// its limit is cancelled and its result awaited. Cancel safe: no result is lost if the future is dropped before it
    /// is ready.
    pub async fn next(&mut self) -> Option<Result<Done<T>, PoolError>> {
        let job = self.in_flight.front_mut()?;
        let answer = loop {
            // Only time on a thread counts, so the job may need longer.
            let left = self.limit.saturating_sub(job.meter.ran(Instant::now()));
            if left.is_zero() {
                job.cancel.cancel();
                break (&mut job.answer).await;
            }
            if let Ok(answer) = tokio::time::timeout(left, &mut job.answer).await {
                break answer;
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
    /// The threads that the job shares with single requests.
    light: Option<&'a Light>,
    cancel: &'a CancelFlag,
}

impl Turn<'_> {
    /// The flag that is raised when no caller waits for the job anymore, or when its time limit has passed.
    #[must_use]
    pub fn cancel_flag(&self) -> CancelFlag {
        self.cancel.clone()
    }

    /// Lets a light job run the waiting jobs of single requests on its thread. Call it often, between pieces of work.
    pub fn give_way(&self) {
        if let Some(light) = self.light {
            light.run_single();
        }
    }
}
