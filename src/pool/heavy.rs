//! The threads for heavy jobs, which take turns on them.
//!
//! There are more threads than may run at once. A job that has run for a [`TURN`] while others wait pauses when its search
//! next looks at its cancel flag, and [`Shares`] says who continues. So a short job never waits for the end of a long one, and
//! a search needs no other form to be interrupted.

use std::collections::VecDeque;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::admission::{Admission, Order, QueueLimits};
use super::kind::Kind;
use super::light::Job;
use super::meter::Meter;
use super::outcome::PoolError;
use super::shares::{Round, Shares, TURN};
use crate::sudoku::solver::CancelFlag;

/// Maximum number of jobs that have started but pause.
pub(super) const PAUSED: usize = 16;

/// Maximum number of jobs of a kind that have started, if fewer may run at once. The other kinds can then still start.
const STARTED_OF_KIND: usize = 4;

/// The heavy jobs and their threads.
pub(super) struct Heavy {
    state: Mutex<State>,
    /// Signalled when a job may start, and when the pool closes.
    wake: Condvar,
    /// Whether a job waits for a turn that a running one must give up.
    is_contended: AtomicBool,
    /// The number of threads that may run at once.
    at_once: usize,
}

struct State {
    admission: Admission,
    shares: Shares<Waiting>,
    /// Jobs that have a turn, but no thread yet.
    starting: VecDeque<(Box<dyn Job>, Arc<Ticket>)>,
    /// The jobs that have started.
    started: Vec<Arc<Ticket>>,
    /// The number of jobs that have a turn.
    running: usize,
    closed: bool,
}

/// What waits for a turn.
enum Waiting {
    New(Box<dyn Job>, Arc<Ticket>),
    Paused(Arc<Ticket>),
}

impl Heavy {
    /// At most `at_once` jobs run at once, and at most `depth` jobs of a kind wait, each for about `wait` at most.
    pub(super) fn new(at_once: usize, depth: NonZeroUsize, wait: Duration) -> Self {
        let limits = QueueLimits { depth, wait, threads: at_once, turn: TURN, order: Order::Shares };
        let state = State {
            admission: Admission::new(limits),
            shares: Shares::new(),
            starting: VecDeque::new(),
            started: Vec::new(),
            running: 0,
            closed: false,
        };
        Self { state: Mutex::new(state), wake: Condvar::new(), is_contended: AtomicBool::new(false), at_once }
    }

