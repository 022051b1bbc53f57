//! The threads for light jobs, the queue that they take jobs from, and when a sleeping thread is woken.

use std::collections::VecDeque;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::admission::{Admission, Order, QueueLimits};
use super::kind::Kind;
use super::outcome::PoolError;

/// What a thread of the pool runs.
pub(super) trait Job: Send {
    /// Runs the job, which starts now, to its end. Returns the time of its end. It must not panic.
    fn run(self: Box<Self>, started: Instant) -> Instant;
}

impl<F: FnOnce(Instant) -> Instant + Send> Job for F {
    fn run(self: Box<Self>, started: Instant) -> Instant {
        self(started)
    }
}

/// The waiting jobs and the idle threads.
pub(super) struct Light(Mutex<State>);

struct State {
    admission: Admission,
    /// The jobs of single requests, bounded by admission.
    single: VecDeque<(Kind, Box<dyn Job>)>,
    /// The jobs of batches, bounded by the number of lanes. They run when no other job waits.
    bulk: VecDeque<Box<dyn Job>>,
    /// The number of threads that run no job of a single request.
    free: usize,
    /// The threads that are asleep or about to sleep. The most recent, whose caches are the warmest, is last.
    idle: Vec<Thread>,
    /// Whether a caller has promised to call [`Light::wake`] soon.
    wake_is_due: bool,
    closed: bool,
}

impl Light {
    /// A queue for this many threads, in which at most `depth` jobs wait, each for about `wait` at most.
    pub(super) fn new(threads: usize, depth: NonZeroUsize, wait: Duration) -> Self {
        let limits = QueueLimits { depth, wait, threads, turn: wait, order: Order::Arrival };
        Self(Mutex::new(State {
            admission: Admission::new(limits),
            single: VecDeque::new(),
            bulk: VecDeque::new(),
            free: threads,
            idle: Vec::new(),
            wake_is_due: false,
            closed: false,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job of a batch, and wakes a sleeping thread, if there is one.
    pub(super) fn push(&self, job: Box<dyn Job>) {
        let mut state = self.lock();
        state.bulk.push_back(job);
        let thread = state.sleeper();
        drop(state);
        unpark(thread);
    }

    /// Queues a job without waking a thread. If this returns `true`, the caller must call [`wake`](Self::wake) soon:
    /// otherwise no thread may notice the job.
    ///
    /// # Errors
    /// The queue is full, or the job would probably wait too long: [`PoolError::Overloaded`].
    pub(super) fn admit_quietly(&self, kind: Kind, job: Box<dyn Job>, now: Instant) -> Result<bool, PoolError> {
        let mut state = self.lock();
        let free = state.free;
        state.admission.admit(kind, free, Duration::ZERO, now)?;
        state.single.push_back((kind, job));
        // A thread that is awake looks at the queue again before it sleeps.
        let first = !state.wake_is_due && !state.idle.is_empty();
        state.wake_is_due |= first;
        Ok(first)
    }

    /// Wakes a thread if there is work for it.
    pub(super) fn wake(&self) {
        let mut state = self.lock();
        state.wake_is_due = false;
        let thread = state.sleeper();
        drop(state);
        unpark(thread);
    }

    /// Runs the waiting jobs of single requests on the thread of a job that gives way to them.
    pub(super) fn run_single(&self) {
        let mut state = self.lock();
        while let Some((kind, job)) = state.next_single() {
            drop(state);
            state = self.run(kind, job);
        }
    }

    /// Runs the job of a single request.
    fn run(&self, kind: Kind, job: Box<dyn Job>) -> MutexGuard<'_, State> {
        let started = Instant::now();
        let now = job.run(started);
        let mut state = self.lock();
        state.free += 1;
        state.admission.ran(kind, now - started, now);
        state
    }

    /// Runs jobs until the queue is closed and empty.
    pub(super) fn work(&self) {
        let this = thread::current();
        let mut state = self.lock();
        loop {
            if let Some((kind, job)) = state.next_single() {
                wake_another(state);
                state = self.run(kind, job);
            } else if let Some(job) = state.bulk.pop_front() {
                wake_another(state);
                job.run(Instant::now());
                state = self.lock();
            } else if state.closed {
                return;
            } else {
                state.idle.push(this.clone());
                drop(state);
                thread::park();
                state = self.lock();
                // It may have woken up by itself.
                state.idle.retain(|thread| thread.id() != this.id());
            }
        }
    }

    /// Lets the threads end once they have run all queued jobs.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        let idle = std::mem::take(&mut state.idle);
        drop(state);
        for thread in idle {
            thread.unpark();
        }
    }

    /// The number of waiting jobs, excluding those of batches.
    pub(super) fn waiting(&self) -> usize {
        self.lock().single.len()
    }
}

/// The remaining jobs may need one more thread, which wakes the next in turn.
fn wake_another(mut state: MutexGuard<'_, State>) {
    let thread = if state.wake_is_due { None } else { state.sleeper() };
    drop(state);
    unpark(thread);
}

fn unpark(thread: Option<Thread>) {
    if let Some(thread) = thread {
        thread.unpark();
    }
}

impl State {
    /// The next job of a single request, which occupies a thread from now on.
    fn next_single(&mut self) -> Option<(Kind, Box<dyn Job>)> {
        let (kind, job) = self.single.pop_front()?;
        self.admission.leave(kind);
        self.free -= 1;
        Some((kind, job))
    }

    /// A sleeping thread, if a job waits. It is removed from the list, so that it is woken only once.
    fn sleeper(&mut self) -> Option<Thread> {
        if self.single.is_empty() && self.bulk.is_empty() { None } else { self.idle.pop() }
    }
}

impl fmt::Debug for Light {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Light").finish_non_exhaustive()
    }
}
