//! Heavy jobs: their turns, their kinds, and those that pause.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use sudoku_service::pool::{Class, Done, Kind, Pool, PoolError, PoolSettings};

use crate::{Gate, LONG, NonZeroUsize, late, poll_once, pool, queued, run, value};

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
async fn search(pool: &Pool, kind: Kind, end: &Arc<AtomicBool>) -> Running {
    counted(pool, kind, end, &Arc::default()).await
}

type Running = tokio::task::JoinHandle<Result<Done<()>, PoolError>>;

/// The same, and counts how often it has looked.
async fn counted(pool: &Pool, kind: Kind, end: &Arc<AtomicBool>, looks: &Arc<AtomicUsize>) -> Running {
    let (started, is_started) = tokio::sync::oneshot::channel();
    let (end, looks) = (Arc::clone(end), Arc::clone(looks));
    let running = tokio::spawn(pool.run(kind, late(), move |cancel| {
        started.send(()).expect("the test waits");
        while !cancel.is_cancelled() && !end.load(Ordering::SeqCst) {
            looks.fetch_add(1, Ordering::SeqCst);
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
    let looks: [Arc<AtomicUsize>; 17] = Default::default();
    let mut begun = Vec::new();
    for (number, looks) in looks.iter().enumerate() {
        // Four may begin of a kind.
        begun.push(counted(&pool, Kind::new(Class::Heavy, 1 + number / 4), &end, looks).await);
    }
    let has_ended = Arc::clone(&end);
    let mut last = queued(&pool, Kind::new(Class::Heavy, 6), move |_| has_ended.load(Ordering::SeqCst));
    // Whatever has had no turn comes before those that have had one.
    let count = || looks.iter().map(|looks| looks.load(Ordering::SeqCst)).collect::<Vec<usize>>();
    let before = count();
    while count().iter().zip(&before).any(|(now, before)| now == before) {
        tokio::task::yield_now().await;
    }
    let waits = poll_once(&mut last).is_none();
    end.store(true, Ordering::SeqCst);
    assert!(waits, "a seventeenth job pauses");
    assert_eq!(value(last.await), Ok(true));
    for begun in begun {
        assert_eq!(value(begun.await.expect("the task ends")), Ok(()));
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
