//! The pool: admission, order, classes, deadlines, cancellation, panics and shutdown.
#![cfg(feature = "service")]

use std::num::NonZeroUsize;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use sudoku_service::pool::{Class, Done, Kind, Pool, PoolError, PoolSettings};
use sudoku_service::sudoku::solver::CancelFlag;

/// Longer than any test takes.
const LONG: Duration = Duration::from_mins(1);

fn pool(threads: usize, queue_depth: usize) -> Pool {
    let [threads, queue_depth] = [threads, queue_depth].map(|n| NonZeroUsize::new(n).expect("at least one"));
    Pool::start(PoolSettings { threads, queue_depth, longest_wait: LONG, lanes: threads }).expect("threads")
}

fn late() -> Instant {
    Instant::now() + LONG
}

/// Runs a light job with a late deadline.
fn run<T: Send + 'static>(
    pool: &Pool,
    job: impl FnOnce(&CancelFlag) -> T + Send + 'static,
) -> impl Future<Output = Result<Done<T>, PoolError>> + Send + 'static {
    pool.run(Class::Light, late(), job)
}

/// A job that runs until the gate is opened.
struct Gate {
    release: mpsc::Sender<()>,
    running: tokio::task::JoinHandle<Result<Done<()>, PoolError>>,
}

impl Gate {
    /// Returns once a thread of the pool is waiting at the gate.
    async fn close(pool: &Pool) -> Self {
        Self::close_to(pool, Class::Light).await
    }

    async fn close_to(pool: &Pool, class: Class) -> Self {
        let (release, released) = mpsc::channel();
        let (started, is_started) = tokio::sync::oneshot::channel();
        let running = tokio::spawn(pool.run(class, late(), move |_| {
            started.send(()).expect("the test waits");
            released.recv().expect("the gate is opened");
        }));
        is_started.await.expect("the job starts");
        Self { release, running }
    }

    async fn open(self) {
        self.release.send(()).expect("the job waits");
        self.running.await.expect("the task ends").expect("the job ends");
    }
}

/// Queues a job while all threads are busy.
fn queued<T: Send + 'static>(
    pool: &Pool,
    kind: impl Into<Kind> + 'static,
    job: impl FnOnce(&CancelFlag) -> T + Send + 'static,
) -> Pin<Box<impl Future<Output = Result<Done<T>, PoolError>> + Send + 'static>> {
    let mut run = Box::pin(pool.run(kind.into(), late(), job));
    assert!(poll_once(&mut run).is_none());
    run
}

/// Polls a future once.
fn poll_once<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
    let mut context = Context::from_waker(Waker::noop());
    match Pin::new(future).poll(&mut context) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

/// The value without its timing.
fn value<T>(result: Result<Done<T>, PoolError>) -> Result<T, PoolError> {
    result.map(|done| done.value)
}

#[tokio::test]
async fn a_job_returns_its_value_and_timing() {
    let pool = pool(2, 4);
    let done = run(&pool, |_| 6 * 7).await.expect("a value");
    assert_eq!(done.value, 42);
    assert!(done.timing.queued < LONG && done.timing.ran < LONG);
    assert_eq!(pool.waiting(), 0);
}

#[tokio::test]
async fn a_full_queue_admits_a_job_once_another_has_started() {
    for class in [Class::Light, Class::Heavy] {
        let pool = pool(1, 2);
        let gate = Gate::close_to(&pool, class).await;
        let (first, second) = (queued(&pool, class, |_| 1), queued(&pool, class, |_| 2));
        assert_eq!(pool.waiting(), 2);
        assert_eq!(value(pool.run(class, late(), |_| ()).await), Err(PoolError::Overloaded));
        gate.open().await;
        assert_eq!((value(first.await), value(second.await)), (Ok(1), Ok(2)));
        assert_eq!(pool.waiting(), 0);
        assert_eq!(value(pool.run(class, late(), |_| 3).await), Ok(3));
    }
}

#[tokio::test]
async fn an_unpolled_job_takes_no_queue_slot() {
    let pool = pool(1, 1);
    let gate = Gate::close(&pool).await;
    let unpolled = run(&pool, |_| ());
    assert_eq!(pool.waiting(), 0);
    let waiting = queued(&pool, Class::Light, |_| ());
    assert_eq!(value(unpolled.await), Err(PoolError::Overloaded));
    gate.open().await;
    assert_eq!(value(waiting.await), Ok(()));
}

