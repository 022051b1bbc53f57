//! Who is next: which job gets a turn, and which one begins again later.
//!
//! Kinds of jobs share threads, and the one that has used least is next. Its time adds up while anybody waits. A kind that was
//! idle starts level with the least of the others, so what happened long ago is neither debt nor credit. Nothing here reads a
//! clock: the caller says what time it is.
//!
//! Light jobs end within their turn. The turns of heavy jobs are short, so a short job never waits for the end of a long one. But
//! equal turns for all would let long jobs of a kind end together, or not at all within their limit. So those run one after the
//! other:
//!
//! - Any job may have a first turn at any time; most need no other.
//! - Then it is the head of its kind, if there is none. The head takes turns with the heads of other kinds until it ends.
//! - Any other job is given up and stands in the line of its kind, where the newest goes first: it has the most time left. There
//!   it begins again, as head. So a job is given up once at most, and only few searches have begun at any time.
//!
//! The time of heavy jobs counts by the limit of their kind: a second of a kind with a limit of 2 s as much as five of one with
//! 10 s. So all kinds can end jobs that need about the same part of their limits.
//!
//! Rejected: a second job of each kind that goes on at a third of the pace. With one thread, 16 connections to four operations
//! then use 33 instead of 60 % of the time for answers, and 64 to hints of 0.1 to 0.9 s use 64 instead of 75 %. What it was good
//! for: beside an ordinary mix, a generated puzzle of 39 to 74 ms takes 1.1 instead of 5.5 s (99 of 100), when it meets a list of
//! 100 of its kind.

use std::collections::VecDeque;

/// A time or a duration, in microseconds since the pool started.
pub(super) type Time = i64;

pub(super) const MILLISECOND: Time = 1000;

/// How many starts of jobs tell their pace at least: fewer may follow a short pause of all threads.
const PACE: Time = 32;

/// How long a heavy job runs before it lets others run. Most take less.
const TURN: Time = 10 * MILLISECOND;

/// What the first turns of all waiting jobs share, and the shortest one.
const ROUND: Time = 100 * MILLISECOND;
const SHORTEST: Time = 5 * MILLISECOND;

/// How far a kind whose first job comes may be ahead of the others, and what one that comes back owes them at most: with a weight
/// of 10, 5 and 100 ms of a thread.
const AHEAD: i64 = 5 * TURN;
const OWED: i64 = 100 * TURN;

/// Jobs that share something, and the time that they have used while others waited.
struct Account<J> {
    /// In order, with the times at which they joined and the numbers of jobs that were in front of them then.
    waiting: VecDeque<(J, Time, i64)>,
    /// For how much each microsecond counts.
    weight: i64,
    /// The ends of turns minus their starts, so that turns that still run need no update.
    used: i64,
    running: i64,
}

impl<J> Account<J> {
    fn jobs(&self) -> usize {
        self.waiting.len() + self.running as usize
    }

    fn at(&self, now: Time) -> i64 {
        self.used + self.running * self.weight * now
    }
}

/// The first turns of each kind have an account, and its heads.
fn account(kind: usize, is_head: bool) -> usize {
    2 * kind + usize::from(is_head)
}

/// The turn of a job that runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    kind: usize,
    is_head: bool,
    since: Time,
}

/// What a job does that has been asked to let others run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    GoOn,
    /// It waits for its next turn.
    Pause,
    /// This attempt ends, and the job begins again.
    GiveUp,
}

/// Kinds of jobs that share threads.
pub(super) struct Turns<J> {
    accounts: Vec<Account<J>>,
    /// The jobs of each kind that begin again.
    lines: Vec<Vec<J>>,
    at_once: usize,
}

impl<J> Turns<J> {
    /// Turns for kinds whose time counts for so much, of which this many jobs run at once. The last kind are the jobs of batches.
    pub(super) fn new(weights: &[u32], at_once: usize) -> Self {
        let account = |&weight: &u32| Account { waiting: VecDeque::new(), weight: weight.into(), used: 0, running: 0 };
        let accounts = weights.iter().flat_map(|weight| [account(weight), account(weight)]).collect();
        Self { accounts, lines: weights.iter().map(|_| Vec::new()).collect(), at_once }
    }

    /// The number of the kind of batches.
    pub(super) fn batches(&self) -> usize {
        self.lines.len() - 1
    }

    /// Whether any job waits for a turn.
    pub(super) fn is_contended(&self) -> bool {
        self.accounts.iter().any(|account| !account.waiting.is_empty())
    }

    /// Whether there is no job.
    pub(super) fn is_idle(&self) -> bool {
        // A line has a head.
        self.accounts.iter().all(|account| account.jobs() == 0)
    }

