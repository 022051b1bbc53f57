//! The bridge from async code to the solver: a fixed set of blocking threads behind a bounded queue.
//!
//! A job is admitted first ([`Pool::admit`]), so that an overload is told before any work goes into a request, and
//! then run ([`Permit::run`]). Whoever waits for a job owns it: a job whose waiter is gone is dropped from the queue,
//! or cancelled while it runs. One `spawn_blocking` a request would cost a third of the service's throughput. Even the
//! way to a fixed thread and back costs four to eight microseconds of processor time, most of them in the kernel, so a
//! job is first tried where it is asked for, within a bound ([`Pool::attempt`]), and needs no place if that is enough.
//!
//! Jobs of a batch take a lane of their own ([`Pool::open_lane`]). They run only when no single job waits, and give way
//! to single jobs while they run ([`Turn::give_way`]), so that a batch of millions is not felt by anybody else.

use std::any::Any;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{fmt, io};

use tokio::sync::oneshot;

use crate::scope;
use crate::sudoku::solver::CancelFlag;

#[cfg(feature = "fault-injection")]
pub mod fault;
mod lane;

pub use lane::{Lane, Turn};

/// What bounds a pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolSettings {
    /// How many jobs run at once, each on a thread of its own.
    pub threads: NonZeroUsize,
    /// How many jobs may be admitted and not yet started.
    pub queue_depth: NonZeroUsize,
    /// How long a job may wait for a thread before it is given up as overload.
    pub longest_wait: Duration,
    /// How many lanes may be open at once. Each has at most one job more in flight than there are threads.
    pub lanes: NonZeroUsize,
}

/// A fixed set of threads that run jobs from a bounded queue, first come first served, and jobs of lanes when no other
/// job waits.
///
/// When it is dropped, the threads finish what is queued and end.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn start(settings: PoolSettings) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            settings,
            admitted: AtomicUsize::new(0),
            lanes: AtomicUsize::new(0),
            pace: Pace::default(),
            queue: Mutex::new(Queue { jobs: VecDeque::new(), bulk: VecDeque::new(), idle: 0, closed: false }),
            wake: Condvar::new(),
        });
        let mut pool = Self { shared, threads: Vec::new() };
        for number in 1..=settings.threads.get() {
            let shared = Arc::clone(&pool.shared);
            let thread = std::thread::Builder::new().name(format!("solver-{number}"));
            pool.threads.push(thread.spawn(move || shared.work())?);
        }
        Ok(pool)
    }

    /// Takes a place in the queue.
    ///
    /// A place is also refused when jobs of late ran so long that the wait for a thread would come to more than half
    /// of the longest wait. So those that can be served are, and the others know at once, not after the wait.
    ///
    /// # Errors
    /// The queue is full or too slow: [`PoolError::Overloaded`].
    pub fn admit(&self) -> Result<Permit, PoolError> {
        let depth = self.depth();
        self.shared
            .admitted
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |admitted| (admitted < depth).then_some(admitted + 1))
            .map(|_| Permit { shared: Arc::clone(&self.shared) })
            .map_err(|_| PoolError::Overloaded)
    }

    /// Whether a place could be taken now; it may be gone when it is asked for. For work that has to be done before it
    /// is known whether a thread is needed.
    ///
    /// # Errors
    /// The queue is full or too slow: [`PoolError::Overloaded`].
    pub fn look_for_place(&self) -> Result<(), PoolError> {
        if self.waiting() < self.depth() { Ok(()) } else { Err(PoolError::Overloaded) }
    }

    /// How many jobs may wait, at the pace of late.
    fn depth(&self) -> usize {
        let PoolSettings { threads, queue_depth, longest_wait, .. } = self.shared.settings;
        queue_depth.get().min(self.shared.pace.jobs_in(longest_wait / 2, threads))
    }

    /// Runs a job at once on the calling thread and in no place of the queue: for one that is so short that it may hold
    /// the thread for as long. What it takes does not enter into the pool's pace.
    ///
    /// `None`, and the job does not run, if a test has asked for a fault, which strikes on a thread of the pool.
    ///
    /// # Errors
    /// The job panicked.
    #[must_use]
    pub fn attempt<T>(job: impl FnOnce() -> T) -> Option<Result<Done<T>, PoolError>> {
        #[cfg(feature = "fault-injection")]
        if fault::is_asked_for() {
            return None;
        }
        let started = Instant::now();
        let value = catch_unwind(AssertUnwindSafe(job)).map_err(discard);
        Some(value.map(|value| Done { value, queued: Duration::ZERO, ran: started.elapsed() }))
    }

    /// Opens a lane for the jobs of one batch, each of which may run for `limit`.
    ///
    /// # Errors
    /// As many lanes are open as may be: [`PoolError::Overloaded`].
    pub fn open_lane<T: Send + 'static>(&self, limit: Duration) -> Result<Lane<T>, PoolError> {
        let most = self.shared.settings.lanes.get();
        self.shared
            .lanes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |open| (open < most).then_some(open + 1))
            .map(|_| Lane::new(Arc::clone(&self.shared), limit))
            .map_err(|_| PoolError::Overloaded)
    }

    /// How many jobs are admitted and not yet started, those of lanes not counted.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.shared.admitted.load(Ordering::Relaxed)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.wake.notify_all();
        for thread in self.threads.drain(..) {
            // Jobs catch their panics, so a thread has none to report.
            let _ = thread.join();
        }
    }
}