#[tokio::test]
async fn jobs_run_in_order_of_arrival() {
    let pool = pool(1, 16);
    let gate = Gate::close(&pool).await;
    let (seen, order) = mpsc::channel();
    let mut waiting = tokio::task::JoinSet::new();
    for number in 0..10 {
        let seen = seen.clone();
        waiting.spawn(queued(&pool, Class::Light, move |_| seen.send(number)));
    }
    gate.open().await;
    while waiting.join_next().await.is_some() {}
    assert_eq!(order.try_iter().collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
}

#[tokio::test]
async fn at_the_deadline_a_running_job_is_cancelled_and_a_waiting_one_never_runs() {
    let pool = pool(1, 4);
    let (ended, end) = mpsc::channel();
    // Late enough that the first job starts before it, even on a busy machine.
    let soon = Instant::now() + Duration::from_secs(1);
    let running = pool.run(Class::Light, soon, move |cancel| {
        while !cancel.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        ended.send(()).expect("the test waits");
    });
    let has_run = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&has_run);
    let waiting = pool.run(Class::Light, soon, move |_| flag.store(true, Ordering::SeqCst));
    let (running, waiting) = tokio::join!(running, waiting);
    assert_eq!((value(running), value(waiting)), (Err(PoolError::DeadlineExceeded), Err(PoolError::DeadlineExceeded)));
    end.recv_timeout(LONG).expect("the running job sees its flag");
    drop(pool);
    assert!(!has_run.load(Ordering::SeqCst));
}

#[tokio::test]
async fn an_abandoned_job_is_dropped_or_cancelled() {
    let pool = pool(1, 4);
    let (started, is_started) = tokio::sync::oneshot::channel();
    let (ended, end) = mpsc::channel();
    let running = tokio::spawn(run(&pool, move |cancel| {
        started.send(()).expect("the test waits");
        while !cancel.is_cancelled() {
            std::thread::yield_now();
        }
        ended.send(()).expect("the test waits");
    }));
    is_started.await.expect("the job starts");
    let has_run = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&has_run);
    drop(queued(&pool, Class::Light, move |_| flag.store(true, Ordering::SeqCst)));
    running.abort();
    assert!(running.await.is_err(), "the task was dropped");
    end.recv_timeout(LONG).expect("the running job sees its flag");
    drop(pool);
    assert!(!has_run.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_job_that_waited_too_long_is_rejected_as_overload() {
    let one = NonZeroUsize::MIN;
    let settings = PoolSettings { threads: one, queue_depth: one, longest_wait: Duration::ZERO, lanes: one };
    let pool = Pool::start(settings).expect("a thread");
    let has_run = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&has_run);
    let result = run(&pool, move |_| flag.store(true, Ordering::SeqCst)).await;
    assert_eq!(value(result), Err(PoolError::Overloaded));
    assert!(!has_run.load(Ordering::SeqCst));
    assert_eq!(pool.waiting(), 0);
}

/// A panic payload that panics when dropped.
struct Nasty;

impl Drop for Nasty {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "the payload's drop");
    }
}

#[tokio::test]
async fn a_panic_fails_its_job_and_the_thread_survives() {
    let pool = pool(1, 4);
    for round in 0..3 {
        let result: Result<Done<()>, _> = run(&pool, |_| panic!("a defect")).await;
        assert_eq!(value(result), Err(PoolError::Panicked), "{round}");
        let result: Result<Done<()>, _> = run(&pool, |_| std::panic::panic_any(Nasty)).await;
        assert_eq!(value(result), Err(PoolError::Panicked), "{round}");
        assert_eq!(value(run(&pool, move |_| round).await), Ok(round));
    }
}

#[tokio::test]
async fn the_number_of_running_jobs_is_the_number_of_threads() {
    let pool = pool(3, 8);
    let gates = [Gate::close(&pool).await, Gate::close(&pool).await, Gate::close(&pool).await];
    let has_run = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&has_run);
    let fourth = queued(&pool, Class::Light, move |_| counter.fetch_add(1, Ordering::SeqCst));
    assert_eq!((has_run.load(Ordering::SeqCst), pool.waiting()), (0, 1));
    for gate in gates {
        gate.open().await;
    }
    assert_eq!(value(fourth.await), Ok(0));
}

