//! The bridge from async code to the solver: a fixed set of blocking threads behind a bounded queue.
//!
//! [`Pool::run`] admits a job, queues it and waits for it. Overload is therefore reported before any work is done. The
//! future owns the job: when it is dropped, the job is skipped if it is still waiting, or cancelled if it is running.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use std::time::{Duration, Instant};
//!
//! use sudoku_service::pool::{Kind, Pool, PoolSettings};
//! use sudoku_service::sudoku::Grid;
//! use sudoku_service::sudoku::solver::{Budget, CancelFlag, Finding, solve};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let (threads, limit) = (NonZeroUsize::MIN, Duration::from_secs(10));
//! let pool = Pool::start(PoolSettings { threads, queue_depth: threads, longest_wait: limit, lanes: threads, kinds: &[] })?;
//! let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let search = move |cancel: &CancelFlag| solve(&puzzle, &Budget::unlimited().with_cancel(cancel.clone()));
//! let done = pool.run(Kind::Light, Instant::now() + limit, search).await?;
//! assert!(matches!(done.value.finding, Finding::One(_)));
//! # Ok(())
//! # })
//! # }
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
//!
//! Who is next is plain data under virtual time: `turns` for light jobs and for time in general, `lines` for heavy jobs, which
//! take turns. `workers` gives threads to them. The jobs of a batch use a lane ([`Pool::open_lane`]).

use std::io;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::time::{timeout, timeout_at};

use crate::scope::SCOPE;
use crate::sudoku::logic;
use crate::sudoku::solver::CancelFlag;

#[cfg(feature = "fault-injection")]
pub mod fault;
mod job;
mod kind;
mod lane;
mod lines;
mod outcome;
#[cfg(test)]
mod tests;
mod turns;
mod workers;

pub use kind::{Class, Kind};
pub use lane::{GiveWay, Lane};
pub use outcome::{Done, PoolError, Timing};

use job::Envelope;
use lines::{Id, Lines};
use workers::Workers;

/// The limits of a pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolSettings {
    /// Number of light jobs that run at once. Half as many heavy jobs, at least one, run beside them.
    pub threads: NonZeroUsize,
    /// Maximum number of light jobs, and of heavy jobs of each kind, that wait for a thread.
    pub queue_depth: NonZeroUsize,
    /// Time limit for a light job's wait for a thread; then the job fails as overload. A heavy job is not even queued if it
    /// would probably wait half as long for its first turn.
    pub longest_wait: Duration,
    /// Maximum number of open lanes of each class. Each has at most one job more in flight than can run at once.
    pub lanes: NonZeroUsize,
    /// The kinds of heavy jobs, by their time limits in seconds, at least 1. The lines of batches are one more kind.
    pub kinds: &'static [u32],
}

impl PoolSettings {
    /// Number of heavy jobs that run at once.
    fn heavy_threads(&self) -> usize {
        (self.threads.get() / 2).max(1)
    }

    /// Maximum number of heavy jobs that have begun and not ended.
    #[must_use]
    pub fn most_begun(&self) -> usize {
        // The lines of batches are one more kind.
        Lines::<()>::most_begun(self.kinds.len() + 1, self.heavy_threads())
    }
}

/// A fixed set of threads that run jobs from bounded queues: light jobs first come, first served, and those of lanes; heavy
/// jobs by turns.
///
/// When the pool is dropped, the threads finish the queued jobs and end.
#[derive(Debug)]
pub struct Pool {
    settings: PoolSettings,
    workers: Arc<Workers>,
    light_lanes: Arc<Semaphore>,
    heavy_lanes: Arc<Semaphore>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start(settings: PoolSettings) -> io::Result<Self> {
        let PoolSettings { threads, lanes, .. } = settings;
        logic::keep_memory_of(settings.heavy_threads());
        let mut pool = Self {
            settings,
            workers: Arc::new(Workers::new(&settings)),
            light_lanes: Arc::new(Semaphore::new(lanes.get())),
            heavy_lanes: Arc::new(Semaphore::new(lanes.get())),
            threads: Vec::new(),
        };
        for number in 1..=threads.get() + settings.most_begun() {
            let workers = Arc::clone(&pool.workers);
            let thread = std::thread::Builder::new().name(format!("solver-{number}"));
            pool.threads.push(thread.spawn(move || workers.work())?);
        }
        Ok(pool)
    }

