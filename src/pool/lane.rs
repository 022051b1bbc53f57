//! The lane of a batch: its jobs in flight, and their results in order.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::OwnedSemaphorePermit;

use super::job::{Done, Envelope, PoolError};
use super::workers::{Queue, Workers};
use super::{Class, Ticket};
use crate::sudoku::solver::CancelFlag;

/// How long a chunk of a batch runs before it returns what is left of it, if others wait.
const CHUNK_TURN: Duration = Duration::from_millis(1);

/// Says whether a job should end early.
pub type GiveWay<'a> = &'a mut dyn FnMut() -> bool;

/// The outcome of a job in flight.
type Outcome<T> = Pin<Box<dyn Future<Output = Result<Done<T>, PoolError>> + Send + Sync>>;

/// The jobs of one batch. Their results are returned in the order in which the jobs were pushed.
///
/// Dropping the lane cancels its jobs.
pub struct Lane<T> {
    /// Shared with the jobs: a lane stays open until all of its jobs have been dropped.
    pub(super) open: Arc<OwnedSemaphorePermit>,
    pub(super) workers: Arc<Workers>,
    pub(super) queue: Queue,
    /// How many jobs may be in flight.
    pub(super) room: usize,
    /// How long each may run.
    pub(super) limit: Duration,
    pub(super) in_flight: VecDeque<Outcome<T>>,
}

impl<T: Send + 'static> Lane<T> {
    /// Whether another job may be pushed.
    pub fn has_room(&self) -> bool {
        self.in_flight.len() < self.room
    }

    /// Whether the results of all jobs have been taken.
    pub fn is_empty(&self) -> bool {
        self.in_flight.is_empty()
    }

    /// Queues a job: a search, and what is made of what it finds. Both run in the scope that is current here.
    ///
    /// The search gets a flag that is raised when no caller waits for the job anymore, when its time limit has passed, or when
    /// the search is given up and begins again later. It should often call the function, between pieces of work, which says
    /// whether to end early because other jobs wait.
    ///
    /// # Panics
    /// The lane has no room.
    pub fn push<S: Send + 'static>(
        &mut self,
        mut search: impl FnMut(&CancelFlag, GiveWay<'_>) -> S + Send + 'static,
        write: impl FnOnce(S) -> T + Send + 'static,
    ) {
        assert!(self.has_room(), "a job was pushed to a lane without room");
        let stop = CancelFlag::new();
        let ticket = Ticket { workers: Arc::clone(&self.workers), queue: self.queue, stop: stop.clone() };
        let (open, limit, workers) = (Arc::clone(&self.open), self.limit, Arc::clone(&self.workers));
        let is_heavy = self.queue.0 == Class::Heavy;
        let search = move |found: &mut Option<S>, cancel: &CancelFlag| {
            let (cancel, began, paused) = (cancel.clone(), Instant::now(), AtomicU64::new(0));
            let limited = CancelFlag::with_pause(move || {
                let asked = began.elapsed();
                let is_late = asked >= limit + Duration::from_micros(paused.load(Ordering::Relaxed));
                let is_cancelled = cancel.is_cancelled();
                if is_heavy {
                    // It may have paused, which does not count.
                    let pause = began.elapsed().saturating_sub(asked);
                    paused.fetch_add(pause.as_micros() as u64, Ordering::Relaxed);
                }
                is_cancelled || is_late
            });
            let mut give_way = || began.elapsed() >= CHUNK_TURN && workers.are_others_waiting();
            *found = Some(search(&limited, &mut give_way));
        };
        let write = move |found: Option<S>, _: &CancelFlag| {
            let _open = open;
            write(found.expect("the search has ended"))
        };
        let now = Instant::now();
        let (task, outcome) = Envelope::new((None, search, write), now, Duration::MAX, stop);
        drop(self.workers.admit(self.queue, task, now).expect("a job of a batch has a place"));
        self.in_flight.push_back(Box::pin(async move {
            let _ticket = ticket;
            outcome.await
        }));
    }

    /// Makes the result of the job that was pushed last come before those of all others.
    pub fn put_last_first(&mut self) {
        self.in_flight.rotate_right(1);
    }

    /// Returns the result of the oldest job once it is ready, or `None` if no job is in flight. Cancel safe: no result is lost if
    /// the future is dropped before it is ready.
    pub async fn next(&mut self) -> Option<Result<Done<T>, PoolError>> {
        let outcome = self.in_flight.front_mut()?.await;
        self.in_flight.pop_front();
        Some(outcome)
    }
}