    /// The number of jobs of a kind that wait to begin.
    pub(super) fn waiting(&self, kind: usize) -> usize {
        self.accounts[account(kind, false)].waiting.len() + self.lines[kind].len()
    }

    /// The number of jobs that wait to begin, without those of batches.
    pub(super) fn all_waiting(&self) -> usize {
        (0..self.batches()).map(|kind| self.waiting(kind)).sum()
    }

    /// How long a job of this kind that joins now will wait for its first turn, as the next one tells: while it waited, those
    /// that were in front of it were started.
    pub(super) fn wait(&self, kind: usize, now: Time) -> Time {
        let waiting = &self.accounts[account(kind, false)].waiting;
        let number = waiting.len().cast_signed() as i64;
        waiting.front().map_or(0, |(_, since, ahead)| (now - since) * number / ahead.max(&PACE))
    }

    /// A new job waits for its first turn.
    pub(super) fn submit(&mut self, kind: usize, job: J, now: Time) {
        self.join(account(kind, false), AHEAD, job, now);
    }

    fn join(&mut self, number: usize, ahead: i64, job: J, now: Time) {
        if !self.is_contended() {
            // While nobody waited, nobody lost anything.
            self.accounts.iter_mut().for_each(|account| account.used -= account.at(now));
        }
        if self.accounts[number].jobs() == 0 {
            let busy = self.accounts.iter().filter(|other| other.jobs() > 0);
            let level = busy.map(|other| other.at(now)).min().unwrap_or(0);
            let account = &mut self.accounts[number];
            account.used = account.used.clamp(level - ahead, level + OWED);
        }
        let waiting = &mut self.accounts[number].waiting;
        waiting.push_back((job, now, waiting.len().cast_signed() as i64));
    }

    /// The job that gets a turn now, if any does. To be called until there is none, after every change.
    pub(super) fn next(&mut self, now: Time) -> Option<(Turn, J)> {
        let is_free = self.accounts.iter().map(|account| account.running as usize).sum::<usize>() < self.at_once;
        let waiting = (0..self.accounts.len()).filter(|&number| is_free && !self.accounts[number].waiting.is_empty());
        let number = waiting.min_by_key(|&number| self.accounts[number].at(now))?;
        let account = &mut self.accounts[number];
        let (job, ..) = account.waiting.pop_front()?;
        account.running += 1;
        account.used -= account.weight * now;
        Some((Turn { kind: number / 2, is_head: number % 2 == 1, since: now }, job))
    }

    /// One of each kind; another while there are fewer than may run at once.
    fn may_be_head(&self, kind: usize) -> bool {
        let heads = |kind| self.accounts[account(kind, true)].jobs();
        heads(kind) == 0 || (0..self.lines.len()).map(heads).sum::<usize>() < self.at_once
    }

    /// What a running job does, which may now give way to others. One that pauses waits as head.
    pub(super) fn give_way(&mut self, turn: Turn, job: J, now: Time) -> Way {
        let first = (ROUND / self.all_waiting().max(1).cast_signed() as Time).clamp(SHORTEST, TURN);
        if !self.is_contended() || now - turn.since < (if turn.is_head { TURN } else { first }) {
            return Way::GoOn;
        }
        let heads = account(turn.kind, true);
        if turn.is_head {
            // It stays in front of the other heads of its kind.
            self.accounts[heads].waiting.push_front((job, now, 0));
        } else if self.may_be_head(turn.kind) {
            self.join(heads, 0, job, now);
        } else {
            return Way::GiveUp;
        }
        self.stop(turn, now);
        Way::Pause
    }

    fn stop(&mut self, turn: Turn, now: Time) {
        let account = &mut self.accounts[account(turn.kind, turn.is_head)];
        account.running -= 1;
        account.used += account.weight * now;
    }

    /// A job has ended, or was given up and begins again. Heads of lines begin: the newest has the most time left.
    pub(super) fn end(&mut self, turn: Turn, again: Option<J>, now: Time) {
        self.lines[turn.kind].extend(again);
        self.stop(turn, now);
        for kind in 0..self.lines.len() {
            while self.may_be_head(kind)
                && let Some(job) = self.lines[kind].pop()
            {
                self.join(account(kind, true), 0, job, now);
            }
        }
    }

    /// Removes the jobs of this kind that wait for their first turn, or stand in line, and may not begin.
    pub(super) fn withdraw(&mut self, kind: usize, may_begin: impl Fn(&J) -> bool) -> Vec<J> {
        let waiting = &mut self.accounts[account(kind, false)].waiting;
        let (stay, gone) = waiting.drain(..).partition::<VecDeque<_>, _>(|(job, ..)| may_begin(job));
        *waiting = stay;
        let in_line = self.lines[kind].extract_if(.., |job| !may_begin(job));
        gone.into_iter().map(|(job, ..)| job).chain(in_line).collect()
    }
}
