//! The lane of a batch: jobs in flight, and what they return in order.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tracing::Span;

use super::{CancelOnDrop, Done, PoolError, Shared, discard};
use crate::sudoku::solver::CancelFlag;

/// The jobs of one batch. What they return comes in the order in which they were pushed.
///
/// When the lane is dropped its jobs are cancelled.
#[derive(Debug)]
pub struct Lane<T> {
    place: Arc<Place>,
    limit: Duration,
    in_flight: VecDeque<InFlight<T>>,
}

/// One of the lanes that may be open at once, given back when the lane and all its jobs are gone.
#[derive(Debug)]
struct Place(Arc<Shared>);

#[derive(Debug)]
struct InFlight<T> {
    answer: oneshot::Receiver<Result<Done<T>, PoolError>>,
    cancel: CancelOnDrop,
    started: Arc<OnceLock<Instant>>,
}

impl<T: Send + 'static> Lane<T> {
    pub(super) fn new(shared: Arc<Shared>, limit: Duration) -> Self {
        Self { place: Arc::new(Place(shared)), limit, in_flight: VecDeque::new() }
    }

    /// Whether another job may be pushed: one more than there are threads keeps all of them busy while an answer is
    /// taken.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.in_flight.len() <= self.place.0.settings.threads.get()
    }

    /// Whether every job that was pushed has been taken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.in_flight.is_empty()
    }

    /// Queues a job. It runs within the tracing span that is current here.
    ///
    /// # Panics
    /// The lane has no room.
    pub fn push(&mut self, job: impl FnOnce(&Turn<'_>) -> T + Send + 'static) {
        assert!(self.has_room(), "a lane without room was given another job");
        let (reply, answer) = oneshot::channel();
        let cancel = CancelOnDrop(CancelFlag::new());
        let flag = cancel.0.clone();
        let started = Arc::new(OnceLock::new());
        let start = Arc::clone(&started);
        let place = Arc::clone(&self.place);
        let span = Span::current();
        let queued_at = Instant::now();
        self.place.0.push_bulk(Box::new(move || {
            if flag.is_cancelled() {
                return;
            }
            let started = *start.get_or_init(Instant::now);
            let turn = Turn { shared: &place.0, cancel: &flag };
            let result = span
                .in_scope(|| catch_unwind(AssertUnwindSafe(|| job(&turn))))
                .map(|value| Done { value, queued: started - queued_at, ran: started.elapsed() })
                .map_err(discard);
            // The lane may be gone in the meantime.
            let _ = reply.send(result);
        }));
        self.in_flight.push_back(InFlight { answer, cancel, started });
    }

    /// What the oldest job returned, once it has; `None` if no job is in flight. A job that has run for its limit is
    /// told to stop, and its answer awaited. Nothing is lost when the future is dropped before it is ready.
    pub async fn next(&mut self) -> Option<Result<Done<T>, PoolError>> {
        let job = self.in_flight.front_mut()?;
        let mut look_again = Instant::now() + self.limit;
        let answer = loop {
            match tokio::time::timeout_at(look_again.into(), &mut job.answer).await {
                Ok(answer) => break answer,
                // The limit counts from the job's start, so that nobody pays for those who queue before.
                Err(_) => match job.started.get() {
                    Some(&started) if started.elapsed() >= self.limit => {
                        job.cancel.0.cancel();
                        break (&mut job.answer).await;
                    }
                    Some(&started) => look_again = started + self.limit,
                    None => look_again = Instant::now() + self.limit,
                },
            }
        };
        self.in_flight.pop_front();
        // A job is only dropped without a reply by a closing pool.
        Some(answer.unwrap_or(Err(PoolError::Closed)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.lanes.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A job's turn on a thread.
#[derive(Debug)]
pub struct Turn<'a> {
    shared: &'a Shared,
    cancel: &'a CancelFlag,
}

impl Turn<'_> {
    /// The flag that is raised when nobody waits for the job any more, or when its time is over.
    #[must_use]
    pub fn cancel_flag(&self) -> CancelFlag {
        self.cancel.clone()
    }

    /// Runs the single jobs that wait, here and now. To be called often, between two pieces of work.
    pub fn give_way(&self) {
        self.shared.run_waiting();
    }
}
