//! The threads, the queue that they take jobs from, and when a sleeping thread is woken.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread, ThreadId};

/// What a thread of the pool runs.
pub(super) trait Job: Send {
    /// Runs the job to its end. It must not panic.
    fn run(self: Box<Self>);
}

impl<F: FnOnce() + Send> Job for F {
    fn run(self: Box<Self>) {
        self();
    }
}

/// The queue in which a job waits. A thread takes jobs in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Light,
    Heavy,
    /// Heavy jobs of batches. They come before the light ones, which have threads of their own.
    HeavyBulk,
    /// Light jobs of batches.
    LightBulk,
}

impl Line {
    const ALL: [Self; 4] = [Self::Light, Self::Heavy, Self::HeavyBulk, Self::LightBulk];
}

/// Which jobs a thread takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Role {
    pub(super) light: bool,
    pub(super) heavy: bool,
}

impl Role {
    fn takes(self, line: Line) -> bool {
        match line {
            Line::Light | Line::LightBulk => self.light,
            Line::Heavy | Line::HeavyBulk => self.heavy,
        }
    }
}

/// The waiting jobs and the idle threads.
pub(super) struct Jobs(Mutex<State>);

struct State {
    /// A queue for each line. The queues of light and heavy jobs are bounded by admission, that of batches by the
    /// number of lanes.
    lines: [VecDeque<Box<dyn Job>>; Line::ALL.len()],
    /// The threads that are asleep or about to sleep. The most recent, whose caches are the warmest, is last.
    idle: Vec<Idle>,
    /// Whether a caller has promised to call [`Jobs::wake`] soon.
    wake_is_due: bool,
    closed: bool,
}

struct Idle {
    thread: Thread,
    role: Role,
}

impl Jobs {
    pub(super) fn new() -> Self {
        Self(Mutex::new(State {
            lines: [const { VecDeque::new() }; Line::ALL.len()],
            idle: Vec::new(),
            wake_is_due: false,
            closed: false,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job, and wakes a sleeping thread that takes such jobs, if there is one.
    pub(super) fn push(&self, line: Line, job: Box<dyn Job>) {
        let mut state = self.lock();
        state.lines[line as usize].push_back(job);
        let thread = state.sleeper();
        drop(state);
        unpark(thread);
    }

    /// Queues a job without waking a thread. If this returns `true`, the caller must call [`wake`](Self::wake) soon:
    /// otherwise no thread may notice the job.
    #[must_use]
    pub(super) fn push_quietly(&self, line: Line, job: Box<dyn Job>) -> bool {
        let mut state = self.lock();
        state.lines[line as usize].push_back(job);
        // A thread that is awake looks at the queue again before it sleeps.
        let first = !state.wake_is_due && state.idle.iter().any(|idle| idle.role.takes(line));
        state.wake_is_due |= first;
        first
    }

    /// Wakes a thread if there is work for it.
    pub(super) fn wake(&self) {
        let mut state = self.lock();
        state.wake_is_due = false;
        let thread = state.sleeper();
        drop(state);
        unpark(thread);
    }

    /// Runs the waiting light jobs on the thread of a job that gives way to them.
    pub(super) fn run_light(&self) {
        loop {
            let Some(job) = self.lock().lines[Line::Light as usize].pop_front() else { return };
            job.run();
        }
    }

    /// Runs jobs until the queue is closed and empty.
    pub(super) fn work(&self, role: Role) {
        let this = thread::current();
        loop {
            let mut state = self.lock();
            if let Some(job) = state.next(role) {
                // The remaining jobs may need one more thread, which wakes the next in turn.
                let thread = if state.wake_is_due { None } else { state.sleeper() };
                drop(state);
                unpark(thread);
                job.run();
            } else if state.closed {
                return;
            } else {
                state.idle.push(Idle { thread: this.clone(), role });
                drop(state);
                thread::park();
                self.lock().awake(this.id());
            }
        }
    }

    /// Lets the threads end once they have run all queued jobs.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        let idle = std::mem::take(&mut state.idle);
        drop(state);
        for idle in idle {
            idle.thread.unpark();
        }
    }
}

fn unpark(thread: Option<Thread>) {
    if let Some(thread) = thread {
        thread.unpark();
    }
}

impl State {
    /// The next job for a thread of this role.
    fn next(&mut self, role: Role) -> Option<Box<dyn Job>> {
        Line::ALL.into_iter().filter(|&line| role.takes(line)).find_map(|line| self.lines[line as usize].pop_front())
    }

    /// A sleeping thread that takes one of the waiting jobs. It is removed from the list, so that it is woken only
    /// once.
    fn sleeper(&mut self) -> Option<Thread> {
        let waiting = Line::ALL.map(|line| (line, !self.lines[line as usize].is_empty()));
        let has_work = |idle: &Idle| waiting.iter().any(|&(line, waits)| waits && idle.role.takes(line));
        let index = self.idle.iter().rposition(has_work)?;
        Some(self.idle.remove(index).thread)
    }

    /// Removes a thread that woke up by itself from the list.
    fn awake(&mut self, thread: ThreadId) {
        self.idle.retain(|idle| idle.thread.id() != thread);
    }
}

impl fmt::Debug for Jobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jobs").finish_non_exhaustive()
    }
}
