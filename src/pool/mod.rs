//! The bridge from async code to the solver: a fixed set of blocking threads behind a bounded queue.
//!
//! [`Pool::run`] admits a job, queues it and waits for it. Overload is therefore reported before any work is done. The
//! future owns the job: when it is dropped, the job is skipped if it is still waiting, or cancelled if it is running.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use std::time::{Duration, Instant};
//!
//! use sudoku_service::pool::{Class, Pool, PoolSettings};
//! use sudoku_service::sudoku::Grid;
//! use sudoku_service::sudoku::solver::{Budget, CancelFlag, Finding, solve};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let (threads, limit) = (NonZeroUsize::MIN, Duration::from_secs(10));
//! let pool = Pool::start(PoolSettings { threads, queue_depth: threads, longest_wait: limit, lanes: threads })?;
//! let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let search = move |cancel: &CancelFlag| solve(&puzzle, &Budget::unlimited().with_cancel(cancel.clone()));
//! let done = pool.run(Class::Light, Instant::now() + limit, search).await?;
//! assert!(matches!(done.value.finding, Finding::One(_)));
//! # Ok(())
//! # })
//! # }
//! ```
//!
//! Passing a job to a thread and back costs CPU time for waking and switching threads, and little else. So a job
//! that finds all threads asleep does not wake one at first: its future yields once, the runtime reads the requests
//! that are ready in the meantime, and then one thread is woken for all of their jobs. The table shows CPU time and
//! context switches of an axum handler that runs a search, with 64 connections, easy puzzles and two cores shared with
//! the client (medians of one run):
//!
//! | | time | switches per request |
//! | --- | --- | --- |
//! | no search | 1 | 0.05 |
//! | the search on the runtime's thread | 1.10 | 0.08 |
//! | this pool | 1.38 | 0.22 |
//! | crossbeam's bounded channel, a oneshot for the reply | 1.50 | 1.24 |
//! | a mutex, a deque and a condition variable | 1.63 | 1.31 |
//! | flume | 1.78 | 1.32 |
//! | kanal | 2.18 | 13.3 |
//! | `spawn_blocking` for each request | 2.22 | 2.79 |
//!
//! With one connection, there is nothing to share, and the detour costs more: 1.98, against 1.78 for crossbeam and 1.74
//! for the condition variable.
//!
//! Rejected: a thread that sends the replies of up to sixteen jobs, or of 50 µs, together (1.24 in a run where single
//! replies took 1.24 and crossbeam's channel 1.38).
//!
//! # What all threads share
//!
//! One lock, around the queue, the list of sleeping threads and the counts of admission. A light job takes it three times: when
//! it is queued, when it starts and when it has ended. No job runs, is allocated or is freed under it, nor is a thread woken.
//! `cargo bench --bench pool` passes empty jobs to one, two and four threads; `benches/README.md` has the figures. Besides, a
//! request shares with all others the atomic counters of the metrics and of the memory budget, and the threads of the runtime,
//! of which there are half as many as processors.
//!
//! Heavy jobs have threads of their own and take turns on them, see `heavy`. No kind of job, and no connection, can hold
//! them: every kind gets the same share, and a job that runs for long pauses while others wait.
//!
//! The jobs of a batch use a lane ([`Pool::open_lane`]). Light ones run when no other light job waits, and give way to them
//! while they run ([`Turn::give_way`]), so that a batch of millions of puzzles does not delay other requests. Heavy ones are
//! a kind.

use std::io;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::scope::SCOPE;
use crate::sudoku::logic;
use crate::sudoku::solver::CancelFlag;

mod admission;
mod decay;
#[cfg(feature = "fault-injection")]
pub mod fault;
mod heavy;
mod kind;
mod lane;
mod light;
mod meter;
mod outcome;
mod round_trip;
mod shares;

pub use kind::{Class, Kind};
pub use lane::{Lane, Turn};
pub use outcome::{Done, PoolError, Timing};