#[tokio::test]
async fn dropping_a_pool_finishes_the_queued_jobs() {
    let pool = pool(1, 8);
    let gate = Gate::close(&pool).await;
    let waiting: Vec<_> = (0..5).map(|number| queued(&pool, Class::Light, move |_| number)).collect();
    let ending = tokio::task::spawn_blocking(move || drop(pool));
    gate.open().await;
    ending.await.expect("the pool ends");
    for (number, run) in waiting.into_iter().enumerate() {
        assert_eq!(value(run.await), Ok(number));
    }
}

#[tokio::test]
async fn light_jobs_never_wait_for_heavy_ones() {
    for threads in 1..=5 {
        let pool = pool(threads, 8);
        let at_once = (threads / 2).max(1);
        let mut heavy = Vec::new();
        for _ in 0..at_once {
            heavy.push(Gate::close_to(&pool, Class::Heavy).await);
        }
        let waiting = queued(&pool, Class::Heavy, |_| "heavy");
        // Every thread that may run heavy jobs is busy, and light jobs still run.
        let free = (threads - at_once).max(1);
        let mut light = Vec::new();
        for _ in 0..free {
            light.push(Gate::close(&pool).await);
        }
        assert_eq!(pool.waiting(), 1, "{threads} threads");
        for gate in light {
            gate.open().await;
        }
        assert_eq!((value(run(&pool, |_| "light").await), pool.waiting()), (Ok("light"), 1), "{threads} threads");
        for gate in heavy {
            gate.open().await;
        }
        assert_eq!(value(waiting.await), Ok("heavy"));
    }
}

#[tokio::test]
async fn a_full_queue_of_one_class_leaves_the_other_open() {
    for (full, open) in [(Class::Light, Class::Heavy), (Class::Heavy, Class::Light)] {
        let pool = pool(1, 1);
        let gate = Gate::close_to(&pool, full).await;
        let waiting = queued(&pool, full, |_| "waited");
        assert_eq!(value(pool.run(full, late(), |_| ()).await), Err(PoolError::Overloaded));
        assert_eq!(value(pool.run(open, late(), |_| "ran").await), Ok("ran"));
        gate.open().await;
        assert_eq!(value(waiting.await), Ok("waited"));
    }
}

/// Starts a heavy job that runs until the flag is raised, and looks at its cancel flag all the time, as searches do.
async fn search(
    pool: &Pool,
    kind: Kind,
    end: &Arc<AtomicBool>,
) -> tokio::task::JoinHandle<Result<Done<()>, PoolError>> {
    let (started, is_started) = tokio::sync::oneshot::channel();
    let end = Arc::clone(end);
    let running = tokio::spawn(pool.run(kind, late(), move |cancel| {
        started.send(()).expect("the test waits");
        while !cancel.is_cancelled() && !end.load(Ordering::SeqCst) {
            std::hint::spin_loop();
        }
    }));
    is_started.await.expect("the job starts");
    running
}

const LONG_KIND: Kind = Kind::new(Class::Heavy, 1);
const SHORT_KIND: Kind = Kind::new(Class::Heavy, 2);

#[tokio::test]
async fn a_long_heavy_job_pauses_for_short_ones_of_any_kind() {
    let pool = pool(2, 8);
    let end = Arc::new(AtomicBool::new(false));
    // The second one starts while the first one pauses.
    let long = [search(&pool, LONG_KIND, &end).await, search(&pool, LONG_KIND, &end).await];
    for kind in [LONG_KIND, SHORT_KIND] {
        assert_eq!(value(pool.run(kind, late(), |_| "short").await), Ok("short"));
    }
    end.store(true, Ordering::SeqCst);
    for long in long {
        assert_eq!(value(long.await.expect("the task ends")), Ok(()));
    }
}

#[tokio::test]
async fn a_paused_job_is_cancelled_at_its_deadline() {
    let pool = pool(1, 8);
    let end = Arc::new(AtomicBool::new(false));
    let long = search(&pool, LONG_KIND, &end).await;
    let (ended, is_ended) = mpsc::channel();
    let late = pool.run(SHORT_KIND, Instant::now() + Duration::from_millis(50), move |cancel| {
        while !cancel.is_cancelled() {
            std::hint::spin_loop();
        }
        ended.send(()).expect("the test waits");
    });
    assert_eq!(value(late.await), Err(PoolError::DeadlineExceeded));
    // It gets a turn beside the long job, and ends.
    is_ended.recv_timeout(LONG).expect("the job sees its flag");
    end.store(true, Ordering::SeqCst);
    long.await.expect("the task ends").expect("the job ends");
}