/// A place in the queue, given back when it is dropped.
#[derive(Debug)]
pub struct Permit {
    shared: Arc<Shared>,
}

impl Permit {
    /// Runs a job on a thread of the pool and waits for it until the deadline.
    ///
    /// The job is given a flag that is raised when nobody waits for it any more: at the deadline, or when the future
    /// is dropped. It runs in the [scope] that is current here.
    ///
    /// # Errors
    /// The job waited too long for a thread, the deadline passed, or the job panicked.
    pub async fn run<T: Send + 'static>(
        self,
        deadline: Instant,
        job: impl FnOnce(&CancelFlag) -> T + Send + 'static,
    ) -> Result<Done<T>, PoolError> {
        #[cfg(feature = "fault-injection")]
        let job = fault::before(job);
        let (reply, answer) = oneshot::channel();
        let abandoned = CancelOnDrop(CancelFlag::new());
        let cancel = abandoned.0.clone();
        let shared = Arc::clone(&self.shared);
        let longest_wait = shared.settings.longest_wait;
        let scope = scope::current();
        let queued_at = Instant::now();
        let run = move || {
            let pool = Arc::clone(&self.shared);
            drop(self);
            if cancel.is_cancelled() {
                return;
            }
            let started = Instant::now();
            let queued = started - queued_at;
            let result = if started >= deadline {
                Err(PoolError::DeadlineExceeded)
            } else if queued > longest_wait {
                Err(PoolError::Overloaded)
            } else {
                let value = catch_unwind(AssertUnwindSafe(|| scope::run_in(scope, || job(&cancel))));
                let ran = started.elapsed();
                pool.pace.add(ran);
                value.map(|value| Done { value, queued, ran }).map_err(discard)
            };
            // The waiter may have left in the meantime.
            let _ = reply.send(result);
        };
        shared.push(Box::new(run));
        match tokio::time::timeout_at(deadline.into(), answer).await {
            Ok(Ok(result)) => result,
            // The job was dropped without a reply, which only a closing pool does.
            Ok(Err(_)) => Err(PoolError::Closed),
            Err(_) => Err(PoolError::DeadlineExceeded),
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.shared.admitted.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A job's value, and what it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done<T> {
    /// What the job returned.
    pub value: T,
    /// How long it waited for a thread.
    pub queued: Duration,
    /// How long it ran.
    pub ran: Duration,
}

/// Why a job has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PoolError {
    /// The queue is full, or the job waited in it longer than it may.
    Overloaded,
    /// The deadline passed before the job was done; it is cancelled.
    DeadlineExceeded,
    /// The job panicked. The panic hook has told where.
    Panicked,
    /// The pool is closing.
    Closed,
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overloaded => "the queue is full",
            Self::DeadlineExceeded => "the deadline passed",
            Self::Panicked => "the job panicked",
            Self::Closed => "the pool is closing",
        })
    }
}

