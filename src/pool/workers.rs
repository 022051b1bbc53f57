//! The threads, and what they take jobs from: a thin shell around [`Turns`] for light jobs and [`Lines`] for heavy ones.
//!
//! A heavy job that pauses keeps its thread, so that a search needs no other form to be interrupted. There are therefore as
//! many threads as jobs can have begun.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::PoolSettings;
use super::job::Task;
use super::kind::LINES_OF_BATCHES;
use super::lines::{Id, Lines, Way};
use super::outcome::PoolError;
use super::turns::{MILLISECOND, Time, Turns};
use crate::sudoku::solver::CancelFlag;

/// The accounts of light jobs: those of single requests, and chunks of batches. The time of the latter counts eightfold, so
/// they get at least an eighth of the threads' time.
const REQUESTS: usize = 0;
const CHUNKS: usize = 1;
const WEIGHTS: [i64; 2] = [1, 8];

/// What an account of light jobs that comes back owes the other at most.
const OWED: Time = 100 * MILLISECOND;

/// How often a heavy job asks whether its turn is over. A search looks at its flag every few microseconds.
const ASK_EVERY: Time = MILLISECOND;

/// The waiting jobs and the threads.
pub(super) struct Workers {
    state: Mutex<State>,
    /// Whether a heavy job waits for a turn.
    is_contended: AtomicBool,
    began: Instant,
    depth: usize,
    /// Half of the limit, so that an admitted job rarely waits so long that it fails after all.
    longest_wait: Time,
    heavy_kinds: usize,
}

struct State {
    light: Turns<Box<dyn Task>>,
    heavy: Lines<Heavy>,
    /// Heavy jobs that have a turn, but no thread yet.
    starting: VecDeque<Id>,
    /// The threads that are asleep or about to sleep. The most recent, whose caches are the warmest, is last.
    idle: Vec<Thread>,
    /// The number of threads that have been woken, but are not yet awake.
    woken: usize,
    /// Whether a caller has promised to call [`Workers::wake`] soon.
    wake_is_due: bool,
    closed: bool,
}

/// A heavy job.
struct Heavy {
    /// The job while it waits to begin.
    task: Option<Box<dyn Task>>,
    /// The thread of one that has begun.
    thread: Option<Thread>,
    stop: CancelFlag,
}

impl Workers {
    pub(super) fn new(settings: &PoolSettings) -> Self {
        let limits: Vec<u32> = settings.kinds.iter().copied().chain([LINES_OF_BATCHES]).collect();
        let state = State {
            light: Turns::new(WEIGHTS, settings.threads.get(), OWED),
            heavy: Lines::new(&limits, settings.heavy_threads()),
            starting: VecDeque::new(),
            idle: Vec::new(),
            woken: 0,
            wake_is_due: false,
            closed: false,
        };
        Self {
            state: Mutex::new(state),
            is_contended: AtomicBool::new(false),
            began: Instant::now(),
            depth: settings.queue_depth.get(),
            longest_wait: settings.longest_wait.as_micros() as Time / 2,
            heavy_kinds: settings.kinds.len(),
        }
    }

    /// A time as the policy counts it.
    fn at(&self, time: Instant) -> Time {
        time.saturating_duration_since(self.began).as_micros() as Time
    }

