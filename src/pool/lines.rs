//! Which heavy job gets the next turn, and which one begins again later.
//!
//! Turns are short, so a short job never waits for the end of a long one. But equal turns for all would let long jobs of a kind
//! end together, or not at all within their limit. So those run one after the other:
//!
//! - Any job may have a first turn at any time; most need no other.
//! - Then it is the head of its kind, if there is none. The head takes turns with the heads of other kinds until it ends.
//! - If there is a head, it is the guest of its kind, if there is none. A guest's time counts threefold, and after a while it
//!   gives way to the kind's line.
//! - Any other job is given up and stands in the line of its kind, where the newest goes first: it has the most time left. There
//!   it begins again, as head. So a job is given up once at most, and only few searches have begun at any time.
//!
//! Time counts by the limit of the kind: a second of a kind with a limit of 2 s as much as five of one with 10 s. So all kinds
//! can end jobs that need about the same part of their limits. Like [`Turns`], this is plain data and reads no clock.

use std::collections::HashMap;

use super::turns::{MILLISECOND, Time, Turns};

/// How long a job runs before it lets others run. Most heavy jobs take less.
const TURN: Time = 10 * MILLISECOND;

/// What the first turns of all waiting jobs share, and the shortest one.
const ROUND: Time = 100 * MILLISECOND;
const SHORTEST: Time = 3 * MILLISECOND;

/// What a guest may use while others stand in line.
const TRIAL: Time = 100 * MILLISECOND;

/// How far a kind whose first job comes may be ahead of the others.
const AHEAD: Time = 5 * TURN;

/// What a kind that comes back owes the others at most: its limit times 100 ms.
const OWED: Time = 1000 * MILLISECOND;

/// Places for guests, and for heads beyond the first of each kind, unless more jobs run at once.
const SHARED: usize = 4;

/// How much more the time of a guest counts.
const GUEST_WEIGHT: i64 = 3;

/// What a job is among those of its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    Guest,
    Head,
}

use Stage::{First, Guest, Head};

/// A number that no other job has.
pub(super) type Id = u64;

/// A job that has not ended.
struct Run<D> {
    kind: usize,
    stage: Stage,
    /// When its turn began, unless it waits.
    since: Option<Time>,
    /// How long it ran before this turn.
    ran: Time,
    is_given_up: bool,
    details: D,
}

/// Each stage of each kind has an account.
fn account(kind: usize, stage: Stage) -> usize {
    3 * kind + stage as usize
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
    guests: usize,
}

impl OfKind {
    fn add(&mut self, stage: Stage, by: isize) {
        match stage {
            First => {}
            Guest => self.guests = self.guests.wrapping_add_signed(by),
            Head => self.heads = self.heads.wrapping_add_signed(by),
        }
    }
}

impl<D> Lines<D> {
    /// Lines for kinds with these limits, in seconds, of which this many jobs run at once. The last kind are the lines of
    /// batches.
    pub(super) fn new(limits: &[u32], at_once: usize) -> Self {
        let weights = limits.iter().flat_map(|&limit| [1, GUEST_WEIGHT, 1].map(|weight| weight * i64::from(limit)));
        let kinds = vec![OfKind::default(); limits.len()];
        Self { turns: Turns::new(weights, at_once, OWED), jobs: HashMap::new(), last: 0, kinds, at_once }
    }

    /// The greatest number of jobs that have begun and have not ended.
    pub(super) fn most_begun(kinds: usize, at_once: usize) -> usize {
        at_once + kinds + at_once.max(SHARED)
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
        self.turns.waiting(account(kind, First)) + self.kinds[kind].line.len()
    }

    /// The number of jobs that wait to begin, without the lines of batches.
    pub(super) fn all_waiting(&self) -> usize {
        (0..self.kinds.len() - 1).map(|kind| self.waiting(kind)).sum()
    }

    /// How long a job of this kind that joins now will wait for its first turn, as far as can be told.
    pub(super) fn wait(&self, kind: usize, now: Time) -> Time {
        self.turns.wait(account(kind, First), now)
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
        self.jobs.insert(self.last, Run { kind, stage: First, since: None, ran: 0, is_given_up: false, details });
        self.turns.join(account(kind, First), AHEAD, self.last, now);
        self.last
    }

