//! The bridge from async code to the solver: a fixed set of blocking threads behind a bounded queue.
//!
//! [`Pool::run`] admits a job, queues it and waits for it. Overload is therefore reported before any work is done.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use std::time::{Duration, Instant};
//!
//! use sudoku_service::pool::{Kind, Pool, PoolSettings};
//!
//! # tokio::runtime::Runtime::new().expect("a runtime").block_on(async {
//! let (threads, limit) = (NonZeroUsize::MIN, Duration::from_secs(10));
//! let settings = PoolSettings { threads, queue_depth: threads, longest_wait: limit, lanes: threads, kinds: &[] };
//! let pool = Pool::start(settings).expect("threads");
//! let done = pool.run(Kind::Light, Instant::now() + limit, |_| 6 * 7).await.expect("a value");
//! assert_eq!(done.value, 42);
//! # });
//! ```
//!
//! Passing a job to a thread and back costs CPU time for waking and switching threads, and little else. So a job
//! that finds all threads asleep does not wake one at first: its future yields once, the runtime reads the requests
//! that are ready in the meantime, and then one thread is woken for all of their jobs. `benches/README.md` has the figures, also
//! of what was rejected.
//!
//! # What all threads share
//!
//! One lock, around the queues and the list of sleeping threads. A light job takes it three times: when it is queued, when it
//! starts and when it has ended. No light job runs, is allocated or is freed under it, nor is a thread woken for one. Besides, a
//! request shares with all others the atomic counters of the metrics and of the memory budget, and the threads of the runtime,
//! of which there are half as many as processors.

use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::time::timeout_at;

use crate::sudoku::logic;
use crate::sudoku::solver::CancelFlag;

#[cfg(feature = "fault-injection")]
pub mod fault_injection;
mod job;
mod lane;
mod scheduler;
#[cfg(test)]
mod tests;
mod workers;

pub use job::{Done, PoolError, Timing};
pub use lane::{GiveWay, Lane};

use job::Envelope;
use scheduler::Turns;
use workers::{Queue, REQUESTS, Workers, lock};

/// How expensive a job may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Usually microseconds: a search for solutions.
    Light,
    /// Up to seconds: a rating, a hint, an explanation, a generated puzzle. Heavy jobs run beside light ones and take turns.
    Heavy,
}

/// What a job does. Heavy jobs of different kinds share the threads, so that no kind delays another by more than its own work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A light job.
    Light,
    /// A heavy job of the kind with this number in [`PoolSettings::kinds`].
    Heavy(usize),
}

/// The limits of a pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolSettings {
    /// Number of light jobs that run at once. Half as many heavy jobs, at least one, run beside them.
    pub threads: NonZeroUsize,
    /// Maximum number of light jobs, and of heavy jobs of each kind, that wait for a thread.
    pub queue_depth: NonZeroUsize,
    /// Time limit for a light job's wait for a thread; then the job fails as overload. No job is even queued if it would
    /// probably wait half as long for its first turn.
    pub longest_wait: Duration,
    /// Maximum number of open lanes of each class. Each has at most one job more in flight than can run at once.
    pub lanes: NonZeroUsize,
    /// The kinds of heavy jobs, by their time limits in seconds, at least 1. The lines of batches are one more kind.
    pub kinds: &'static [u32],
}

impl PoolSettings {
    /// Number of jobs of this class that run at once.
    fn at_once(&self, class: Class) -> usize {
        match class {
            Class::Light => self.threads.get(),
            Class::Heavy => (self.threads.get() / 2).max(1),
        }
    }

    /// Maximum number of heavy jobs that have begun and not ended.
    pub fn most_begun(&self) -> usize {
        let (at_once, kinds) = (self.at_once(Class::Heavy), self.kinds.len() + 1);
        // All heads of one kind and then one of each other, and first turns while those pause.
        at_once + (at_once + kinds - 1)
    }
}

/// A fixed set of threads that run jobs from bounded queues.
///
/// When the pool is dropped, the threads finish the queued jobs and end.
pub struct Pool {
    workers: Arc<Workers>,
    /// Of each class.
    lanes: [Arc<Semaphore>; 2],
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start(settings: PoolSettings) -> io::Result<Self> {
        logic::keep_memory_of(settings.at_once(Class::Heavy));
        let lanes = [(); 2].map(|()| Arc::new(Semaphore::new(settings.lanes.get())));
        let mut pool = Self { workers: Arc::new(Workers::new(settings)), lanes, threads: Vec::new() };
        for number in 1..=settings.threads.get() + settings.most_begun() {
            let workers = Arc::clone(&pool.workers);
            let thread = std::thread::Builder::new().name(format!("solver-{number}"));
            pool.threads.push(thread.spawn(move || workers.work())?);
        }
        Ok(pool)
    }

