//! The pool: admission, order, classes, deadlines, cancellation, panics and shutdown.

mod heavy;
mod lane;

use std::num::NonZeroUsize;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use sudoku_service::pool::{Done, Kind, Pool, PoolError, PoolSettings};
use sudoku_service::sudoku::solver::CancelFlag;

use crate::support::service::{Busy, LONG};

/// The limits of the kinds, in seconds.
const KINDS: [u32; 10] = [10; 10];

fn pool(threads: usize, queue_depth: usize) -> Pool {
    pool_of(threads, queue_depth, 1)
}

fn pool_of(threads: usize, queue_depth: usize, lanes: usize) -> Pool {
    let number = |number| NonZeroUsize::new(number).expect("at least one");
    let [threads, queue_depth, lanes] = [threads, queue_depth, lanes].map(number);
    Pool::start(PoolSettings { threads, queue_depth, longest_wait: LONG, lanes, kinds: &KINDS }).expect("threads")
}

fn late() -> Instant {
    Instant::now() + LONG
}

/// Runs a light job with a late deadline.
fn run<T: Send + 'static>(
    pool: &Pool,
    job: impl FnOnce(&CancelFlag) -> T + Send + 'static,
) -> impl Future<Output = Result<Done<T>, PoolError>> + Send + 'static {
    pool.run(Kind::Light, late(), job)
}

/// Queues a job while all threads are busy.
fn queued<T: Send + 'static>(
    pool: &Pool,
    kind: Kind,
    job: impl FnOnce(&CancelFlag) -> T + Send + 'static,
) -> Pin<Box<impl Future<Output = Result<Done<T>, PoolError>> + Send + 'static>> {
    let mut run = Box::pin(pool.run(kind, late(), job));
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
async fn a_job_returns_its_value_and_timing_from_a_thread_of_the_pool() {
    for class in [Kind::Light, Kind::Heavy(0)] {
        let pool = pool(2, 4);
        let name = pool.run(class, late(), |_| std::thread::current().name().map(str::to_owned));
        let Done { value, timing } = name.await.expect("a value");
        assert!(value.as_ref().is_some_and(|name| name.starts_with("solver-")), "{class:?} on {value:?}");
        assert!(timing.queued < LONG && timing.ran < LONG);
        assert_eq!(pool.waiting(), 0);
    }
}

#[tokio::test]
async fn a_full_queue_admits_a_job_of_its_class_once_another_has_started() {
    for (class, other) in [(Kind::Light, Kind::Heavy(0)), (Kind::Heavy(0), Kind::Light)] {
        let pool = pool(1, 2);
        let gate = Busy::of(&pool, class).await;
        let (first, second) = (queued(&pool, class, |_| 1), queued(&pool, class, |_| 2));
        assert_eq!(pool.waiting(), 2);
        assert_eq!(value(pool.run(class, late(), |_| ()).await), Err(PoolError::Overloaded));
        assert_eq!(value(pool.run(other, late(), |_| 4).await), Ok(4), "the other class has a queue of its own");
        drop(gate);
        assert_eq!((value(first.await), value(second.await)), (Ok(1), Ok(2)));
        assert_eq!(pool.waiting(), 0);
        assert_eq!(value(pool.run(class, late(), |_| 3).await), Ok(3));
    }
}

#[tokio::test]
async fn an_unpolled_job_takes_no_queue_slot() {
    let pool = pool(1, 1);
    let gate = Busy::start(&pool).await;
    let unpolled = run(&pool, |_| ());
    assert_eq!(pool.waiting(), 0);
    let waiting = queued(&pool, Kind::Light, |_| ());
    assert_eq!(value(unpolled.await), Err(PoolError::Overloaded));
    drop(gate);
    assert_eq!(value(waiting.await), Ok(()));
}

#[tokio::test]
async fn jobs_run_in_order_of_arrival() {
    let pool = pool(1, 16);
    let gate = Busy::start(&pool).await;
    let (seen, order) = mpsc::channel();
    let mut waiting = tokio::task::JoinSet::new();
    for number in 0..10 {
        let seen = seen.clone();
        waiting.spawn(queued(&pool, Kind::Light, move |_| seen.send(number)));
    }
    drop(gate);
    while waiting.join_next().await.is_some() {}
    assert_eq!(order.try_iter().collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
}

#[tokio::test]
async fn at_the_deadline_a_running_job_is_cancelled_and_a_waiting_one_never_runs() {
    let pool = pool(1, 4);
    let (ended, end) = mpsc::channel();
    // Late enough that the first job starts before it, even on a busy machine.
    let soon = Instant::now() + Duration::from_secs(1);
    let running = pool.run(Kind::Light, soon, move |cancel| {
        while !cancel.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        ended.send(()).expect("the test waits");
    });
    let has_run = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&has_run);
    let waiting = pool.run(Kind::Light, soon, move |_| flag.store(true, Ordering::SeqCst));
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
    drop(queued(&pool, Kind::Light, move |_| flag.store(true, Ordering::SeqCst)));
    running.abort();
    assert!(running.await.is_err(), "the task was dropped");
    end.recv_timeout(LONG).expect("the running job sees its flag");
    drop(pool);
    assert!(!has_run.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_job_that_waited_too_long_is_rejected_as_overload() {
    let one = NonZeroUsize::MIN;
    let settings =
        PoolSettings { threads: one, queue_depth: one, longest_wait: Duration::ZERO, lanes: one, kinds: &KINDS };
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
    let gates = [Busy::start(&pool).await, Busy::start(&pool).await, Busy::start(&pool).await];
    let has_run = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&has_run);
    let fourth = queued(&pool, Kind::Light, move |_| counter.fetch_add(1, Ordering::SeqCst));
    assert_eq!((has_run.load(Ordering::SeqCst), pool.waiting()), (0, 1));
    drop(gates);
    assert_eq!(value(fourth.await), Ok(0));
}

#[tokio::test]
async fn dropping_a_pool_finishes_the_queued_jobs() {
    let pool = pool(1, 8);
    let gate = Busy::start(&pool).await;
    let waiting: Vec<_> = (0..5).map(|number| queued(&pool, Kind::Light, move |_| number)).collect();
    let ending = tokio::task::spawn_blocking(move || drop(pool));
    drop(gate);
    ending.await.expect("the pool ends");
    for (number, run) in waiting.into_iter().enumerate() {
        assert_eq!(value(run.await), Ok(number));
    }
}
