//! Heavy jobs: their turns, their kinds, and those that pause.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use sudoku_service::pool::{Done, Kind, Pool, PoolError, PoolSettings};
use sudoku_service::sudoku::solver::CancelFlag;

use crate::pool::{KINDS, LONG, NonZeroUsize, late, poll_once, pool, queued, run, value};
use crate::support::service::Busy;

#[tokio::test]
async fn light_jobs_never_wait_for_heavy_ones() {
    for threads in 1..=5 {
        let pool = pool(threads, 8);
        let at_once = (threads / 2).max(1);
        let mut heavy = Vec::new();
        for _ in 0..at_once {
            heavy.push(Busy::of(&pool, Kind::Heavy(0)).await);
        }
        let waiting = queued(&pool, Kind::Heavy(0), |_| "heavy");
        // Every thread that may run heavy jobs is busy, and light jobs still run.
        let free = (threads - at_once).max(1);
        let mut light = Vec::new();
        for _ in 0..free {
            light.push(Busy::start(&pool).await);
        }
        assert_eq!(pool.waiting(), 1, "{threads} threads");
        drop(light);
        assert_eq!((value(run(&pool, |_| "light").await), pool.waiting()), (Ok("light"), 1), "{threads} threads");
        drop(heavy);
        assert_eq!(value(waiting.await), Ok("heavy"));
    }
}

const LONG_KIND: Kind = Kind::Heavy(1);
const SHORT_KIND: Kind = Kind::Heavy(2);

type Running = tokio::task::JoinHandle<Result<Done<usize>, PoolError>>;

/// Long searches of one test. They look at their flags all the time, as searches do.
#[derive(Clone, Default)]
struct Long {
    may_end: Arc<AtomicBool>,
    /// How many attempts have begun.
    begun: Arc<AtomicUsize>,
}

impl Long {
    /// Starts a job that ends once it may. Returns how many attempts at it have begun.
    fn start(&self, pool: &Pool, kind: Kind, deadline: Instant) -> Running {
        let Self { may_end, begun } = self.clone();
        let search = move |attempts: &mut usize, cancel: &CancelFlag| {
            begun.fetch_add(1, Ordering::SeqCst);
            *attempts += 1;
            while !cancel.is_cancelled() && !may_end.load(Ordering::SeqCst) {
                std::hint::spin_loop();
            }
        };
        tokio::spawn(pool.search(kind, deadline, 0, search, |attempts, _| attempts))
    }

    /// Returns once this many attempts have begun.
    async fn begun(&self, number: usize) {
        while self.begun.load(Ordering::SeqCst) < number {
            tokio::task::yield_now().await;
        }
    }

