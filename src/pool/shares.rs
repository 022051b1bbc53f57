//! Who gets the next turn on a thread for heavy jobs.
//!
//! Each kind has two accounts: one for the first turn of its jobs, one for their later turns. The account that has recently
//! used the threads least is served first, so under contention all accounts get equal shares. Short jobs need only
//! their first turn and never wait for the later turns of long ones, which get their share all the same.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::decay::Decaying;
use super::kind::Kind;

/// How long a job runs before it lets others run. Most heavy jobs take less.
pub(super) const TURN: Duration = Duration::from_millis(10);

/// Which turn of a job it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Round {
    /// The first.
    First,
    /// Any later one.
    Later,
}

/// What waits for a turn, by account.
#[derive(Debug)]
pub(super) struct Shares<T> {
    accounts: [[Account<T>; 2]; Kind::COUNT],
}

#[derive(Debug)]
struct Account<T> {
    waiting: VecDeque<T>,
    used: Decaying,
}

impl<T> Shares<T> {
    pub(super) fn new() -> Self {
        Self {
            accounts: [const { [const { Account { waiting: VecDeque::new(), used: Decaying::NONE } }; 2] };
                Kind::COUNT],
        }
    }

    /// Lets a job wait for a turn.
    pub(super) fn push(&mut self, kind: Kind, turn: Round, job: T) {
        self.accounts[kind.number][turn as usize].waiting.push_back(job);
    }

    /// Records the time that a turn took. While nobody waits, a turn does not end; then the time beyond a [`TURN`] counts as
    /// later turns, so that a long job does not delay the first turns of its kind.
    pub(super) fn used(&mut self, kind: Kind, round: Round, took: Duration, now: Instant) {
        let [first, later] = &mut self.accounts[kind.number];
        match round {
            Round::First => {
                first.used.add_span(took.min(TURN), now);
                later.used.add_span(took.saturating_sub(TURN), now);
            }
            Round::Later => later.used.add_span(took, now),
        }
    }

    /// The job that gets the next turn: the first one of the account that has used least. Jobs of kinds that may not start
    /// get no first turn.
    pub(super) fn next(&mut self, now: Instant, may_start: impl Fn(usize) -> bool) -> Option<T> {
        let waiting = self.waiting(may_start);
        let (kind, turn) = waiting.min_by(|&a, &b| self.recent(a, now).total_cmp(&self.recent(b, now)))?;
        self.accounts[kind][turn].waiting.pop_front()
    }

    /// Whether any job could get a turn.
    pub(super) fn any(&self, may_start: impl Fn(usize) -> bool) -> bool {
        self.waiting(may_start).next().is_some()
    }

    fn recent(&self, (kind, turn): (usize, usize), now: Instant) -> f64 {
        self.accounts[kind][turn].used.at(now)
    }

