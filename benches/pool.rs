//! Measures what a job costs a pool of one, two and four threads: `cargo bench --bench pool`, on Linux.
//!
//! The jobs do nothing, so the figures are the CPU time of the process for passing a job to a thread and its result back.
//! With more threads, only what they share could cost more: see the documentation of the module `pool`. The exit code is 1 if a
//! job costs more than 1.3 times as much as with one thread.

#![expect(clippy::print_stdout, reason = "this program prints figures")]

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use sudoku_service::pool::{Kind, Pool, PoolSettings};
use tokio::runtime::{Builder, Runtime};

const THREADS: [usize; 3] = [1, 2, 4];
const ROUNDS: usize = 5;
/// As many as connections of a busy service.
const CALLERS: u32 = 64;
const JOBS: u32 = 5000;
const MOST: f64 = 1.3;

fn main() -> ExitCode {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
    let mut costs = THREADS.map(|_| Vec::new());
    for _ in 0..ROUNDS {
        for (threads, costs) in THREADS.into_iter().zip(&mut costs) {
            costs.push(cost(&runtime, threads));
        }
    }
    let medians = costs.map(|mut costs| {
        costs.sort_by(f64::total_cmp);
        costs[ROUNDS / 2]
    });
    println!("| threads | CPU time of a job | ratio |\n| --- | --- | --- |");
    for (threads, median) in THREADS.into_iter().zip(medians) {
        println!("| {threads} | {median:.2} µs | {:.2} |", median / medians[0]);
    }
    if medians.iter().all(|median| median / medians[0] <= MOST) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The CPU time of a job, in microseconds.
fn cost(runtime: &Runtime, threads: usize) -> f64 {
    let threads = NonZeroUsize::new(threads).expect("a thread");
    let (depth, limit) = (NonZeroUsize::new(1000).expect("a depth"), Duration::from_mins(1));
    let settings = PoolSettings { threads, queue_depth: depth, longest_wait: limit, lanes: threads, kinds: &[] };
    let pool = Arc::new(Pool::start(settings).expect("threads"));
    let before = clock_gettime(ClockId::ProcessCPUTime);
    runtime.block_on(async {
        let callers = (0..CALLERS).map(|_| {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move {
                for _ in 0..JOBS {
                    pool.run(Kind::Light, Instant::now() + limit, |_| ()).await.expect("a result");
                }
            })
        });
        for caller in callers.collect::<Vec<_>>() {
            caller.await.expect("no panic");
        }
    });
    let spent = Duration::try_from(clock_gettime(ClockId::ProcessCPUTime) - before).expect("a positive time");
    spent.as_secs_f64() * 1e6 / f64::from(CALLERS * JOBS)
}
