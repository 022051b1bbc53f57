//! The lane of a batch: its jobs in flight, and their results in order.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::OwnedSemaphorePermit;
use tracing::Span;

use super::Ticket;
use super::job::Envelope;
use super::kind::Class;
use super::outcome::{Done, PoolError};
use super::workers::Workers;
use crate::scope::Scope;
use crate::sudoku::solver::CancelFlag;

/// How long a chunk of a batch of light work runs before it returns what is left of it, if others wait.
const CHUNK_TURN: Duration = Duration::from_millis(1);

/// Says whether a job should end early.
pub type GiveWay<'a> = &'a mut dyn FnMut() -> bool;

/// The jobs of one batch. Their results are returned in the order in which the jobs were pushed.
///
/// Dropping the lane cancels its jobs.
pub struct Lane<T> {
    /// Shared with the jobs: a lane stays open until all of its jobs have been dropped.
    open: Arc<OwnedSemaphorePermit>,
    workers: Arc<Workers>,
    class: Class,
    room: usize,
    limit: Duration,
    in_flight: VecDeque<InFlight<T>>,
}

struct InFlight<T> {
    outcome: Pin<Box<dyn Future<Output = Result<Done<T>, PoolError>> + Send + Sync>>,
    ticket: Ticket,
}

impl<T: Send + 'static> Lane<T> {
    /// A lane of this class for `room` jobs in flight, each of which may run for `limit`.
    pub(super) fn new(
        open: OwnedSemaphorePermit,
        workers: Arc<Workers>,
        class: Class,
        room: usize,
        limit: Duration,
    ) -> Self {
        Self { open: Arc::new(open), workers, class, room, limit, in_flight: VecDeque::new() }
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

    /// Queues a job: a search, and what is made of what it finds. Both run within the tracing span that is current here.
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
        let mut ticket = Ticket::new(&self.workers);
        let (open, class, limit) = (Arc::clone(&self.open), self.class, self.limit);
        let workers = Arc::clone(&self.workers);
        let search = move |found: &mut Option<S>, cancel: &CancelFlag| {
            *found = Some(match class {
                Class::Heavy => search(cancel, &mut || false),
                Class::Light => {
                    let (began, cancel) = (Instant::now(), cancel.clone());
                    let cancel = CancelFlag::with_pause(move || cancel.is_cancelled() || began.elapsed() >= limit);
                    search(&cancel, &mut || began.elapsed() >= CHUNK_TURN && workers.are_others_waiting())
                }
            });
        };
        let write = move |found: Option<S>, _: &CancelFlag| {
            // The lane is open as long as its jobs exist.
            let _open = open;
            write(found.expect("the search has ended"))
        };
        let span = Span::current();
        let scope: Scope = Arc::new(move || span.clone());
        let job = (None, search, write);
        let (task, outcome) = Envelope::new(job, Instant::now(), Duration::MAX, ticket.stop.clone(), Some(scope));
        match self.class {
            Class::Light => self.workers.push_light(task),
            Class::Heavy => ticket.heavy = self.workers.admit_heavy(None, task, ticket.stop.clone()).ok(),
        }
        self.in_flight.push_back(InFlight { outcome: Box::pin(outcome), ticket });
    }

    /// Queues a job whose result comes before those of all others in flight.
    ///
    /// # Panics
    /// The lane has no room.
    pub fn push_front<S: Send + 'static>(
        &mut self,
        search: impl FnMut(&CancelFlag, GiveWay<'_>) -> S + Send + 'static,
        write: impl FnOnce(S) -> T + Send + 'static,
    ) {
        self.push(search, write);
        self.in_flight.rotate_right(1);
    }

    /// Returns the result of the oldest job once it is ready, or `None` if no job is in flight. A job that has run for
    /// its limit is cancelled and its result awaited. Cancel safe: no result is lost if the future is dropped before it
    /// is ready.
    pub async fn next(&mut self) -> Option<Result<Done<T>, PoolError>> {
        let InFlight { outcome, ticket } = self.in_flight.front_mut()?;
        let outcome = loop {
            // Only time on a thread counts, so the job may need longer. A chunk looks at its own clock.
            let left = self.limit.saturating_sub(ticket.heavy.map_or(Duration::ZERO, |id| self.workers.ran(id)));
            if left.is_zero() {
                ticket.stop.cancel();
                break outcome.await;
            }
            if let Ok(outcome) = tokio::time::timeout(left, &mut *outcome).await {
                break outcome;
            }
        };
        ticket.ended();
        self.in_flight.pop_front();
        Some(outcome)
    }
}