    /// The number of threads that must call [`work`](Self::work).
    pub(super) fn threads(&self) -> usize {
        self.at_once + PAUSED
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A ticket for a job of this kind.
    pub(super) fn ticket(self: &Arc<Self>, kind: Kind) -> Arc<Ticket> {
        Arc::new(Ticket {
            heavy: Arc::clone(self),
            kind,
            meter: Arc::default(),
            has_turn: AtomicBool::new(false),
            has_paused: AtomicBool::new(false),
            thread: OnceLock::new(),
        })
    }

    /// How long no job of this kind can start. A job that has run for some time probably needs as much again.
    fn blocked(&self, state: &State, kind: Kind, now: Instant) -> Duration {
        if self.may_start(&state.started, kind.number) {
            return Duration::ZERO;
        }
        let started = |of_kind: bool| state.started.iter().filter(move |other| !of_kind || other.kind == kind);
        let ran = started(true).chain(started(false)).map(|other| other.meter.ran(now));
        ran.min().unwrap_or_default()
    }

    /// Whether a job of the kind with this number may start.
    fn may_start(&self, started: &[Arc<Ticket>], kind: usize) -> bool {
        let of_kind = started.iter().filter(|other| other.kind.number == kind).count();
        started.len() < self.threads() && of_kind < STARTED_OF_KIND.max(self.at_once)
    }

    /// Gives turns to waiting jobs as long as there are any.
    fn give_turns(&self, state: &mut State, now: Instant) {
        while state.running < self.at_once {
            let State { shares, started, .. } = state;
            let Some(next) = shares.next(now, |kind| self.may_start(started, kind)) else { break };
            state.running += 1;
            match next {
                Waiting::New(job, ticket) => {
                    state.admission.leave(ticket.kind);
                    state.started.push(Arc::clone(&ticket));
                    state.starting.push_back((job, ticket));
                    self.wake.notify_one();
                }
                Waiting::Paused(ticket) => ticket.resume(),
            }
        }
        let is_contended = state.shares.any(|kind| self.may_start(&state.started, kind));
        self.is_contended.store(is_contended, Ordering::Relaxed);
    }

    /// Ends the turn of a job.
    fn end_turn(state: &mut State, ticket: &Ticket, now: Instant) {
        let round = if ticket.has_paused.load(Ordering::Relaxed) { Round::Later } else { Round::First };
        state.shares.used(ticket.kind, round, ticket.meter.pause(now), now);
        state.running -= 1;
    }

    /// Runs jobs until the pool is closed and no job waits.
    pub(super) fn work(&self) {
        let mut state = self.lock();
        loop {
            if let Some((job, ticket)) = state.starting.pop_front() {
                drop(state);
                ticket.thread.get_or_init(thread::current);
                let started = Instant::now();
                ticket.meter.resume(started);
                let now = job.run(started);
                state = self.lock();
                Self::end_turn(&mut state, &ticket, now);
                state.started.retain(|other| !Arc::ptr_eq(other, &ticket));
                state.admission.ran(ticket.kind, ticket.meter.ran(now), now);
                self.give_turns(&mut state, now);
                if state.is_done() {
                    self.wake.notify_all();
                }
            } else if state.is_done() {
                return;
            } else {
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Lets the threads end once they have run all queued jobs.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.wake.notify_all();
    }

    /// The number of jobs that wait to start, excluding those of batches.
    pub(super) fn waiting(&self) -> usize {
        self.lock().admission.waiting()
    }
}

impl State {
    /// Whether no job will start anymore.
    fn is_done(&self) -> bool {
        // Jobs that wait to start do so when one of the started ones pauses or ends.
        self.closed && self.started.is_empty()
    }
}

impl fmt::Debug for Heavy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Heavy").finish_non_exhaustive()
    }
}

/// A heavy job, as far as its turns are concerned.
#[derive(Debug)]
pub(super) struct Ticket {
    heavy: Arc<Heavy>,
    kind: Kind,
    pub(super) meter: Arc<Meter>,
    has_turn: AtomicBool,
    has_paused: AtomicBool,
    /// The thread that runs the job, once it has started.
    thread: OnceLock<Thread>,
}

impl Ticket {
    /// The flag that cancels the job, and lets it pause.
    pub(super) fn cancel_flag(self: &Arc<Self>) -> CancelFlag {
        let ticket = Arc::clone(self);
        CancelFlag::with_pause(move || ticket.give_way())
    }

    /// Queues the job.
    ///
    /// # Errors
    /// The queue of its kind is full, or the job would probably wait too long: [`PoolError::Overloaded`].
    pub(super) fn admit(self: &Arc<Self>, job: Box<dyn Job>) -> Result<(), PoolError> {
        let now = Instant::now();
        let mut state = self.heavy.lock();
        let (idle, blocked) = (self.heavy.at_once - state.running, self.heavy.blocked(&state, self.kind, now));
        state.admission.admit(self.kind, idle, blocked, now)?;
        self.queue(&mut state, job, now);
        Ok(())
    }

    /// Queues the job of a batch.
    pub(super) fn push(self: &Arc<Self>, job: Box<dyn Job>) {
        let mut state = self.heavy.lock();
        state.admission.join(self.kind);
        self.queue(&mut state, job, Instant::now());
    }

    fn queue(self: &Arc<Self>, state: &mut State, job: Box<dyn Job>, now: Instant) {
        state.shares.push(self.kind, Round::First, Waiting::New(job, Arc::clone(self)));
        self.heavy.give_turns(state, now);
    }

    /// Whether the job has started.
    pub(super) fn has_started(&self) -> bool {
        self.thread.get().is_some()
    }

    /// Lets others run, if they wait and the turn of this job, which runs on this thread, is over.
    fn give_way(self: &Arc<Self>) {
        if !self.heavy.is_contended.load(Ordering::Relaxed) {
            return;
        }
        let now = Instant::now();
        if self.meter.turn(now) < TURN {
            return;
        }
        let mut state = self.heavy.lock();
        Heavy::end_turn(&mut state, self, now);
        self.has_turn.store(false, Ordering::Relaxed);
        self.has_paused.store(true, Ordering::Relaxed);
        state.shares.push(self.kind, Round::Later, Waiting::Paused(Arc::clone(self)));
        self.heavy.give_turns(&mut state, now);
        drop(state);
        while !self.has_turn.load(Ordering::Acquire) {
            thread::park();
        }
        self.meter.resume(Instant::now());
    }

    /// Continues after a pause.
    fn resume(&self) {
        self.has_turn.store(true, Ordering::Release);
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }
}
