//! Which heavy job gets the next turn, and which one begins again later.
//!
//! Turns are short, so a short job never waits for the end of a long one. But equal turns for all would let long jobs of a kind
//! end together, or not at all within their limit. So those run one after the other:
//!
//! - Any job may have a first turn at any time; most need no other.
//! - Then it is the head of its kind, if there is none. The head takes turns with the heads of other kinds until it ends.
//! - Any other job is given up and stands in the line of its kind, where the newest goes first: it has the most time left. There
//!   it begins again, as head. So a job is given up once at most, and only few searches have begun at any time.
//!
//! Time counts by the limit of the kind: a second of a kind with a limit of 2 s as much as five of one with 10 s. So all kinds
//! can end jobs that need about the same part of their limits. Like [`Turns`], this is plain data and reads no clock.
//!
//! Rejected: a second job of each kind that goes on at a third of the pace. With one thread, 16 connections to four operations
//! then use 33 instead of 60 % of the time for answers, and 64 to hints of 0.1 to 0.9 s use 64 instead of 75 %. What it was good
//! for: beside an ordinary mix, a generated puzzle of 39 to 74 ms takes 1.1 instead of 5.5 s (99 of 100), when it meets a list of
//! 100 of its kind.

use std::collections::HashMap;

use super::turns::{MILLISECOND, Time, Turns};

/// How long a job runs before it lets others run. Most heavy jobs take less.
const TURN: Time = 10 * MILLISECOND;

/// What the first turns of all waiting jobs share, and the shortest one.
const ROUND: Time = 100 * MILLISECOND;
const SHORTEST: Time = 5 * MILLISECOND;

/// How far a kind whose first job comes may be ahead of the others.
const AHEAD: Time = 5 * TURN;

/// What a kind that comes back owes the others at most: its limit times 100 ms.
const OWED: Time = 1000 * MILLISECOND;

/// A number that no other job has.
pub(super) type Id = u64;

/// A job that has not ended.
struct Run<D> {
    kind: usize,
    is_head: bool,
    /// When its turn began, unless it waits.
    since: Option<Time>,
    /// How long it ran before this turn.
    ran: Time,
    is_given_up: bool,
    details: D,
}

/// The first turns of each kind have an account, and its heads.
fn account(kind: usize, is_head: bool) -> usize {
    2 * kind + usize::from(is_head)
}

/// What a job does that has been asked to let others run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    GoOn,
    /// It waits for its next turn.
    Pause,
    /// This attempt ends.
    GiveUp,
}

/// The heavy jobs, with details that do not matter here.
pub(super) struct Lines<D> {
    turns: Turns<Id>,
    jobs: HashMap<Id, Run<D>>,
    last: Id,
    kinds: Vec<OfKind>,
    at_once: usize,
}

#[derive(Clone, Default)]
struct OfKind {
    /// Jobs that begin again.
    line: Vec<Id>,
    heads: usize,
}

impl<D> Lines<D> {
    /// Lines for kinds with these limits, in seconds, of which this many jobs run at once. The last kind are the lines of
    /// batches.
    pub(super) fn new(limits: &[u32], at_once: usize) -> Self {
        let weights = limits.iter().flat_map(|&limit| [limit.into(); 2]);
        let kinds = vec![OfKind::default(); limits.len()];
        Self { turns: Turns::new(weights, at_once, OWED), jobs: HashMap::new(), last: 0, kinds, at_once }
    }

    /// The greatest number of jobs that have begun and have not ended.
    pub(super) fn most_begun(kinds: usize, at_once: usize) -> usize {
        // All heads of one kind and then one of each other, and first turns while those pause.
        at_once + (at_once + kinds - 1)
    }

    /// Whether any job waits for a turn.
    pub(super) fn is_contended(&self) -> bool {
        self.turns.is_contended()
    }

    /// Whether there is no job.
    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// The number of jobs of a kind that wait to begin.
    pub(super) fn waiting(&self, kind: usize) -> usize {
        self.turns.waiting(account(kind, false)) + self.kinds[kind].line.len()
    }

    /// The number of jobs that wait to begin, without the lines of batches.
    pub(super) fn all_waiting(&self) -> usize {
        (0..self.kinds.len() - 1).map(|kind| self.waiting(kind)).sum()
    }

    /// How long a job of this kind that joins now will wait for its first turn, as far as can be told.
    pub(super) fn wait(&self, kind: usize, now: Time) -> Time {
        self.turns.wait(account(kind, false), now)
    }

