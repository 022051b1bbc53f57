//! The threads, and what they take jobs from: a thin shell around [`Turns`].
//!
//! A heavy job that pauses keeps its thread, so that a search needs no other form to be interrupted. There are therefore as
//! many threads as jobs can have begun.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::job::{PoolError, Task};
use super::scheduler::{MILLISECOND, Time, Turn, Turns, Way};
use super::{Class, PoolSettings};

/// The kinds of light jobs: those of requests, and chunks of batches. The time of the latter counts eightfold, so they get at
/// least an eighth of the threads' time.
pub(super) const REQUESTS: usize = 0;
pub(super) const CHUNKS: usize = 1;
const LIGHT: [u32; 2] = [10, 80];

/// The time of heavy jobs counts by their limits in seconds, that of the lines of batches as if theirs were this one.
const LINES: u32 = 10;

/// How often a heavy job asks whether its turn is over. A search looks at its flag every few microseconds.
const ASK_EVERY: Time = MILLISECOND;

/// A class, and the number of a kind there.
pub(super) type Queue = (Class, usize);

/// The waiting jobs and the threads.
pub(super) struct Workers {
    pub(super) state: Mutex<State>,
    /// Whether a heavy job waits for a turn.
    is_contended: AtomicBool,
    began: Instant,
    pub(super) settings: PoolSettings,
}

pub(super) struct State {
    /// Of each class.
    pub(super) turns: [Turns<Waiting>; 2],
    /// Jobs that have a turn, but no thread yet.
    starting: VecDeque<(Class, Turn, Box<dyn Task>)>,
    /// The threads that are asleep or about to sleep. The most recent, whose caches are the warmest, is last.
    idle: Vec<Thread>,
    /// The number of threads that have been woken, but are not yet awake.
    woken: usize,
    /// Whether there is a [`Wake`].
    wake_is_due: bool,
    closed: bool,
}

pub(super) enum Waiting {
    /// A job that has not begun, or begins again.
    New(Box<dyn Task>),
    /// One whose thread waits for its next turn.
    Paused(Sender<Turn>),
}

/// An attempt at a heavy job.
#[derive(Clone, Copy)]
struct Attempt {
    turn: Turn,
    ask_at: Time,
    paused: Time,
    is_given_up: bool,
}

/// Wakes a thread on drop, if there is work for it.
pub(super) struct Wake<'a>(&'a Workers);

impl Drop for Wake<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.0.state);
        state.wake_is_due = false;
        wake_another(state);
    }
}

impl Workers {
    pub(super) fn new(settings: PoolSettings) -> Self {
        let turns = [Class::Light, Class::Heavy].map(|class| turns(&settings, class));
        let (starting, idle) = (VecDeque::new(), Vec::new());
        let state = State { turns, starting, idle, woken: 0, wake_is_due: false, closed: false };
        Self { state: Mutex::new(state), is_contended: AtomicBool::new(false), began: Instant::now(), settings }
    }

    /// A time as the policy counts it.
    fn at(&self, time: Instant) -> Time {
        time.saturating_duration_since(self.began).as_micros() as Time
    }