use heavy::{Heavy, Ticket};
use lane::{Lanes, Threads};
use light::Light;
use round_trip::RoundTrip;

/// The limits of a pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolSettings {
    /// Number of light jobs that run at once, each on its own thread. Half as many heavy jobs, at least one, run beside them.
    pub threads: NonZeroUsize,
    /// Maximum number of light jobs, and of heavy jobs of each kind, that wait for a thread.
    pub queue_depth: NonZeroUsize,
    /// Time limit for waiting for a thread; then the job fails as overload.
    pub longest_wait: Duration,
    /// Maximum number of open lanes of each class. Each has at most one job more in flight than can run at once.
    pub lanes: NonZeroUsize,
}

impl PoolSettings {
    /// Number of heavy jobs that run at once.
    fn heavy_threads(&self) -> usize {
        (self.threads.get() / 2).max(1)
    }

    /// Maximum number of heavy jobs that have begun and not ended.
    #[must_use]
    pub fn most_begun(&self) -> usize {
        self.heavy_threads() + heavy::PAUSED
    }
}

/// A fixed set of threads that run jobs from bounded queues: light jobs first come, first served, then those of lanes; heavy
/// jobs by turns.
///
/// When the pool is dropped, the threads finish the queued jobs and end.
#[derive(Debug)]
pub struct Pool {
    settings: PoolSettings,
    light: Arc<Light>,
    heavy: Arc<Heavy>,
    light_lanes: Arc<Lanes>,
    heavy_lanes: Arc<Lanes>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start(settings: PoolSettings) -> io::Result<Self> {
        let PoolSettings { threads, queue_depth, longest_wait, lanes } = settings;
        // Half of the limit, so that an admitted job rarely waits so long that it fails after all.
        let wait = longest_wait / 2;
        logic::keep_memory_of(settings.heavy_threads());
        let mut pool = Self {
            settings,
            light: Arc::new(Light::new(threads.get(), queue_depth, wait)),
            heavy: Arc::new(Heavy::new(settings.heavy_threads(), queue_depth, wait)),
            light_lanes: Arc::new(Lanes::new(lanes)),
            heavy_lanes: Arc::new(Lanes::new(lanes)),
            threads: Vec::new(),
        };
        for number in 1..=threads.get() {
            let light = Arc::clone(&pool.light);
            let thread = std::thread::Builder::new().name(format!("solver-{number}"));
            pool.threads.push(thread.spawn(move || light.work())?);
        }
        for number in 1..=pool.heavy.threads() {
            let heavy = Arc::clone(&pool.heavy);
            let thread = std::thread::Builder::new().name(format!("solver-heavy-{number}"));
            pool.threads.push(thread.spawn(move || heavy.work())?);
        }
        Ok(pool)
    }