    /// The details of a job that has not ended.
    pub(super) fn details(&mut self, id: Id) -> Option<&mut D> {
        self.jobs.get_mut(&id).map(|run| &mut run.details)
    }

    /// How long the current attempt at a job has run.
    pub(super) fn ran(&self, id: Id, now: Time) -> Time {
        self.jobs.get(&id).map_or(0, |run| run.ran + run.since.map_or(0, |since| now - since))
    }

    /// Whether it is a job's turn.
    pub(super) fn has_turn(&self, id: Id) -> bool {
        self.jobs.get(&id).is_some_and(|run| run.since.is_some())
    }

    /// Whether the current attempt at a job has been given up.
    pub(super) fn is_given_up(&self, id: Id) -> bool {
        self.jobs.get(&id).is_some_and(|run| run.is_given_up)
    }

    /// A new job waits for its first turn.
    pub(super) fn submit(&mut self, kind: usize, details: D, now: Time) -> Id {
        self.last += 1;
        self.jobs.insert(self.last, Run { kind, is_head: false, since: None, ran: 0, is_given_up: false, details });
        self.turns.join(account(kind, false), AHEAD, self.last, now);
        self.last
    }

    /// The job that gets a turn now, if any does. To be called until there is none, after every change.
    pub(super) fn next(&mut self, now: Time) -> Option<Id> {
        let (_, id) = self.turns.next(now)?;
        self.jobs.get_mut(&id)?.since = Some(now);
        Some(id)
    }

    /// One of each kind; another while there are fewer than may run at once.
    fn may_be_head(&self, kind: usize) -> bool {
        self.kinds[kind].heads == 0 || self.kinds.iter().map(|kind| kind.heads).sum::<usize>() < self.at_once
    }

    /// What a running job does, which may now give way to others.
    pub(super) fn give_way(&mut self, id: Id, now: Time) -> Way {
        let Some(&Run { kind, is_head, since, ran, .. }) = self.jobs.get(&id) else { return Way::GoOn };
        let turn = since.map_or(0, |since| now - since);
        let first = (ROUND / self.all_waiting().max(1).cast_signed() as Time).clamp(SHORTEST, TURN);
        if !self.is_contended() || turn < (if is_head { TURN } else { first }) {
            return Way::GoOn;
        }
        let goes_on = is_head || self.may_be_head(kind);
        let Some(run) = self.jobs.get_mut(&id) else { return Way::GoOn };
        if !goes_on {
            run.is_given_up = true;
            return Way::GiveUp;
        }
        (run.is_head, run.since, run.ran) = (true, None, ran + turn);
        if is_head {
            self.turns.pause(account(kind, true), id, now);
        } else {
            self.kinds[kind].heads += 1;
            self.turns.join(account(kind, true), 0, id, now);
            self.turns.end(account(kind, false), now);
        }
        Way::Pause
    }

    /// A job that was given up stands in line, with these details.
    pub(super) fn begin_again(&mut self, id: Id, details: D, now: Time) {
        if let Some(run) = self.jobs.get_mut(&id) {
            let kind = run.kind;
            *run = Run { kind, is_head: false, since: None, ran: 0, is_given_up: false, details };
            self.kinds[kind].line.push(id);
            self.leave(kind, false, now);
        }
    }

    /// A job has ended.
    pub(super) fn end(&mut self, id: Id, now: Time) {
        if let Some(run) = self.jobs.remove(&id) {
            self.leave(run.kind, run.is_head, now);
        }
    }

    /// The turn of a job ends with its place. Heads of lines begin: the newest has the most time left.
    fn leave(&mut self, kind: usize, is_head: bool, now: Time) {
        self.turns.end(account(kind, is_head), now);
        self.kinds[kind].heads -= usize::from(is_head);
        for kind in 0..self.kinds.len() {
            while self.may_be_head(kind)
                && let Some(id) = self.kinds[kind].line.pop()
                && let Some(run) = self.jobs.get_mut(&id)
            {
                run.is_head = true;
                self.kinds[kind].heads += 1;
                self.turns.join(account(kind, true), 0, id, now);
            }
        }
    }

    /// Removes a job that waits for its first turn, or stands in line, and returns its details.
    pub(super) fn withdraw(&mut self, id: Id) -> Option<D> {
        let &Run { kind, is_head, .. } = self.jobs.get(&id)?;
        let line = &mut self.kinds[kind].line;
        if let Some(place) = line.iter().position(|other| *other == id) {
            line.remove(place);
        } else if is_head || !self.turns.remove(account(kind, false), &id) {
            return None;
        }
        self.jobs.remove(&id).map(|run| run.details)
    }
}