    fn now(&self) -> Time {
        self.at(Instant::now())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues the light job of a request without waking a thread. If this returns `true`, the caller must call
    /// [`wake`](Self::wake) soon: otherwise no thread may notice the job.
    ///
    /// # Errors
    /// The queue is full, or the job would probably wait too long: [`PoolError::Overloaded`].
    pub(super) fn admit_light(&self, task: Box<dyn Task>, now: Instant) -> Result<bool, PoolError> {
        let now = self.at(now);
        let mut state = self.lock();
        let State { light, idle, wake_is_due, .. } = &mut *state;
        let (waiting, free) = (light.waiting(REQUESTS), light.free());
        if waiting >= free.max(1) && (waiting >= self.depth || light.wait(REQUESTS, now) > self.longest_wait) {
            return Err(PoolError::Overloaded);
        }
        light.join(REQUESTS, 0, task, now);
        // A thread that is awake looks at the queue again before it sleeps.
        let first = !*wake_is_due && free > 0 && !idle.is_empty();
        *wake_is_due |= first;
        Ok(first)
    }

    /// Wakes a thread if there is work for it.
    pub(super) fn wake(&self) {
        let mut state = self.lock();
        state.wake_is_due = false;
        wake_another(state);
    }

    /// Queues a chunk of a batch of light work.
    pub(super) fn push_light(&self, task: Box<dyn Task>) {
        let mut state = self.lock();
        state.light.join(CHUNKS, 0, task, self.now());
        wake_another(state);
    }

    /// Whether light jobs wait that are not of the same batch: it has at most one more in flight than run at once.
    pub(super) fn are_others_waiting(&self) -> bool {
        let state = self.lock();
        state.light.waiting(REQUESTS) > 0 || state.light.waiting(CHUNKS) > 1
    }

    /// Queues a heavy job of this kind, or a line of a batch.
    ///
    /// # Errors
    /// The queue of its kind is full, or the job would probably wait too long: [`PoolError::Overloaded`]. A line of a batch
    /// always has a place.
    pub(super) fn admit_heavy(
        &self,
        kind: Option<usize>,
        task: Box<dyn Task>,
        stop: CancelFlag,
    ) -> Result<Id, PoolError> {
        assert!(kind.is_none_or(|kind| kind < self.heavy_kinds), "the pool has fewer kinds");
        let now = self.now();
        let mut state = self.lock();
        let is_full = |kind| state.heavy.waiting(kind) >= self.depth || state.heavy.wait(kind, now) > self.longest_wait;
        if kind.is_some_and(is_full) {
            return Err(PoolError::Overloaded);
        }
        let heavy = Heavy { task: Some(task), thread: None, stop };
        let id = state.heavy.submit(kind.unwrap_or(self.heavy_kinds), heavy, now);
        self.give_turns(&mut state, now);
        wake_another(state);
        Ok(id)
    }

    /// Takes a heavy job that has not begun, or begins again, out of the queue. Returns whether it was there.
    pub(super) fn withdraw(&self, id: Id) -> bool {
        let withdrawn = self.lock().heavy.withdraw(id);
        withdrawn.is_some()
    }

    /// How long the current attempt at a heavy job has run.
    pub(super) fn ran(&self, id: Id) -> Duration {
        elapsed(self.lock().heavy.ran(id, self.now()))
    }

    /// Runs jobs until the pool is closed and no job waits.
    pub(super) fn work(self: &Arc<Self>) {
        let this = thread::current();
        let mut now = self.now();
        let mut state = self.lock();
        loop {
            if let Some((account, mut task)) = state.light.next(now) {
                wake_another(state);
                let started = Instant::now();
                if task.may_begin(started) {
                    task.search(None);
                }
                now = self.at(task.end(started));
                state = self.lock();
                state.light.end(account, now);
            } else if let Some(id) = state.starting.pop_front() {
                (state, now) = self.attempt(state, id);
            } else if state.is_done() {
                state.wake_all();
                return;
            } else {
                state.idle.push(this.clone());
                drop(state);
                thread::park();
                now = self.now();
                state = self.lock();
                // It may have woken up by itself. Otherwise, whoever woke it has removed it.
                match state.idle.iter().position(|thread| thread.id() == this.id()) {
                    Some(index) => drop(state.idle.remove(index)),
                    None => state.woken -= 1,
                }
            }
        }
    }

    /// Runs a heavy job, which has a turn, to its end or until it is given up. Wakes no thread for the jobs that get a turn
    /// then: the caller takes the next one itself.
    fn attempt<'a>(self: &'a Arc<Self>, mut state: MutexGuard<'a, State>, id: Id) -> (MutexGuard<'a, State>, Time) {
        let heavy = state.heavy.details(id).expect("a job that has a turn has not ended");
        heavy.thread = Some(thread::current());
        let (task, stop) = (heavy.task.take(), heavy.stop.clone());
        wake_another(state);
        let mut task = task.expect("a job that starts has not begun");
        let flag = self.flag(id, stop.clone());
        let has_searched = task.may_begin(Instant::now()) && task.search(Some(&flag));
        let mut state = self.lock();
        let now = Instant::now();
        if has_searched && state.heavy.is_given_up(id) && task.may_begin(now) {
            let now = self.at(now);
            state.heavy.begin_again(id, Heavy { task: Some(task), thread: None, stop }, now);
            self.give_turns(&mut state, now);
            return (state, now);
        }
        let ran = elapsed(state.heavy.ran(id, self.at(now)));
        drop(state);
        let now = self.at(task.end(now.checked_sub(ran).unwrap_or(now)));
        let mut state = self.lock();
        state.heavy.end(id, now);
        self.give_turns(&mut state, now);
        (state, now)
    }

