//! The pool: admission, order, deadlines, cancellation, panics and its end.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use sudoku_service::pool::{Done, Permit, Pool, PoolError, PoolSettings};

/// Longer than any test takes.
const LONG: Duration = Duration::from_mins(1);

fn pool(threads: usize, queue_depth: usize) -> Pool {
    let [threads, queue_depth] = [threads, queue_depth].map(|n| NonZeroUsize::new(n).expect("at least one"));
    Pool::start(PoolSettings { threads, queue_depth, longest_wait: LONG, lanes: threads }).expect("threads")
}

fn late() -> Instant {
    Instant::now() + LONG
}

/// A job that runs until it is let go.
struct Gate {
    release: mpsc::Sender<()>,
    running: tokio::task::JoinHandle<Result<Done<()>, PoolError>>,
}

impl Gate {
    /// Returns once a thread of the pool waits at the gate.
    async fn close(permit: Permit) -> Self {
        let (release, released) = mpsc::channel();
        let (started, is_started) = tokio::sync::oneshot::channel();
        let running = tokio::spawn(permit.run(late(), move |_| {
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

fn kind<T>(result: Result<Done<T>, PoolError>) -> Result<T, PoolError> {
    result.map(|done| done.value)
}

#[tokio::test]
async fn a_job_returns_its_value_and_what_it_took() {
    let pool = pool(2, 4);
    let done = pool.admit().expect("a place").run(late(), |_| 6 * 7).await.expect("a value");
    assert_eq!(done.value, 42);
    assert!(done.queued < LONG && done.ran < LONG);
    assert_eq!(pool.waiting(), 0);
}

#[tokio::test]
async fn a_full_queue_admits_nobody_until_a_place_is_given_back() {
    let pool = pool(1, 2);
    let gate = Gate::close(pool.admit().expect("a place")).await;
    let (first, second) = (pool.admit().expect("a place"), pool.admit().expect("another"));
    assert_eq!(pool.waiting(), 2);
    assert_eq!(pool.admit().err(), Some(PoolError::Overloaded));
    drop(first);
    let third = pool.admit().expect("the place that was given back");
    assert_eq!(pool.admit().err(), Some(PoolError::Overloaded));
    drop((second, third));
    assert_eq!(pool.waiting(), 0);
    gate.open().await;
}

#[tokio::test]
async fn a_job_gives_its_place_back_when_it_starts() {
    let pool = pool(1, 1);
    let gate = Gate::close(pool.admit().expect("a place")).await;
    let next = pool.admit().expect("the place of the job that runs");
    gate.open().await;
    assert_eq!(kind(next.run(late(), |_| "next").await), Ok("next"));
}

#[tokio::test]
async fn jobs_run_in_the_order_in_which_they_came() {
    let pool = pool(1, 16);
    let gate = Gate::close(pool.admit().expect("a place")).await;
    let (seen, order) = mpsc::channel();
    let mut waiting = tokio::task::JoinSet::new();
    for number in 0..10 {
        let seen = seen.clone();
        let mut run = Box::pin(pool.admit().expect("a place").run(late(), move |_| seen.send(number)));
        // A job is queued when its future is first polled.
        assert!(poll_once(&mut run).is_none());
        waiting.spawn(run);
    }
    gate.open().await;
    while waiting.join_next().await.is_some() {}
    assert_eq!(order.try_iter().collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
}

/// Polls a future once.
fn poll_once<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match std::pin::Pin::new(future).poll(&mut context) {
        std::task::Poll::Ready(output) => Some(output),
        std::task::Poll::Pending => None,
    }
}

#[tokio::test]
async fn at_its_deadline_a_running_job_is_cancelled_and_a_waiting_one_never_runs() {
    let pool = pool(1, 4);
    let (ended, end) = mpsc::channel();
    let soon = Instant::now() + Duration::from_millis(20);
    let running = pool.admit().expect("a place").run(soon, move |cancel| {
        while !cancel.is_cancelled() {
            std::thread::yield_now();
        }
        ended.send(()).expect("the test waits");
    });
    let has_run = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&has_run);
    let waiting = pool.admit().expect("a place").run(soon, move |_| flag.store(true, Ordering::SeqCst));
    let (running, waiting) = tokio::join!(running, waiting);
    assert_eq!((kind(running), kind(waiting)), (Err(PoolError::DeadlineExceeded), Err(PoolError::DeadlineExceeded)));
    end.recv_timeout(LONG).expect("the running job sees its flag");
    drop(pool);
    assert!(!has_run.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_job_that_nobody_waits_for_is_dropped_or_cancelled() {
    let pool = pool(1, 4);
    let (started, is_started) = tokio::sync::oneshot::channel();
    let (ended, end) = mpsc::channel();
    let running = tokio::spawn(pool.admit().expect("a place").run(late(), move |cancel| {
        started.send(()).expect("the test waits");
        while !cancel.is_cancelled() {
            std::thread::yield_now();
        }
        ended.send(()).expect("the test waits");
    }));
    is_started.await.expect("the job starts");
    let has_run = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&has_run);
    let mut waiting = Box::pin(pool.admit().expect("a place").run(late(), move |_| flag.store(true, Ordering::SeqCst)));
    assert!(poll_once(&mut waiting).is_none());
    drop(waiting);
    running.abort();
    assert!(running.await.is_err(), "the task was dropped");
    end.recv_timeout(LONG).expect("the running job sees its flag");
    drop(pool);
    assert!(!has_run.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_job_that_waited_too_long_is_overload() {
    let one = NonZeroUsize::MIN;
    let settings = PoolSettings { threads: one, queue_depth: one, longest_wait: Duration::ZERO, lanes: one };
    let pool = Pool::start(settings).expect("a thread");
    let has_run = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&has_run);
    let result = pool.admit().expect("a place").run(late(), move |_| flag.store(true, Ordering::SeqCst)).await;
    assert_eq!(kind(result), Err(PoolError::Overloaded));
    assert!(!has_run.load(Ordering::SeqCst));
    assert_eq!(pool.waiting(), 0);
}

/// A panic's payload whose own drop panics.
struct Nasty;

impl Drop for Nasty {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "the payload's drop");
    }
}

#[tokio::test]
async fn an_attempt_is_made_on_the_calling_thread_though_every_other_is_busy() {
    let pool = pool(1, 1);
    let gate = Gate::close(pool.admit().expect("a place")).await;
    let here = std::thread::current().id();
    let done = Pool::attempt(|| std::thread::current().id()).expect("no fault is asked for").expect("a value");
    assert_eq!((done.value, done.queued), (here, Duration::ZERO));
    let panicked = Pool::attempt(|| std::panic::panic_any(Nasty)).expect("no fault is asked for");
    assert_eq!(kind::<()>(panicked), Err(PoolError::Panicked));
    gate.open().await;
}

#[tokio::test]
async fn a_look_takes_no_place_and_is_in_vain_when_there_is_none() {
    let pool = pool(1, 1);
    assert_eq!((pool.look_for_place(), pool.look_for_place()), (Ok(()), Ok(())));
    let gate = Gate::close(pool.admit().expect("a place")).await;
    let waiting = pool.admit().expect("the place of the job that runs");
    assert_eq!(pool.look_for_place(), Err(PoolError::Overloaded));
    drop(waiting);
    assert_eq!(pool.look_for_place(), Ok(()));
    gate.open().await;
}

#[tokio::test]
async fn a_panic_is_the_error_of_its_job_and_the_thread_lives_on() {
    let pool = pool(1, 4);
    for round in 0..3 {
        let result: Result<Done<()>, _> = pool.admit().expect("a place").run(late(), |_| panic!("a defect")).await;
        assert_eq!(kind(result), Err(PoolError::Panicked), "{round}");
        let result: Result<Done<()>, _> =
            pool.admit().expect("a place").run(late(), |_| std::panic::panic_any(Nasty)).await;
        assert_eq!(kind(result), Err(PoolError::Panicked), "{round}");
        assert_eq!(kind(pool.admit().expect("a place").run(late(), move |_| round).await), Ok(round));
    }
}

#[tokio::test]
async fn as_many_jobs_run_at_once_as_there_are_threads() {
    let pool = pool(3, 8);
    let gates = [
        Gate::close(pool.admit().expect("a place")).await,
        Gate::close(pool.admit().expect("a place")).await,
        Gate::close(pool.admit().expect("a place")).await,
    ];
    let has_run = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&has_run);
    let mut fourth =
        Box::pin(pool.admit().expect("a place").run(late(), move |_| counter.fetch_add(1, Ordering::SeqCst)));
    assert!(poll_once(&mut fourth).is_none());
    assert_eq!((has_run.load(Ordering::SeqCst), pool.waiting()), (0, 1));
    for gate in gates {
        gate.open().await;
    }
    assert_eq!(kind(fourth.await), Ok(0));
}

#[tokio::test]
async fn a_pool_that_ends_finishes_what_is_queued() {
    let pool = pool(1, 8);
    let gate = Gate::close(pool.admit().expect("a place")).await;
    let mut queued: Vec<_> =
        (0..5).map(|number| Box::pin(pool.admit().expect("a place").run(late(), move |_| number))).collect();
    for run in &mut queued {
        assert!(poll_once(run).is_none());
    }
    let ending = tokio::task::spawn_blocking(move || drop(pool));
    gate.open().await;
    ending.await.expect("the pool ends");
    for (number, run) in queued.into_iter().enumerate() {
        assert_eq!(kind(run.await), Ok(number));
    }
}