#[tokio::test]
async fn many_long_jobs_of_a_kind_let_other_kinds_start() {
    let pool = pool(2, 100);
    let end = Arc::new(AtomicBool::new(false));
    let mut long = tokio::task::JoinSet::new();
    for _ in 0..100 {
        let end = Arc::clone(&end);
        long.spawn(queued(&pool, LONG_KIND, move |cancel| {
            while !cancel.is_cancelled() && !end.load(Ordering::SeqCst) {
                std::hint::spin_loop();
            }
        }));
    }
    for number in 0..10 {
        assert_eq!(value(pool.run(SHORT_KIND, late(), move |_| number).await), Ok(number));
    }
    assert!(pool.waiting() > 50, "most of the long jobs have not started: {}", pool.waiting());
    end.store(true, Ordering::SeqCst);
    while let Some(ended) = long.join_next().await {
        assert_eq!(value(ended.expect("the task ends")), Ok(()));
    }
}

#[tokio::test]
async fn at_most_16_heavy_jobs_pause_and_another_begins_when_one_ends() {
    let pool = pool(1, 8);
    let end = Arc::new(AtomicBool::new(false));
    let turns: Arc<[AtomicUsize; 17]> = Arc::default();
    let mut begun = tokio::task::JoinSet::new();
    for number in 0..17 {
        let (started, is_started) = tokio::sync::oneshot::channel();
        let (end, turns) = (Arc::clone(&end), Arc::clone(&turns));
        // Four may begin of a kind.
        begun.spawn(pool.run(Kind::new(Class::Heavy, 1 + number / 4), late(), move |cancel| {
            started.send(()).expect("the test waits");
            while !cancel.is_cancelled() && !end.load(Ordering::SeqCst) {
                turns[number].fetch_add(1, Ordering::SeqCst);
            }
        }));
        is_started.await.expect("the job starts");
    }
    let has_ended = Arc::clone(&end);
    let mut last = queued(&pool, Kind::new(Class::Heavy, 6), move |_| has_ended.load(Ordering::SeqCst));
    // Whatever has had no turn comes before those that have had one.
    let before: Vec<usize> = turns.iter().map(|turn| turn.load(Ordering::SeqCst)).collect();
    while turns.iter().zip(&before).any(|(turn, before)| turn.load(Ordering::SeqCst) == *before) {
        tokio::task::yield_now().await;
    }
    let waits = poll_once(&mut last).is_none();
    end.store(true, Ordering::SeqCst);
    assert!(waits, "a seventeenth job pauses");
    assert_eq!(value(last.await), Ok(true));
    while let Some(ended) = begun.join_next().await {
        assert_eq!(value(ended.expect("the task ends")), Ok(()));
    }
}

#[tokio::test]
async fn slow_jobs_of_one_kind_do_not_keep_another_from_being_admitted() {
    const WAIT: Duration = Duration::from_millis(20);
    let [one, many] = [1, 100].map(|n| NonZeroUsize::new(n).expect("at least one"));
    let settings = PoolSettings { threads: one, queue_depth: many, longest_wait: WAIT, lanes: one };
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
async fn dropping_a_pool_finishes_the_paused_jobs() {
    let pool = pool(1, 8);
    let end = Arc::new(AtomicBool::new(false));
    let long = [search(&pool, LONG_KIND, &end).await, search(&pool, SHORT_KIND, &end).await];
    let ending = tokio::task::spawn_blocking(move || drop(pool));
    end.store(true, Ordering::SeqCst);
    ending.await.expect("the pool ends");
    for long in long {
        assert_eq!(value(long.await.expect("the task ends")), Ok(()));
    }
}

#[tokio::test]
async fn jobs_run_on_the_threads_of_the_pool() {
    let pool = pool(2, 8);
    for class in [Class::Light, Class::Heavy] {
        let done = pool.run(class, late(), |_| std::thread::current().name().map(str::to_owned)).await;
        let name = value(done).expect("a value").expect("the thread has a name");
        assert!(name.starts_with("solver-"), "{class:?} on {name}");
    }
}