    /// A flag that lets an attempt pause, and that is raised when it must end.
    fn flag(self: &Arc<Self>, id: Id, stop: CancelFlag) -> CancelFlag {
        let (workers, ask_at) = (Arc::clone(self), AtomicI64::new(self.now() + ASK_EVERY));
        CancelFlag::with_pause(move || stop.is_cancelled() || workers.give_way(id, &ask_at))
    }

    /// Lets others run, if they wait and the turn of this job, which runs on this thread, is over. Returns whether the attempt
    /// must end.
    fn give_way(&self, id: Id, ask_at: &AtomicI64) -> bool {
        if !self.is_contended.load(Ordering::Relaxed) {
            return false;
        }
        let now = self.now();
        if now < ask_at.load(Ordering::Relaxed) {
            return false;
        }
        ask_at.store(now + ASK_EVERY, Ordering::Relaxed);
        let mut state = self.lock();
        match state.heavy.give_way(id, now) {
            Way::GoOn => return false,
            Way::GiveUp => return true,
            Way::Pause => self.give_turns(&mut state, now),
        }
        wake_another(state);
        while !self.lock().heavy.has_turn(id) {
            thread::park();
        }
        false
    }

    /// Gives turns to heavy jobs as long as there are any.
    fn give_turns(&self, state: &mut State, now: Time) {
        while let Some(id) = state.heavy.next(now) {
            state.start(id);
        }
        self.is_contended.store(state.heavy.is_contended(), Ordering::Relaxed);
    }

    /// Lets the threads end once they have run all queued jobs.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.wake_all();
    }

    /// The number of jobs that wait to begin, excluding those of batches.
    pub(super) fn waiting(&self) -> usize {
        let state = self.lock();
        state.light.waiting(REQUESTS) + state.heavy.all_waiting()
    }
}

/// A time of the policy as a duration.
fn elapsed(time: Time) -> Duration {
    Duration::from_micros(time.max(0).cast_unsigned())
}

/// The remaining jobs may need one more thread, which wakes the next in turn.
fn wake_another(mut state: MutexGuard<'_, State>) {
    let light = (state.light.waiting(REQUESTS) + state.light.waiting(CHUNKS)).min(state.light.free());
    let is_needed = !state.wake_is_due && light + state.starting.len() > state.woken;
    // Removed from the list, a thread is woken only once.
    let thread = if is_needed { state.idle.pop() } else { None };
    state.woken += usize::from(thread.is_some());
    drop(state);
    if let Some(thread) = thread {
        thread.unpark();
    }
}

impl State {
    /// A heavy job that has a turn begins or goes on.
    fn start(&mut self, id: Id) {
        match self.heavy.details(id).and_then(|heavy| heavy.thread.as_ref()) {
            Some(thread) => thread.unpark(),
            None => self.starting.push_back(id),
        }
    }

    fn wake_all(&mut self) {
        self.woken += self.idle.len();
        self.idle.drain(..).for_each(|thread| thread.unpark());
    }

    /// Whether no job will start anymore.
    fn is_done(&self) -> bool {
        self.closed && self.light.waiting(REQUESTS) + self.light.waiting(CHUNKS) == 0 && self.heavy.is_empty()
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers").finish_non_exhaustive()
    }
}
