//! The lanes of the pool: order, room, priority, limits and release.

use std::convert::identity;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sudoku_service::pool::{Class, GiveWay, Kind, Lane, PoolError};
use sudoku_service::sudoku::solver::CancelFlag;

use crate::pool::pool_of;
use crate::support::service::LONG;

/// Pushes a job whose answer is its value.
fn push<T: Send + 'static>(lane: &mut Lane<T>, job: impl FnMut(&CancelFlag, GiveWay<'_>) -> T + Send + 'static) {
    lane.push(job, identity);
}

/// The value of the next job.
async fn next<T: Send + 'static>(lane: &mut Lane<T>) -> Result<T, PoolError> {
    lane.next().await.expect("a job").map(|done| done.value)
}

/// A flag, for a test and its job.
fn flag() -> [Arc<AtomicBool>; 2] {
    let flag = Arc::new(AtomicBool::new(false));
    [Arc::clone(&flag), flag]
}

fn until(flag: &AtomicBool) {
    while !flag.load(Ordering::SeqCst) {
        std::thread::yield_now();
    }
}

#[tokio::test]
async fn values_are_returned_in_the_order_of_the_jobs() {
    let pool = pool_of(3, 100, 1);
    let mut lane = pool.open_lane(Class::Light, LONG).expect("a lane");
    let [first_may_end, may_end] = flag();
    push(&mut lane, move |_, _| {
        until(&may_end);
        1
    });
    push(&mut lane, move |_, _| {
        first_may_end.store(true, Ordering::SeqCst);
        2
    });
    assert_eq!(next(&mut lane).await, Ok(1));
    assert_eq!(next(&mut lane).await, Ok(2));
    assert!(lane.next().await.is_none() && lane.is_empty());
}

#[tokio::test]
async fn a_lane_has_room_for_one_job_more_than_there_are_threads_of_its_class() {
    for (threads, class, other) in [(2, Class::Light, Class::Heavy), (4, Class::Heavy, Class::Light)] {
        let pool = pool_of(threads, 100, 1);
        let mut lane = pool.open_lane(class, LONG).expect("a lane");
        for _ in 0..3 {
            assert!(lane.has_room());
            push(&mut lane, |_, _| ());
        }
        assert!(!lane.has_room());
        let second: Result<Lane<()>, PoolError> = pool.open_lane(class, LONG);
        assert_eq!(second.map(drop), Err(PoolError::Overloaded));
        assert!(pool.open_lane::<()>(other, LONG).is_ok(), "the other class has lanes of its own");
        lane.next().await.expect("a job").expect("it ran");
        assert!(lane.has_room());
    }
}

#[tokio::test]
async fn a_job_gives_way_to_single_jobs() {
    let pool = pool_of(1, 100, 1);
    let mut lane = pool.open_lane(Class::Light, LONG).expect("a lane");
    let ([running, runs], [single_ran, ran]) = (flag(), flag());
    // It occupies the only thread until it is to give way.
    push(&mut lane, move |_, give_way| {
        runs.store(true, Ordering::SeqCst);
        while !give_way() {
            std::thread::yield_now();
        }
        ran.load(Ordering::SeqCst)
    });
    until(&running);
    let single = pool.run(Kind::Light, Instant::now() + LONG, move |_| single_ran.store(true, Ordering::SeqCst));
    single.await.expect("it ran");
    assert_eq!(next(&mut lane).await, Ok(false), "the single job ran after it");
}

#[tokio::test]
async fn single_jobs_run_before_those_of_lanes() {
    let pool = pool_of(1, 100, 1);
    let mut lane = pool.open_lane(Class::Light, LONG).expect("a lane");
    let ([running, runs], [may_end, end]) = (flag(), flag());
    push(&mut lane, move |_, _| {
        runs.store(true, Ordering::SeqCst);
        until(&end);
        true
    });
    until(&running);
    // The thread is busy, so both wait, the lane's job first.
    let [single_ran, ran] = flag();
    push(&mut lane, move |_, _| ran.load(Ordering::SeqCst));
    let job = move |_: &CancelFlag| single_ran.store(true, Ordering::SeqCst);
    let mut single = std::pin::pin!(pool.run(Kind::Light, Instant::now() + LONG, job));
    // Polling it once puts it in the queue.
    tokio::select! {
        biased;
        _ = &mut single => panic!("the thread is busy"),
        () = std::future::ready(()) => {}
    }
    may_end.store(true, Ordering::SeqCst);
    single.await.expect("it ran");
    assert_eq!(next(&mut lane).await, Ok(true));
    assert_eq!(next(&mut lane).await, Ok(true), "the single job ran before it");
}

#[tokio::test]
async fn a_job_is_cancelled_at_its_limit_and_still_returns_its_value() {
    let pool = pool_of(1, 100, 1);
    let mut lane = pool.open_lane(Class::Light, Duration::from_millis(20)).expect("a lane");
    push(&mut lane, |cancel, _| {
        while !cancel.is_cancelled() {
            std::thread::yield_now();
        }
        "stopped"
    });
    assert_eq!(next(&mut lane).await, Ok("stopped"));
}

#[tokio::test]
async fn a_job_that_panics_loses_only_its_own_value() {
    let pool = pool_of(1, 100, 1);
    let mut lane = pool.open_lane(Class::Light, LONG).expect("a lane");
    push(&mut lane, |_, _| panic!("on purpose"));
    push(&mut lane, |_, _| 2);
    assert_eq!(lane.next().await, Some(Err(PoolError::Panicked)));
    assert_eq!(next(&mut lane).await, Ok(2));
}

#[tokio::test]
async fn a_dropped_lane_cancels_its_jobs_and_frees_its_slot_once_they_end() {
    let pool = pool_of(1, 100, 1);
    let mut lane = pool.open_lane(Class::Light, LONG).expect("a lane");
    let ([running, runs], [may_end, end]) = (flag(), flag());
    push(&mut lane, move |cancel, _| {
        runs.store(true, Ordering::SeqCst);
        while !cancel.is_cancelled() {
            std::thread::yield_now();
        }
        until(&end);
    });
    until(&running);
    drop(lane);
    let full: Result<Lane<()>, PoolError> = pool.open_lane(Class::Light, LONG);
    assert_eq!(full.map(drop), Err(PoolError::Overloaded), "the job still runs");
    may_end.store(true, Ordering::SeqCst);
    while pool.open_lane::<()>(Class::Light, LONG).is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_heavy_lane_leaves_threads_to_light_work() {
    for threads in [1, 2, 4] {
        let pool = pool_of(threads, 100, 1);
        let [may_end, _] = flag();
        let mut heavy = pool.open_lane(Class::Heavy, LONG).expect("a lane");
        let mut pushed = 0;
        while heavy.has_room() {
            let may_end = Arc::clone(&may_end);
            push(&mut heavy, move |_, _| until(&may_end));
            pushed += 1;
        }
        let mut light = pool.open_lane(Class::Light, LONG).expect("a lane");
        push(&mut light, |_, _| 7);
        assert_eq!(next(&mut light).await, Ok(7), "{threads} threads");
        assert_eq!(pool.run(Kind::Light, Instant::now() + LONG, |_| 8).await.map(|done| done.value), Ok(8));
        may_end.store(true, Ordering::SeqCst);
        for _ in 0..pushed {
            heavy.next().await.expect("a job").expect("it ends");
        }
    }
}