    /// The accounts with jobs that may get a turn.
    fn waiting(&self, may_start: impl Fn(usize) -> bool) -> impl Iterator<Item = (usize, usize)> {
        let all = (0..Kind::COUNT).flat_map(|kind| [(kind, Round::First), (kind, Round::Later)]);
        all.filter_map(move |(kind, turn)| {
            let may =
                !self.accounts[kind][turn as usize].waiting.is_empty() && (turn == Round::Later || may_start(kind));
            may.then_some((kind, turn as usize))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::kind::Class;
    use super::*;

    const HINT: Kind = Kind::new(Class::Heavy, 1);
    const RATE: Kind = Kind::new(Class::Heavy, 2);
    const GENERATE: Kind = Kind::new(Class::Heavy, 3);

    /// A simulated thread: jobs with the time that they still need.
    struct Thread {
        shares: Shares<Job>,
        now: Instant,
        started: Instant,
        ended: Vec<(&'static str, Duration)>,
    }

    struct Job {
        name: &'static str,
        kind: Kind,
        turn: Round,
        left: Duration,
    }

    impl Thread {
        fn new() -> Self {
            let now = Instant::now();
            Self { shares: Shares::new(), now, started: now, ended: Vec::new() }
        }

        fn arrive(&mut self, name: &'static str, kind: Kind, milliseconds: u64) {
            let left = Duration::from_millis(milliseconds);
            self.shares.push(kind, Round::First, Job { name, kind, turn: Round::First, left });
        }

        /// Serves turns until nothing waits, or for this long.
        fn run(&mut self, milliseconds: u64) {
            let end = self.now + Duration::from_millis(milliseconds);
            while self.now < end
                && let Some(mut job) = self.shares.next(self.now, |_| true)
            {
                let took = job.left.min(TURN);
                self.now += took;
                job.left -= took;
                self.shares.used(job.kind, job.turn, took, self.now);
                if job.left.is_zero() {
                    self.ended.push((job.name, self.now - self.started));
                } else {
                    job.turn = Round::Later;
                    self.shares.push(job.kind, Round::Later, job);
                }
            }
        }

        /// When the jobs of this name ended, in milliseconds.
        fn ends(&self, name: &str) -> Vec<u128> {
            self.ended.iter().filter(|(ended, _)| *ended == name).map(|(_, at)| at.as_millis()).collect()
        }
    }

    #[test]
    fn a_short_job_waits_for_one_turn_of_a_long_one() {
        let mut thread = Thread::new();
        thread.arrive("hundred puzzles", GENERATE, 8000);
        thread.run(1000);
        for (name, kind) in [("hint", HINT), ("rating", RATE), ("puzzle", GENERATE)] {
            thread.arrive(name, kind, 5);
        }
        thread.run(15);
        assert_eq!(
            (thread.ends("hint"), thread.ends("rating"), thread.ends("puzzle")),
            (vec![1005], vec![1010], vec![1015])
        );
    }

    #[test]
    fn long_jobs_get_their_share_beside_an_endless_stream_of_short_ones() {
        let mut thread = Thread::new();
        thread.arrive("puzzle", GENERATE, 1000);
        for _ in 0..600 {
            thread.arrive("hint", HINT, 5);
        }
        thread.run(10_000);
        let end = thread.ends("puzzle")[0];
        assert!((1500..=2100).contains(&end), "half of the thread: {end}");
        assert_eq!(thread.ends("hint").len(), 600);
    }

    #[test]
    fn the_kind_with_many_jobs_delays_only_itself() {
        let mut thread = Thread::new();
        for _ in 0..100 {
            thread.arrive("puzzle", GENERATE, 1000);
        }
        thread.run(3000);
        thread.arrive("hint", HINT, 5);
        thread.arrive("rating", RATE, 300);
        thread.run(2000);
        assert_eq!(thread.ends("hint"), [3005]);
        assert!(thread.ends("rating")[0] < 4000, "{:?}", thread.ends("rating"));
    }

    #[test]
    fn a_long_job_that_ran_alone_delays_no_first_turn_of_its_kind() {
        let mut thread = Thread::new();
        thread.now += Duration::from_secs(5);
        thread.shares.used(RATE, Round::First, Duration::from_secs(5), thread.now);
        thread.arrive("attack", RATE, 1000);
        thread.run(10);
        thread.arrive("rating", RATE, 5);
        thread.run(1000);
        assert_eq!(thread.ends("rating"), [5015]);
    }

    #[test]
    fn jobs_of_a_kind_that_may_not_start_keep_nobody_waiting() {
        let now = Instant::now();
        let mut shares = Shares::new();
        shares.push(GENERATE, Round::First, "puzzle");
        let may_start = |kind| kind != GENERATE.number;
        assert!(!shares.any(may_start));
        shares.push(HINT, Round::First, "hint");
        assert!(shares.any(may_start));
        assert_eq!((shares.next(now, may_start), shares.next(now, may_start)), (Some("hint"), None));
        shares.push(GENERATE, Round::Later, "begun");
        assert_eq!(shares.next(now, may_start), Some("begun"));
    }
}
