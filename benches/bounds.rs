//! Measures the solver's time bounds for each backend: `cargo bench --bench bounds`, half a minute.
//!
//! - With vectors, the solver finds 1,000 solutions of the empty grid in less than a millisecond.
//! - A cancelled search returns within a millisecond.
//! - Checking the cancel flag and the node limit has no measurable cost.
//!
//! The program prints the figures but does not check them, because they depend on what else runs on the machine.

#![expect(clippy::print_stdout, reason = "this program prints figures")]

use std::hint::{black_box, spin_loop};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::solver::{Backend, Budget, CancelFlag};

/// Number of measurements for each figure.
const REPETITIONS: u32 = 2_001;

/// Number of times that each side of the comparison is timed, in alternation.
const ROUNDS: usize = 201;

/// Number of times that a round solves the hard puzzle.
const SOLVES: u32 = 200;

const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn main() {
    println!("microseconds; cancel: from raising the flag to the return of the search; polling: time of a hard puzzle");
    println!("with flag and node limit, as a multiple of the time without");
    println!(
        "{:10} {:>12} {:>8} {:>8} {:>12} {:>8} {:>8} {:>8} {:>10}",
        "", "1,000 median", "p99", "max", "cancel median", "p99", "p99.9", "max", "polling"
    );
    for backend in Backend::available() {
        let empty = sorted((0..REPETITIONS).map(|_| empty_grid(backend)));
        let cancel = sorted((0..REPETITIONS).filter_map(|repetition| cancellation(backend, repetition)));
        println!(
            "{:10} {:12.0} {:8.0} {:8.0} {:13.1} {:8.1} {:8.1} {:8.1} {:10.4}",
            backend.name(),
            quantile(&empty, 500),
            quantile(&empty, 990),
            quantile(&empty, 1_000),
            quantile(&cancel, 500),
            quantile(&cancel, 990),
            quantile(&cancel, 999),
            quantile(&cancel, 1_000),
            polling(backend)
        );
    }
}

fn empty_grid(backend: Backend) -> Duration {
    let budget = Budget::unlimited().keeping(1_000);
    let start = Instant::now();
    black_box(backend.solve(black_box(&Grid::EMPTY), &budget));
    start.elapsed()
}

/// Runs an endless search on another thread, and raises its flag 100 to 300 microseconds later, so early that the
/// solutions it keeps do not matter. Returns `None` if that was before the search's first guess.
fn cancellation(backend: Backend, repetition: u32) -> Option<Duration> {
    let flag = CancelFlag::new();
    let budget = Budget::unlimited().keeping(usize::MAX).with_cancel(flag.clone());
    let begin = Barrier::new(2);
    thread::scope(|scope| {
        let search = scope.spawn(|| {
            begin.wait();
            let outcome = backend.solve(&Grid::EMPTY, &budget);
            (Instant::now(), outcome)
        });
        begin.wait();
        let wait = Duration::from_micros(100 + u64::from(repetition % 200));
        let start = Instant::now();
        while start.elapsed() < wait {
            spin_loop();
        }
        let raised = Instant::now();
        flag.cancel();
        let (returned, outcome) = search.join().expect("the search does not panic");
        (outcome.stats.guesses > 0).then(|| returned.duration_since(raised))
    })
}

/// Returns the time for a hard puzzle with a flag and a node limit divided by the time without: the median of all
/// pairs.
fn polling(backend: Backend) -> f64 {
    let puzzle: Grid = HARD.parse().expect("a grid");
    let watched = Budget::unlimited().with_node_limit(1_000_000).with_cancel(CancelFlag::new());
    let unwatched = Budget::unlimited();
    let time = |budget: &Budget| {
        let start = Instant::now();
        for _ in 0..SOLVES {
            black_box(backend.solve(black_box(&puzzle), budget));
        }
        start.elapsed().as_secs_f64()
    };
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|round| {
            // The two take turns going first.
            let first = if round % 2 == 0 { &watched } else { &unwatched };
            let second = if round % 2 == 0 { &unwatched } else { &watched };
            let (first, second) = (time(first), time(second));
            if round % 2 == 0 { first / second } else { second / first }
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ROUNDS / 2]
}

fn sorted(times: impl Iterator<Item = Duration>) -> Vec<Duration> {
    let mut times: Vec<_> = times.collect();
    times.sort_unstable();
    times
}

/// Returns a quantile of the sorted times, given in thousandths, in microseconds.
fn quantile(times: &[Duration], thousandths: usize) -> f64 {
    times[(times.len() - 1) * thousandths / 1_000].as_secs_f64() * 1e6
}