    /// Queues a job without waking a thread: unless the result is soon dropped, none may notice the job.
    ///
    /// # Errors
    /// The queue is full, or the job would probably wait too long: [`PoolError::Overloaded`]. A job of a batch always has a
    /// place.
    pub(super) fn admit(
        &self,
        (class, kind): Queue,
        task: Box<dyn Task>,
        now: Instant,
    ) -> Result<Option<Wake<'_>>, PoolError> {
        let mut state = lock(&self.state);
        let turns = &mut state.turns[class as usize];
        let is_full = turns.waiting(kind) >= self.settings.queue_depth.get();
        // Half of the limit, so that an admitted job rarely waits so long that it fails after all.
        let is_late = turns.wait(kind, self.at(now)) > self.settings.longest_wait.as_micros() as Time / 2;
        if kind != turns.batches() && (is_full || is_late) {
            return Err(PoolError::Overloaded);
        }
        turns.submit(kind, Waiting::New(task), self.at(now));
        self.give_turns(&mut state, class, now);
        // A thread that is awake looks for jobs again before it sleeps.
        let is_first = !state.wake_is_due && state.starting.len() > state.woken && !state.idle.is_empty();
        state.wake_is_due |= is_first;
        Ok(is_first.then(|| Wake(self)))
    }

    /// Gives turns to jobs of this class as long as there are any.
    fn give_turns(&self, state: &mut State, class: Class, now: Instant) {
        let turns = &mut state.turns[class as usize];
        while let Some((turn, waiting)) = turns.next(self.at(now)) {
            match waiting {
                Waiting::New(task) => state.starting.push_back((class, turn, task)),
                // Its thread waits.
                Waiting::Paused(resume) => drop(resume.send(turn)),
            }
        }
        if class == Class::Heavy {
            self.is_contended.store(turns.is_contended(), Ordering::Relaxed);
        }
    }

    /// Whether light jobs wait that are not of the same batch: it has at most one more in flight than run at once.
    pub(super) fn are_others_waiting(&self) -> bool {
        let light = &lock(&self.state).turns[Class::Light as usize];
        light.waiting(REQUESTS) > 0 || light.waiting(CHUNKS) > 1
    }

    /// Refuses the jobs of this queue that may not begin anymore.
    pub(super) fn sweep(&self, (class, kind): Queue) {
        let now = Instant::now();
        let may_begin = |waiting: &Waiting| !matches!(waiting, Waiting::New(task) if !task.may_begin(now));
        // They are dropped without the lock.
        let _refused = lock(&self.state).turns[class as usize].withdraw(kind, may_begin);
    }

    /// Runs jobs until the pool is closed and no job waits.
    pub(super) fn work(self: &Arc<Self>) {
        let this = thread::current();
        let mut state = lock(&self.state);
        loop {
            if let Some((class, turn, mut task)) = state.starting.pop_front() {
                wake_another(state);
                let began = Instant::now();
                state = match class {
                    Class::Heavy => self.attempt(turn, task, began),
                    Class::Light => {
                        let searched = task.search(began, None);
                        self.end(class, turn, None, task.end(searched, began))
                    }
                };
            } else if is_done(&state) {
                return wake_another(state);
            } else {
                state.idle.push(this.clone());
                drop(state);
                thread::park();
                state = lock(&self.state);
                // It may have woken up by itself. Otherwise, whoever woke it has removed it.
                match state.idle.iter().position(|thread| thread.id() == this.id()) {
                    Some(index) => drop(state.idle.remove(index)),
                    None => state.woken -= 1,
                }
            }
        }
    }

    /// Runs a heavy job to its end, or until it is given up.
    fn attempt(self: &Arc<Self>, turn: Turn, mut task: Box<dyn Task>, began: Instant) -> MutexGuard<'_, State> {
        let attempt = Arc::new(Mutex::new(Attempt { turn, ask_at: 0, paused: 0, is_given_up: false }));
        let (workers, pausing) = (Arc::clone(self), Arc::clone(&attempt));
        let searched = task.search(began, Some(Box::new(move || workers.give_way(&pausing))));
        let Attempt { turn, paused, is_given_up, .. } = *lock(&attempt);
        if is_given_up && searched.is_ok() {
            let now = Instant::now();
            return self.end(Class::Heavy, turn, task.may_begin(now).then_some(task), now);
        }
        let ended = task.end(searched, began + Duration::from_micros(paused as u64));
        self.end(Class::Heavy, turn, None, ended)
    }

    /// Ends the turn of a job, which may begin again. Wakes no thread for the jobs that get a turn then: the caller takes the next
    /// one itself.
    fn end(&self, class: Class, turn: Turn, again: Option<Box<dyn Task>>, now: Instant) -> MutexGuard<'_, State> {
        let mut state = lock(&self.state);
        state.turns[class as usize].end(turn, again.map(Waiting::New), self.at(now));
        self.give_turns(&mut state, class, now);
        state
    }

    /// Lets others run, if they wait and the turn of this attempt is over. Returns whether the attempt must end.
    fn give_way(&self, attempt: &Mutex<Attempt>) -> bool {
        if !self.is_contended.load(Ordering::Relaxed) {
            return false;
        }
        let (asked, mut attempt) = (Instant::now(), lock(attempt));
        let now = self.at(asked);
        if attempt.is_given_up || now < attempt.ask_at {
            return attempt.is_given_up;
        }
        attempt.ask_at = now + ASK_EVERY;
        let (resume, resumed) = mpsc::channel();
        let mut state = lock(&self.state);
        match state.turns[Class::Heavy as usize].give_way(attempt.turn, Waiting::Paused(resume), now) {
            Way::GoOn => {}
            Way::GiveUp => attempt.is_given_up = true,
            Way::Pause => {
                self.give_turns(&mut state, Class::Heavy, asked);
                wake_another(state);
                attempt.turn = resumed.recv().expect("each job that waits gets a turn");
                attempt.paused += self.at(Instant::now()) - now;
            }
        }
        attempt.is_given_up
    }

    /// Lets the threads end once they have run all queued jobs.
    pub(super) fn close(&self) {
        let mut state = lock(&self.state);
        state.closed = true;
        wake_another(state);
    }
}

/// The turns of jobs of this class. The last kind are those of batches.
pub(super) fn turns<J>(settings: &PoolSettings, class: Class) -> Turns<J> {
    let weights = [LIGHT.to_vec(), [settings.kinds, &[LINES]].concat()];
    Turns::new(&weights[class as usize], settings.at_once(class))
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No code that can panic runs under a lock.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The remaining jobs may need one more thread, which wakes the next in turn. So does a thread that ends.
fn wake_another(mut state: MutexGuard<'_, State>) {
    let is_needed = !state.wake_is_due && state.starting.len() > state.woken || is_done(&state);
    // Removed from the list, a thread is woken only once.
    let thread = if is_needed { state.idle.pop() } else { None };
    state.woken += usize::from(thread.is_some());
    drop(state);
    if let Some(thread) = thread {
        thread.unpark();
    }
}

/// Whether no job will start anymore.
fn is_done(state: &State) -> bool {
    state.closed && state.turns.iter().all(Turns::is_idle)
}