    /// Runs a job that cannot be repeated on a thread of the pool, and waits for it until the deadline. See
    /// [`search`](Self::search); such a job does not pause.
    ///
    /// # Errors
    /// Those of [`search`](Self::search).
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
    /// same thread, in the [scope](crate::scope) that is current when the future is first polled. Both get a flag that is raised
    /// when no caller waits for the job anymore: at the deadline, or when the future is dropped. A heavy search pauses where it
    /// looks at the flag. If the flag is raised, it may be given up and begin again later with the same state.
    ///
    /// # Errors
    /// The queue is full; the job would have to wait too long, as the next one in the queue has; it waited too long for a thread
    /// (a heavy one: two thirds of its time) and was not begun, or was given up; the deadline passed; or the job panicked.
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
        let (longest_wait, mut ticket) = (self.settings.longest_wait, Ticket::new(&self.workers));
        async move {
            let queued_at = Instant::now();
            let longest_wait = match kind {
                Kind::Light => longest_wait,
                // One that has not begun by then would probably not end in time.
                Kind::Heavy(_) => deadline.saturating_duration_since(queued_at) * 2 / 3,
            };
            let scope = SCOPE.try_with(Clone::clone).ok();
            let (task, outcome) =
                Envelope::new((state, search, write), queued_at, longest_wait, ticket.stop.clone(), scope);
            let mut outcome = pin!(outcome);
            match kind {
                Kind::Light => {
                    if ticket.workers.admit_light(task, queued_at)? {
                        // The jobs of requests that the runtime has read in the meantime are queued before a thread wakes up.
                        let _wake = WakeOnDrop(&ticket.workers);
                        tokio::task::yield_now().await;
                    }
                }
                Kind::Heavy(kind) => {
                    let id = ticket.workers.admit_heavy(Some(kind), task, ticket.stop.clone())?;
                    ticket.heavy = Some(id);
                    if let Ok(outcome) = timeout(longest_wait, &mut outcome).await {
                        ticket.ended();
                        return outcome;
                    }
                    if ticket.workers.withdraw(id) {
                        return Err(PoolError::Overloaded);
                    }
                }
            }
            timeout_at(deadline.into(), outcome).await.unwrap_or(Err(PoolError::DeadlineExceeded))
        }
    }

    /// The lanes of this class, and how many of its jobs run at once.
    fn lanes(&self, class: Class) -> (&Arc<Semaphore>, usize) {
        match class {
            Class::Light => (&self.light_lanes, self.settings.threads.get()),
            Class::Heavy => (&self.heavy_lanes, self.settings.heavy_threads()),
        }
    }

    /// Opens a lane for the jobs of one batch, all of this class. Each of them may run for `limit`.
    ///
    /// # Errors
    /// The limit of open lanes of this class is reached: [`PoolError::Overloaded`].
    pub fn open_lane<T: Send + 'static>(&self, class: Class, limit: Duration) -> Result<Lane<T>, PoolError> {
        let (lanes, at_once) = self.lanes(class);
        let open = Arc::clone(lanes).try_acquire_owned().map_err(|_| PoolError::Overloaded)?;
        // One more keeps all threads busy while a result is taken.
        Ok(Lane::new(open, Arc::clone(&self.workers), class, at_once + 1, limit))
    }

    /// Whether the limit of open lanes of this class is reached.
    #[must_use]
    pub fn lanes_are_full(&self, class: Class) -> bool {
        self.lanes(class).0.available_permits() == 0
    }

    /// The number of jobs that wait for a thread, excluding those of lanes.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.workers.waiting()
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

/// Wakes a thread for the jobs that were queued quietly, even if the future is dropped before it does so.
struct WakeOnDrop<'a>(&'a Workers);

impl Drop for WakeOnDrop<'_> {
    fn drop(&mut self) {
        self.0.wake();
    }
}

/// Ends a job on drop, when no caller waits for it anymore.
struct Ticket {
    workers: Arc<Workers>,
    stop: CancelFlag,
    /// Of a heavy job that has been admitted.
    heavy: Option<Id>,
}

impl Ticket {
    fn new(workers: &Arc<Workers>) -> Self {
        Self { workers: Arc::clone(workers), stop: CancelFlag::new(), heavy: None }
    }

    /// The outcome has arrived: there is no job to withdraw anymore.
    fn ended(&mut self) {
        self.heavy = None;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(id) = self.heavy {
            self.workers.withdraw(id);
        }
    }
}