    /// The job that gets a turn now, if any does. To be called until there is none, after every change.
    pub(super) fn next(&mut self, now: Time) -> Option<Id> {
        let (_, id) = self.turns.next(now)?;
        self.jobs.get_mut(&id)?.since = Some(now);
        Some(id)
    }

    fn sum(&self, count: impl Fn(&OfKind) -> usize) -> usize {
        self.kinds.iter().map(count).sum()
    }

    /// One of each kind; another while fewer jobs have places than may run at once.
    fn may_be_head(&self, kind: usize) -> bool {
        self.kinds[kind].heads == 0 || self.sum(|kind| kind.heads + kind.guests) < self.at_once
    }

    fn may_be_guest(&self, kind: usize) -> bool {
        let shared = self.sum(|kind| kind.heads.saturating_sub(1) + kind.guests);
        self.kinds[kind].guests == 0 && shared < self.at_once.max(SHARED)
    }

    /// What a running job does, which may now give way to others.
    pub(super) fn give_way(&mut self, id: Id, now: Time) -> Way {
        let Some(&Run { kind, stage, since, ran, .. }) = self.jobs.get(&id) else { return Way::GoOn };
        let turn = since.map_or(0, |since| now - since);
        let first = (ROUND / self.all_waiting().max(1).cast_signed() as Time).clamp(SHORTEST, TURN);
        if !self.is_contended() || turn < (if stage == First { first } else { TURN }) {
            return Way::GoOn;
        }
        let is_line_empty = self.kinds[kind].line.is_empty();
        let next = match stage {
            First | Guest if is_line_empty && self.may_be_head(kind) => Some(Head),
            First if self.may_be_guest(kind) => Some(Guest),
            Guest if is_line_empty || ran + turn < TRIAL => Some(Guest),
            Head => Some(Head),
            First | Guest => None,
        };
        let Some(run) = self.jobs.get_mut(&id) else { return Way::GoOn };
        let Some(next) = next else {
            run.is_given_up = true;
            return Way::GiveUp;
        };
        (run.stage, run.since, run.ran) = (next, None, ran + turn);
        if next == stage {
            self.turns.pause(account(kind, stage), id, now);
        } else {
            self.kinds[kind].add(stage, -1);
            self.kinds[kind].add(next, 1);
            self.turns.join(account(kind, next), 0, id, now);
            self.turns.end(account(kind, stage), now);
        }
        Way::Pause
    }

    /// A job that was given up stands in line, with these details.
    pub(super) fn begin_again(&mut self, id: Id, details: D, now: Time) {
        if let Some(run) = self.jobs.get_mut(&id) {
            let (kind, stage) = (run.kind, run.stage);
            *run = Run { kind, stage: First, since: None, ran: 0, is_given_up: false, details };
            self.kinds[kind].line.push(id);
            self.leave(kind, stage, now);
        }
    }

    /// A job has ended.
    pub(super) fn end(&mut self, id: Id, now: Time) {
        if let Some(run) = self.jobs.remove(&id) {
            self.leave(run.kind, run.stage, now);
        }
    }

    /// The turn of a job ends with its place. Heads of lines begin: the newest has the most time left.
    fn leave(&mut self, kind: usize, stage: Stage, now: Time) {
        self.turns.end(account(kind, stage), now);
        self.kinds[kind].add(stage, -1);
        for kind in 0..self.kinds.len() {
            while self.may_be_head(kind)
                && let Some(id) = self.kinds[kind].line.pop()
                && let Some(run) = self.jobs.get_mut(&id)
            {
                run.stage = Head;
                self.kinds[kind].heads += 1;
                self.turns.join(account(kind, Head), 0, id, now);
            }
        }
    }

    /// Removes a job that waits for its first turn, or stands in line, and returns its details.
    pub(super) fn withdraw(&mut self, id: Id) -> Option<D> {
        let &Run { kind, stage, .. } = self.jobs.get(&id)?;
        let line = &mut self.kinds[kind].line;
        if let Some(place) = line.iter().position(|other| *other == id) {
            line.remove(place);
        } else if stage != First || !self.turns.remove(account(kind, First), &id) {
            return None;
        }
        self.jobs.remove(&id).map(|run| run.details)
    }
}