impl std::error::Error for PoolError {}

/// Drops what a job panicked with; a payload whose own drop panics must not take the thread with it.
fn discard(payload: Box<dyn Any + Send>) -> PoolError {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
    PoolError::Panicked
}

#[derive(Debug)]
struct CancelOnDrop(CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

type Job = Box<dyn FnOnce() + Send>;

struct Shared {
    settings: PoolSettings,
    /// Permits that are not yet given back: jobs in the queue, and those about to enter it.
    admitted: AtomicUsize,
    lanes: AtomicUsize,
    pace: Pace,
    queue: Mutex<Queue>,
    wake: Condvar,
}

/// How long jobs of late ran: an exponential mean over about the last sixteen, in nanoseconds.
#[derive(Default, Debug)]
struct Pace(AtomicU64);

impl Pace {
    fn add(&self, ran: Duration) {
        let ran = u64::try_from(ran.as_nanos()).unwrap_or(u64::MAX >> 8);
        // Two threads that do this at once lose one of their values, which changes a mean but little.
        let mean = self.0.load(Ordering::Relaxed);
        self.0.store(mean - mean / 16 + ran / 16, Ordering::Relaxed);
    }

    /// How many jobs of this length are done in this time, at least one.
    fn jobs_in(&self, time: Duration, threads: NonZeroUsize) -> usize {
        let mean = u128::from(self.0.load(Ordering::Relaxed)).max(1);
        usize::try_from(time.as_nanos() * threads.get() as u128 / mean).unwrap_or(usize::MAX).max(1)
    }
}

struct Queue {
    /// Bounded by the permits, of which each job holds one.
    jobs: VecDeque<Job>,
    /// Bounded by the lanes, each of which has a bounded number of jobs in flight.
    bulk: VecDeque<Job>,
    /// Threads that wait on the condition variable; without one a wake-up would be wasted.
    idle: usize,
    closed: bool,
}

impl Queue {
    fn next(&mut self) -> Option<Job> {
        self.jobs.pop_front().or_else(|| self.bulk.pop_front())
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // No code that can panic runs under the lock.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, job: Job) {
        self.push_to(|queue| &mut queue.jobs, job);
    }

    fn push_bulk(&self, job: Job) {
        self.push_to(|queue| &mut queue.bulk, job);
    }

    fn push_to(&self, choose: impl FnOnce(&mut Queue) -> &mut VecDeque<Job>, job: Job) {
        let mut queue = self.lock();
        choose(&mut queue).push_back(job);
        let wake = queue.idle > 0;
        drop(queue);
        if wake {
            self.wake.notify_one();
        }
    }

    /// Runs the single jobs that wait, on the thread of a job that gives way to them.
    fn run_waiting(&self) {
        while self.admitted.load(Ordering::Relaxed) > 0 {
            let Some(job) = self.lock().jobs.pop_front() else { return };
            job();
        }
    }

    fn work(&self) {
        let mut queue = self.lock();
        loop {
            if let Some(job) = queue.next() {
                drop(queue);
                job();
                queue = self.lock();
            } else if queue.closed {
                return;
            } else {
                queue.idle += 1;
                queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
                queue.idle -= 1;
            }
        }
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("settings", &self.settings)
            .field("admitted", &self.admitted)
            .finish_non_exhaustive()
    }
}