    fn may_end(&self) {
        self.may_end.store(true, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn a_long_heavy_job_pauses_for_short_ones_of_any_kind() {
    let (pool, long) = (pool(2, 8), Long::default());
    // The second one starts while the first one pauses.
    let running = [long.start(&pool, LONG_KIND, late()), long.start(&pool, LONG_KIND, late())];
    long.begun(2).await;
    for kind in [LONG_KIND, SHORT_KIND] {
        assert_eq!(value(pool.run(kind, late(), |_| "short").await), Ok("short"));
    }
    long.may_end();
    for running in running {
        running.await.expect("the task ends").expect("the job ends");
    }
}

#[tokio::test]
async fn a_job_that_was_given_up_begins_again_once_the_others_of_its_kind_have_ended() {
    let (pool, long) = (pool(2, 8), Long::default());
    // The first becomes the head of its kind, and the second is given up.
    let mut running = Vec::new();
    for number in 1..=2 {
        running.push(long.start(&pool, LONG_KIND, late()));
        long.begun(number).await;
    }
    while pool.waiting() == 0 {
        tokio::task::yield_now().await;
    }
    long.may_end();
    let mut attempts = Vec::new();
    for running in running {
        attempts.push(value(running.await.expect("the task ends")).expect("the job ends"));
    }
    assert_eq!(attempts, [1, 2]);
}

#[tokio::test]
async fn a_job_in_line_is_refused_after_two_thirds_of_its_limit() {
    let (pool, long) = (pool(2, 8), Long::default());
    let _first = [long.start(&pool, LONG_KIND, late()), long.start(&pool, LONG_KIND, late())];
    long.begun(2).await;
    let third = long.start(&pool, LONG_KIND, Instant::now() + Duration::from_secs(1));
    assert_eq!(value(third.await.expect("the task ends")), Err(PoolError::Overloaded));
    long.may_end();
}

#[tokio::test]
async fn a_first_turn_that_ends_after_two_thirds_of_the_limit_is_the_last() {
    let (pool, long, limit) = (pool(2, 8), Long::default(), Duration::from_millis(1500));
    let _first = [long.start(&pool, LONG_KIND, late()), long.start(&pool, LONG_KIND, late())];
    long.begun(2).await;
    let two_thirds = Instant::now() + limit * 2 / 3;
    // It looks at its flag only then.
    let search = move |(): &mut (), cancel: &CancelFlag| while Instant::now() < two_thirds || !cancel.is_cancelled() {};
    let third = pool.search(LONG_KIND, Instant::now() + limit, (), search, |(), _| ());
    assert_eq!(value(third.await), Err(PoolError::Overloaded));
    long.may_end();
}

#[tokio::test]
async fn a_job_is_cancelled_at_its_deadline_although_it_pauses() {
    let (pool, long) = (pool(1, 8), Long::default());
    let _long = long.start(&pool, LONG_KIND, late());
    long.begun(1).await;
    let (ended, is_ended) = mpsc::channel();
    let search = |(): &mut (), cancel: &CancelFlag| while !cancel.is_cancelled() {};
    let write = move |(), _: &CancelFlag| ended.send(()).expect("the test waits");
    let late = pool.search(SHORT_KIND, Instant::now() + Duration::from_secs(1), (), search, write);
    assert_eq!(value(late.await), Err(PoolError::DeadlineExceeded));
    is_ended.recv_timeout(LONG).expect("the job sees its flag");
    long.may_end();
}

#[tokio::test]
async fn a_client_may_leave_while_its_job_runs_pauses_or_stands_in_line() {
    let (pool, long) = (pool(1, 16), Long::default());
    let running: Vec<_> = (0..5).map(|_| long.start(&pool, LONG_KIND, late())).collect();
    let other = long.start(&pool, SHORT_KIND, late());
    long.begun(6).await;
    running.iter().for_each(Running::abort);
    // Once they have left, the other one runs alone.
    while pool.waiting() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(value(pool.run(LONG_KIND, late(), |_| "next").await), Ok("next"));
    long.may_end();
    assert_eq!(value(other.await.expect("the task ends")), Ok(1));
}

#[tokio::test]
async fn a_panic_of_a_search_fails_only_its_job() {
    let (pool, long) = (pool(1, 8), Long::default());
    let running = long.start(&pool, LONG_KIND, late());
    let panics = pool.search(LONG_KIND, late(), (), |(), _| panic!("a defect"), |(), _| ());
    assert_eq!(value(panics.await), Err(PoolError::Panicked));
    long.may_end();
    assert_eq!(value(running.await.expect("the task ends")), Ok(1));
}

#[tokio::test]
async fn slow_jobs_of_one_kind_do_not_keep_another_from_being_admitted() {
    const WAIT: Duration = Duration::from_millis(20);
    let [one, many] = [1, 100].map(|n| NonZeroUsize::new(n).expect("at least one"));
    let settings = PoolSettings { threads: one, queue_depth: many, longest_wait: WAIT, lanes: one, kinds: &KINDS };
    let pool = Pool::start(settings).expect("threads");
    for _ in 0..3 {
        // A busy machine may start it too late.
        let _ = pool.run(LONG_KIND, late(), |_| std::thread::sleep(5 * WAIT)).await;
    }
    let mut short = Vec::new();
    for number in 0..5 {
        short.push(Box::pin(pool.run(SHORT_KIND, late(), |_| ())));
        assert_ne!(poll_once(&mut short[number]).map(value), Some(Err(PoolError::Overloaded)), "{number}");
    }
}

#[tokio::test]
async fn dropping_a_pool_finishes_the_paused_jobs_and_those_in_line() {
    let (pool, long) = (pool(1, 8), Long::default());
    let running: Vec<_> =
        [LONG_KIND, SHORT_KIND, LONG_KIND, LONG_KIND].map(|kind| long.start(&pool, kind, late())).into();
    long.begun(4).await;
    let ending = tokio::task::spawn_blocking(move || drop(pool));
    long.may_end();
    ending.await.expect("the pool ends");
    for running in running {
        running.await.expect("the task ends").expect("the job ends");
    }
}
