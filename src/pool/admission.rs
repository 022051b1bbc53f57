//! Admission: limits how many jobs wait, by their number and by how long the jobs before them take.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use super::decay::Pace;
use super::kind::Kind;
use super::outcome::PoolError;

/// In which order waiting jobs run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// First come, first served.
    Arrival,
    /// The kinds share the threads, so that no kind delays another by more than its own work. Each has a queue of its own.
    Shares,
}

/// The limits of a queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueueLimits {
    /// Maximum number of waiting jobs: of a kind, if the kinds share the threads.
    pub(super) depth: NonZeroUsize,
    /// Longest acceptable wait.
    pub(super) wait: Duration,
    /// The number of jobs that run at once.
    pub(super) threads: usize,
    /// The longest time for which one job keeps a thread while others wait, as far as the expected wait is concerned.
    pub(super) turn: Duration,
    /// The order.
    pub(super) order: Order,
}

/// How many jobs of each kind wait, and how long such jobs take.
#[derive(Debug)]
pub(super) struct Admission {
    limits: QueueLimits,
    kinds: [OfKind; Kind::COUNT],
    /// The number of waiting jobs, excluding those of batches.
    waiting: usize,
}

#[derive(Clone, Copy, Default, Debug)]
struct OfKind {
    waiting: usize,
    pace: Pace,
}

impl OfKind {
    /// The seconds of work that wait.
    #[expect(clippy::cast_precision_loss, reason = "few jobs wait")]
    fn work(&self, now: Instant) -> f64 {
        // Usually nothing waits, and the mean need not be computed.
        if self.waiting == 0 { 0.0 } else { self.waiting as f64 * self.pace.mean(now) }
    }
}

impl Admission {
    pub(super) fn new(limits: QueueLimits) -> Self {
        Self { limits, kinds: [OfKind::default(); Kind::COUNT], waiting: 0 }
    }

    /// Admits a job to the queue. This many threads are `idle`, and no job of its kind can start within the time `blocked`.
    ///
    /// # Errors
    /// The queue is full, or the job would probably wait too long: [`PoolError::Overloaded`].
    #[expect(clippy::cast_precision_loss, reason = "there are few threads")]
    pub(super) fn admit(&mut self, kind: Kind, idle: usize, blocked: Duration, now: Instant) -> Result<(), PoolError> {
        if blocked.is_zero() && self.waiting < idle.max(1) {
            self.join(kind);
            return Ok(());
        }
        let own = &self.kinds[kind.number];
        let (before, work) = match self.limits.order {
            Order::Arrival => (self.waiting, self.kinds.iter().map(|kind| kind.work(now)).sum()),
            Order::Shares => {
                let own_work = own.work(now);
                (own.waiting, self.kinds.iter().map(|kind| kind.work(now).min(own_work)).sum::<f64>())
            }
        };
        let wait = blocked.as_secs_f64() + work / self.limits.threads as f64;
        if before >= self.limits.depth.get() || wait > self.limits.wait.as_secs_f64() {
            return Err(PoolError::Overloaded);
        }
        self.join(kind);
        Ok(())
    }

    /// Counts a job that joins the queue and needs no admission.
    pub(super) fn join(&mut self, kind: Kind) {
        self.kinds[kind.number].waiting += 1;
        self.waiting += usize::from(kind != Kind::BULK);
    }

    /// Counts a job that leaves the queue, because it starts.
    pub(super) fn leave(&mut self, kind: Kind) {
        self.kinds[kind.number].waiting -= 1;
        self.waiting -= usize::from(kind != Kind::BULK);
    }

    /// Records how long a job ran.
    pub(super) fn ran(&mut self, kind: Kind, took: Duration, now: Instant) {
        self.kinds[kind.number].pace.add(took.min(self.limits.turn), now);
    }

    /// The number of waiting jobs, excluding those of batches.
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }
}