    /// Runs a job that cannot be repeated, and that does not pause. See [`search`](Self::search).
    pub fn run<T: Send + 'static, F: FnOnce(&CancelFlag) -> T + Send + 'static>(
        &self,
        kind: Kind,
        deadline: Instant,
        job: F,
    ) -> impl Future<Output = Result<Done<T>, PoolError>> + Send + use<T, F> {
        self.search(kind, deadline, job, |_, _| (), |job, cancel| job(cancel))
    }

    /// Runs a job on a thread of the pool, and waits for it until the deadline. Nothing happens before the returned future is
    /// first polled.
    ///
    /// The job searches, and keeps what it finds in its state; then its output is written. Both run one after the other on the
    /// same thread, in the [scope](crate::request_scope) that is current when the future is first polled. Both get a flag that
    /// is raised when no caller waits for the job anymore: at the deadline, or when the future is dropped. A job that waits is
    /// skipped then. A heavy search pauses where it looks at the flag. If the flag is raised, it may be given up and begin again
    /// later with the same state.
    ///
    /// # Errors
    /// Each [`PoolError`].
    pub fn search<X, S, W, T>(
        &self,
        kind: Kind,
        deadline: Instant,
        state: X,
        search: S,
        write: W,
    ) -> impl Future<Output = Result<Done<T>, PoolError>> + Send + use<X, S, W, T>
    where
        X: Send + 'static,
        S: FnMut(&mut X, &CancelFlag) + Send + 'static,
        W: FnOnce(X, &CancelFlag) -> T + Send + 'static,
        T: Send + 'static,
    {
        let (longest_wait, workers) = (self.workers.settings.longest_wait, Arc::clone(&self.workers));
        async move {
            let (queued_at, kinds) = (Instant::now(), workers.settings.kinds.len());
            let (queue, longest_wait) = match kind {
                Kind::Light => ((Class::Light, REQUESTS), longest_wait),
                Kind::Heavy(kind) => {
                    assert!(kind < kinds, "the pool has fewer kinds");
                    // One that has not begun by then would probably not end in time.
                    ((Class::Heavy, kind), deadline.saturating_duration_since(queued_at) * 2 / 3)
                }
            };
            let ticket = Ticket { workers, queue, stop: CancelFlag::new() };
            let (task, outcome) = Envelope::new((state, search, write), queued_at, longest_wait, ticket.stop.clone());
            if let Some(_wake) = ticket.workers.admit(queue, task, queued_at)? {
                tokio::task::yield_now().await;
            }
            let mut outcome = pin!(outcome);
            let begun = queued_at.checked_add(longest_wait).map_or(deadline, |at| deadline.min(at));
            if let Ok(outcome) = timeout_at(begun.into(), &mut outcome).await {
                return outcome;
            }
            ticket.workers.sweep(queue);
            timeout_at(deadline.into(), outcome).await.unwrap_or(Err(PoolError::DeadlineExceeded))
        }
    }

    /// Opens a lane for the jobs of one batch, all of this class. Each of them may run for `limit`.
    ///
    /// # Errors
    /// The limit of open lanes of this class is reached: [`PoolError::Overloaded`].
    pub fn open_lane<T: Send + 'static>(&self, class: Class, limit: Duration) -> Result<Lane<T>, PoolError> {
        let lanes = Arc::clone(&self.lanes[class as usize]);
        let open = Arc::new(lanes.try_acquire_owned().map_err(|_| PoolError::Overloaded)?);
        let kind = lock(&self.workers.state).turns[class as usize].batches();
        // One more keeps all threads busy while a result is taken.
        let (workers, room) = (Arc::clone(&self.workers), self.workers.settings.at_once(class) + 1);
        Ok(Lane { open, workers, queue: (class, kind), room, limit, in_flight: VecDeque::new() })
    }

    /// Whether the limit of open lanes of this class is reached.
    pub fn lanes_are_full(&self, class: Class) -> bool {
        self.lanes[class as usize].available_permits() == 0
    }

    /// The number of jobs that wait for a thread, excluding those of lanes.
    pub fn waiting(&self) -> usize {
        lock(&self.workers.state).turns.iter().map(Turns::all_waiting).sum()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.workers.close();
        for thread in self.threads.drain(..) {
            // Jobs catch panics, so a thread has none to report.
            let _ = thread.join();
        }
    }
}

/// Ends a job on drop, when no caller waits for it anymore.
struct Ticket {
    workers: Arc<Workers>,
    queue: Queue,
    stop: CancelFlag,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.cancel();
        // A light job is soon skipped where it waits.
        if self.queue.0 == Class::Heavy {
            self.workers.sweep(self.queue);
        }
    }
}
