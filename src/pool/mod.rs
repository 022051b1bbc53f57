//! The bridge from async code to the solver: a fixed set of blocking threads behind a bounded queue.
//!
//! [`Pool::run`] admits a job, queues it and waits for it. Overload is therefore reported before any work is done. The
//! future owns the job: when it is dropped, the job is skipped if it is still waiting, or cancelled if it is running.
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
//! The jobs of a batch use a lane ([`Pool::open_lane`]). They run when no other job waits, and give way to light jobs
//! while they run ([`Turn::give_way`]), so that a batch of millions of puzzles does not delay other requests.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::scope;
use crate::sudoku::solver::CancelFlag;

mod admission;
#[cfg(feature = "fault-injection")]
pub mod fault;
mod lane;
mod outcome;
mod round_trip;
mod threads;

pub use admission::Class;
pub use lane::{Lane, Turn};
pub use outcome::{Done, PoolError, Timing};

use admission::Admission;
use lane::Lanes;
use round_trip::RoundTrip;
use threads::{Jobs, Line, Role};

/// The limits of a pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolSettings {
    /// Number of jobs that run concurrently, each on its own thread.
    pub threads: NonZeroUsize,
    /// Maximum number of jobs of each class that wait for a thread.
    pub queue_depth: NonZeroUsize,
    /// Time limit for waiting for a thread; then the job fails as overload.
    pub longest_wait: Duration,
    /// Maximum number of open lanes of each class. Each has at most one job more in flight than there are threads.
    pub lanes: NonZeroUsize,
}

/// A fixed set of threads that run jobs from a bounded queue: light jobs first, then heavy ones, then the heavy and the
/// light ones of lanes; within each class, first come, first served.
///
/// When the pool is dropped, the threads finish the queued jobs and end.
#[derive(Debug)]
pub struct Pool {
    settings: PoolSettings,
    light: Arc<Admission>,
    heavy: Arc<Admission>,
    heavy_threads: usize,
    light_lanes: Arc<Lanes>,
    heavy_lanes: Arc<Lanes>,
    jobs: Arc<Jobs>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts the threads.
    ///
    /// Half of the threads, at least one, also run heavy jobs. The first thread never does; a pool of one thread
    /// therefore has a second one, which runs heavy jobs only.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start(settings: PoolSettings) -> io::Result<Self> {
        let PoolSettings { threads, queue_depth, longest_wait, lanes } = settings;
        let heavy_threads = (threads.get() / 2).max(1);
        // Half of the limit, so that an admitted job rarely waits so long that it fails after all.
        let admission = |threads| Arc::new(Admission::new(queue_depth, longest_wait / 2, threads));
        let mut pool = Self {
            settings,
            light: admission(threads.get()),
            heavy: admission(heavy_threads),
            heavy_threads,
            light_lanes: Arc::new(Lanes::new(lanes)),
            heavy_lanes: Arc::new(Lanes::new(lanes)),
            jobs: Arc::new(Jobs::new()),
            threads: Vec::new(),
        };
        let started = threads.get().max(2);
        for number in 1..=started {
            let role = Role { light: number <= threads.get(), heavy: number > started - heavy_threads };
            let jobs = Arc::clone(&pool.jobs);
            let thread = std::thread::Builder::new().name(format!("solver-{number}"));
            pool.threads.push(thread.spawn(move || jobs.work(role))?);
        }
        Ok(pool)
    }

    /// Runs a job on a thread of the pool, and waits for it until the deadline. Nothing happens before the returned
    /// future is first polled.
    ///
    /// The job gets a flag that is raised when no caller waits for it anymore: at the deadline, or when the future
    /// is dropped. It runs in the [scope] that is current when the future is first polled.
    ///
    /// # Errors
    /// The queue is full; the job would have to wait longer than half of the time limit, given recent job times; the
    /// job waited too long for a thread; the deadline passed; or the job panicked.
    pub fn run<T: Send + 'static, F: FnOnce(&CancelFlag) -> T + Send + 'static>(
        &self,
        class: Class,
        deadline: Instant,
        job: F,
    ) -> impl Future<Output = Result<Done<T>, PoolError>> + Send + use<T, F> {
        let (line, admission) = match class {
            Class::Light => (Line::Light, Arc::clone(&self.light)),
            Class::Heavy => (Line::Heavy, Arc::clone(&self.heavy)),
        };
        let jobs = Arc::clone(&self.jobs);
        let longest_wait = self.settings.longest_wait;
        async move {
            let place = admission.admit()?;
            #[cfg(feature = "fault-injection")]
            let job = fault::before(job);
            let abandoned = CancelOnDrop(CancelFlag::new());
            let cancel = abandoned.0.clone();
            let scope = scope::current();
            let queued_at = Instant::now();
            let run = move || {
                let admission = place.leave();
                let started = Instant::now();
                let queued = started - queued_at;
                // Nobody waits for a cancelled job, so its error does not matter.
                if started >= deadline || cancel.is_cancelled() {
                    Err(PoolError::DeadlineExceeded)
                } else if queued > longest_wait {
                    Err(PoolError::Overloaded)
                } else {
                    let value = outcome::catch(|| scope::run_in(scope, || job(&cancel)));
                    let ran = started.elapsed();
                    admission.ran(ran);
                    value.map(|value| Done { value, timing: Timing { queued, ran } })
                }
            };
            let (job, result) = RoundTrip::new(run);
            if jobs.push_quietly(line, job) {
                // The jobs of requests that the runtime has read in the meantime are queued before a thread
                // wakes up.
                let _wake = WakeOnDrop(&jobs);
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
        let (lanes, line, threads) = match class {
            Class::Light => (&self.light_lanes, Line::LightBulk, self.settings.threads.get()),
            Class::Heavy => (&self.heavy_lanes, Line::HeavyBulk, self.heavy_threads),
        };
        // One job more than there are threads keeps all of them busy while a result is taken.
        Ok(Lane::new(lanes.open()?, Arc::clone(&self.jobs), line, threads + 1, limit))
    }

    /// The number of jobs that wait for a thread, excluding those of lanes.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.light.waiting() + self.heavy.waiting()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.jobs.close();
        for thread in self.threads.drain(..) {
            // Jobs catch panics, so a thread has none to report.
            let _ = thread.join();
        }
    }
}

/// Wakes a thread for the jobs that were queued quietly, even if the future is dropped before it does so.
struct WakeOnDrop<'a>(&'a Jobs);

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