    /// Runs a job on a thread of the pool, and waits for it until the deadline. Nothing happens before the returned
    /// future is first polled.
    ///
    /// The job gets a flag that is raised when no caller waits for it anymore: at the deadline, or when the future
    /// is dropped. It runs in the [scope](crate::scope) that is current when the future is first polled.
    ///
    /// # Errors
    /// The queue is full; the job would have to wait longer than half of the time limit, given recent job times; the
    /// job waited too long for a thread; the deadline passed; or the job panicked.
    pub fn run<T: Send + 'static, F: FnOnce(&CancelFlag) -> T + Send + 'static, K: Into<Kind>>(
        &self,
        kind: K,
        deadline: Instant,
        job: F,
    ) -> impl Future<Output = Result<Done<T>, PoolError>> + Send + use<T, F, K> {
        let kind = kind.into();
        let (light, heavy) = (Arc::clone(&self.light), Arc::clone(&self.heavy));
        let longest_wait = self.settings.longest_wait;
        async move {
            #[cfg(feature = "fault-injection")]
            let job = fault::before(job);
            let ticket = (kind.class == Class::Heavy).then(|| heavy.ticket(kind));
            let abandoned = CancelOnDrop(ticket.as_ref().map_or_else(CancelFlag::new, Ticket::cancel_flag));
            let cancel = abandoned.0.clone();
            let meter = ticket.as_ref().map(|ticket| Arc::clone(&ticket.meter));
            let scope = SCOPE.try_with(Clone::clone).ok();
            let queued_at = Instant::now();
            let run = move |started: Instant| {
                // Nobody waits for a cancelled job, so its error does not matter.
                if started >= deadline || cancel.is_cancelled() {
                    (Err(PoolError::DeadlineExceeded), started)
                } else if started - queued_at > longest_wait {
                    (Err(PoolError::Overloaded), started)
                } else {
                    let value = outcome::catch(|| match scope {
                        Some(scope) => SCOPE.sync_scope(scope, || job(&cancel)),
                        None => job(&cancel),
                    });
                    let now = Instant::now();
                    let ran = meter.map_or(now - started, |meter| meter.ran(now));
                    (value.map(|value| Done { value, timing: Timing::until(now, queued_at, ran) }), now)
                }
            };
            let (job, result) = RoundTrip::new(run);
            let mut result = pin!(result);
            if let Some(ticket) = ticket {
                ticket.admit(job)?;
                let start_by = deadline.min(queued_at + longest_wait);
                match tokio::time::timeout_at(start_by.into(), &mut result).await {
                    Ok(result) => return result.unwrap_or(Err(PoolError::Closed)),
                    // A job waits long if those of its kind that have started run long.
                    Err(_) if !ticket.has_started() && start_by < deadline => return Err(PoolError::Overloaded),
                    Err(_) => {}
                }
            } else if light.admit_quietly(kind, job, queued_at)? {
                // The jobs of requests that the runtime has read in the meantime are queued before a thread
                // wakes up.
                let _wake = WakeOnDrop(&light);
                tokio::task::yield_now().await;
            }
            match tokio::time::timeout_at(deadline.into(), result).await {
                // Only a pool that shuts down drops a job.
                Ok(result) => result.unwrap_or(Err(PoolError::Closed)),
                Err(_) => Err(PoolError::DeadlineExceeded),
            }
        }
    }

    /// Opens a lane for the jobs of one batch, all of this class. Each of them may run for `limit`.
    ///
    /// # Errors
    /// The limit of open lanes of this class is reached: [`PoolError::Overloaded`].
    pub fn open_lane<T: Send + 'static>(&self, class: Class, limit: Duration) -> Result<Lane<T>, PoolError> {
        let (lanes, threads, at_once) = match class {
            Class::Light => (&self.light_lanes, Threads::Light(Arc::clone(&self.light)), self.settings.threads.get()),
            Class::Heavy => (&self.heavy_lanes, Threads::Heavy(Arc::clone(&self.heavy)), self.settings.heavy_threads()),
        };
        // One more keeps all threads busy while a result is taken.
        Ok(Lane::new(lanes.open()?, threads, at_once + 1, limit))
    }

    /// Whether the limit of open lanes of this class is reached.
    #[must_use]
    pub fn lanes_are_full(&self, class: Class) -> bool {
        match class {
            Class::Light => self.light_lanes.are_full(),
            Class::Heavy => self.heavy_lanes.are_full(),
        }
    }

    /// The number of jobs that wait for a thread, excluding those of lanes.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.light.waiting() + self.heavy.waiting()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.light.close();
        self.heavy.close();
        for thread in self.threads.drain(..) {
            // Jobs catch panics, so a thread has none to report.
            let _ = thread.join();
        }
    }
}

/// Wakes a thread for the jobs that were queued quietly, even if the future is dropped before it does so.
struct WakeOnDrop<'a>(&'a Light);

impl Drop for WakeOnDrop<'_> {
    fn drop(&mut self) {
        self.0.wake();
    }
}

/// Raises the flag of a job on drop, when no caller waits for it anymore.
#[derive(Debug)]
struct CancelOnDrop(CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
