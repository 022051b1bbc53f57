//! Accounts that share threads: the one that has used least is next.
//!
//! An account adds up the time of its jobs while anybody waits. One that was idle starts level with the least of the others, so
//! what happened long ago is neither debt nor credit. Nothing here reads a clock: the caller says what time it is.

use std::collections::VecDeque;

/// A time or a duration, in microseconds since the pool started.
pub(super) type Time = i64;

pub(super) const MILLISECOND: Time = 1000;

/// How many starts of jobs tell their pace at least: fewer may follow a short pause of all threads.
const PACE: usize = 32;

/// Jobs that share something, and the time that they have used while others waited.
struct Account<J> {
    /// In order.
    waiting: VecDeque<Waiting<J>>,
    /// For how much each microsecond counts.
    weight: i64,
    /// The ends of turns minus their starts, so that turns that still run need no update.
    used: i64,
    running: i64,
}

struct Waiting<J> {
    job: J,
    since: Time,
    /// The number of jobs that were in front of it at first.
    ahead: usize,
}

impl<J> Account<J> {
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.running == 0
    }

    fn at(&self, now: Time) -> i64 {
        self.used + self.running * self.weight * now
    }
}

/// Accounts that share threads.
pub(super) struct Turns<J> {
    accounts: Vec<Account<J>>,
    /// The number of free threads.
    free: usize,
    /// What an account that comes back owes the others at most.
    owed: i64,
}

impl<J> Turns<J> {
    /// An account for each of these weights, on this many threads.
    pub(super) fn new(weights: impl IntoIterator<Item = i64>, threads: usize, owed: Time) -> Self {
        let account = |weight| Account { waiting: VecDeque::new(), weight, used: 0, running: 0 };
        Self { accounts: weights.into_iter().map(account).collect(), free: threads, owed }
    }

    /// The number of free threads.
    pub(super) fn free(&self) -> usize {
        self.free
    }

    /// The number of jobs of an account that wait.
    pub(super) fn waiting(&self, number: usize) -> usize {
        self.accounts[number].waiting.len()
    }

    /// Whether any job waits.
    pub(super) fn is_contended(&self) -> bool {
        self.accounts.iter().any(|account| !account.waiting.is_empty())
    }

    /// How long a job of this account that joins now will wait, as the next one tells: while it waited, those that were in front
    /// of it were started.
    pub(super) fn wait(&self, number: usize, now: Time) -> Time {
        let waiting = &self.accounts[number].waiting;
        let number = |jobs: usize| jobs.cast_signed() as Time;
        waiting.front().map_or(0, |next| (now - next.since) * number(waiting.len()) / number(next.ahead.max(PACE)))
    }

    /// A job waits for a turn. If its account was idle, it may be ahead of the others by so much.
    pub(super) fn join(&mut self, number: usize, ahead: Time, job: J, now: Time) {
        if !self.is_contended() {
            // While nobody waited, nobody lost anything.
            self.accounts.iter_mut().for_each(|account| account.used = -account.running * account.weight * now);
        }
        if self.accounts[number].is_idle() {
            let busy = self.accounts.iter().filter(|other| !other.is_idle());
            let level = busy.map(|other| other.at(now)).min().unwrap_or(0);
            let account = &mut self.accounts[number];
            account.used = account.used.clamp(level - ahead, level + self.owed);
        }
        let waiting = &mut self.accounts[number].waiting;
        waiting.push_back(Waiting { job, since: now, ahead: waiting.len() });
    }

    /// The next job and its account, if a thread is free.
    pub(super) fn next(&mut self, now: Time) -> Option<(usize, J)> {
        if self.free == 0 {
            return None;
        }
        let waiting = (0..self.accounts.len()).filter(|&number| !self.accounts[number].waiting.is_empty());
        let number = waiting.min_by_key(|&number| self.accounts[number].at(now))?;
        let account = &mut self.accounts[number];
        let Waiting { job, .. } = account.waiting.pop_front()?;
        account.running += 1;
        account.used -= account.weight * now;
        self.free -= 1;
        Some((number, job))
    }

    /// The turn of a job of this account has ended.
    pub(super) fn end(&mut self, number: usize, now: Time) {
        let account = &mut self.accounts[number];
        account.running -= 1;
        account.used += account.weight * now;
        self.free += 1;
    }

    /// The turn of a job has ended, and it goes on when its account is next. This is not [`join`](Self::join), which would
    /// forget what the account has not used.
    pub(super) fn pause(&mut self, number: usize, job: J, now: Time) {
        self.end(number, now);
        self.accounts[number].waiting.push_front(Waiting { job, since: now, ahead: 0 });
    }

    /// Takes a job out of the queue of this account. Returns whether it was there.
    pub(super) fn remove(&mut self, number: usize, job: &J) -> bool
    where
        J: PartialEq,
    {
        let waiting = &mut self.accounts[number].waiting;
        waiting.iter().position(|other| other.job == *job).and_then(|index| waiting.remove(index)).is_some()
    }
}