#[cfg(test)]
mod tests {
    use super::super::kind::Class;
    use super::*;

    const HINT: Kind = Kind::new(Class::Heavy, 1);
    const GENERATE: Kind = Kind::new(Class::Heavy, 2);
    const SECOND: Duration = Duration::from_secs(1);
    const MILLISECOND: Duration = Duration::from_millis(1);

    fn admission(order: Order) -> Admission {
        let turn = match order {
            Order::Arrival => SECOND,
            Order::Shares => 10 * MILLISECOND,
        };
        let depth = NonZeroUsize::new(100).expect("at least one");
        Admission::new(QueueLimits { depth, wait: SECOND / 2, threads: 1, turn, order })
    }

    /// The number of jobs admitted of a burst of 100 of this kind on busy threads. They leave again.
    fn burst(admission: &mut Admission, kind: Kind, now: Instant) -> usize {
        let admitted = (0..100).filter(|_| admission.admit(kind, 0, Duration::ZERO, now).is_ok()).count();
        (0..admitted).for_each(|_| admission.leave(kind));
        admitted
    }

    #[test]
    fn the_pace_limits_the_queue_and_is_forgotten_within_seconds() {
        let mut admission = admission(Order::Arrival);
        let mut now = Instant::now();
        assert_eq!(burst(&mut admission, HINT, now), 100, "nothing is known");
        for _ in 0..3 {
            now += 8 * SECOND;
            admission.ran(HINT, 8 * SECOND, now);
        }
        let admitted = burst(&mut admission, HINT, now);
        assert!((1..=3).contains(&admitted), "late jobs took long: {admitted}");
        assert!(burst(&mut admission, HINT, now + 2 * SECOND) > 2 * admitted);
        assert_eq!(burst(&mut admission, HINT, now + 20 * SECOND), 100);
    }

    #[test]
    fn one_slow_job_counts_as_a_turn_at_most() {
        let mut admission = admission(Order::Shares);
        let now = Instant::now();
        admission.ran(HINT, 10 * SECOND, now);
        assert!(burst(&mut admission, HINT, now) >= 50);
    }

    #[test]
    fn the_cost_of_one_kind_does_not_limit_another() {
        let mut admission = admission(Order::Shares);
        let now = Instant::now();
        for _ in 0..1000 {
            admission.ran(GENERATE, SECOND, now);
            admission.ran(HINT, MILLISECOND / 10, now);
        }
        assert!(burst(&mut admission, GENERATE, now) < 60);
        while admission.admit(GENERATE, 0, Duration::ZERO, now).is_ok() {}
        assert_eq!(burst(&mut admission, HINT, now), 100, "a full queue of one kind leaves the other open");
    }

    #[test]
    fn in_order_of_arrival_the_work_of_every_kind_counts() {
        let mut admission = admission(Order::Arrival);
        let now = Instant::now();
        for _ in 0..1000 {
            admission.ran(GENERATE, SECOND, now);
        }
        admission.admit(GENERATE, 0, Duration::ZERO, now).expect("the first");
        assert_eq!(burst(&mut admission, HINT, now), 0);
    }

    #[test]
    fn an_idle_thread_always_admits() {
        for order in [Order::Arrival, Order::Shares] {
            let mut admission = admission(order);
            let now = Instant::now();
            for _ in 0..1000 {
                admission.ran(HINT, 10 * SECOND, now);
            }
            for waiting in 0..200 {
                admission.admit(HINT, waiting + 1, Duration::ZERO, now).expect("a thread is idle");
            }
        }
    }

    #[test]
    fn running_work_that_keeps_a_kind_from_starting_counts() {
        let mut admission = admission(Order::Shares);
        let now = Instant::now();
        assert_eq!(admission.admit(HINT, 1, 2 * SECOND, now), Err(PoolError::Overloaded));
        assert_eq!(admission.admit(HINT, 0, SECOND / 4, now), Ok(()));
    }
}
