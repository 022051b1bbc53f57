//! Compares the solver with the crate `sudoku` 0.8.0 (JCZSolve), the fastest other Rust solver that we know of.
//!
//! `cargo run --release [-- [--exact] FILE…]`, in this directory. Both solvers take the same 81 values and find the
//! solution and whether it is unique, in one process, single-threaded, in alternating rounds. The figures are medians.
//! `--exact` compares solutions instead of times.

mod exact;
mod puzzles;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use puzzles::Set;
use sudoku::Sudoku;
use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::solver::{Backend, Budget};

/// Number of rounds of each solver over a set.
const ROUNDS: usize = 9;

/// Minimum time of a round, so that small sets are repeated.
const ROUND: Duration = Duration::from_millis(10);

/// Number of puzzles in a call of `solve_many`.
const GROUP: usize = 256;

fn main() -> ExitCode {
    let mut files: Vec<_> = std::env::args().skip(1).collect();
    let exact = files.iter().any(|file| file == "--exact");
    files.retain(|file| file != "--exact");
    let sets = match puzzles::sets(&files) {
        Ok(sets) => sets,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    if exact {
        for set in &sets {
            let changed = (format!("{}, a clue changed", set.name), puzzles::unsolvable(&set.puzzles));
            for limit in exact::LIMITS {
                exact::agree(&set.name, &set.puzzles, limit);
                exact::agree(&changed.0, &changed.1, limit);
            }
        }
        exact::agree_on_random(100_000);
    } else {
        compare(sets);
    }
    ExitCode::SUCCESS
}

fn compare(mut sets: Vec<Set>) {
    println!("processor: {}", processor());
    println!("µs: microseconds per puzzle; ratio: times faster than the crate; many: the same for solve_many");
    if let Some(hard) = sets.iter().max_by_key(|set| clock(set, &|puzzle| _ = peer(puzzle))) {
        let puzzles = puzzles::unsolvable(&hard.puzzles);
        let name = format!("{}, without solution", hard.name);
        sets.push(Set { name, puzzles });
    }
    print!("{:40} {:>8}", "", "crate µs");
    for backend in Backend::available() {
        print!(" | {:>8} µs  ratio   many", backend.name());
    }
    println!(" | guesses");
    for set in &sets {
        compare_set(set);
    }
}

fn compare_set(set: &Set) {
    let budget = Budget::unlimited();
    let backends: Vec<_> = Backend::available().collect();
    let mut times = vec![Vec::new(); 1 + 2 * backends.len()];
    let guesses: u64 = set.puzzles.iter().map(|puzzle| backends[0].solve(puzzle, &budget).stats.guesses).sum();
    for _ in 0..ROUNDS {
        times[0].push(clock(set, &|puzzle| _ = black_box(peer(puzzle))));
        for (index, backend) in backends.iter().enumerate() {
            times[1 + 2 * index].push(clock(set, &|puzzle| _ = black_box(backend.solve(puzzle, &budget))));
            times[2 + 2 * index].push(clock_groups(set, |puzzles, outcomes| {
                backend.solve_many(puzzles, &budget, outcomes);
            }));
        }
    }
    let medians: Vec<f64> = times
        .iter_mut()
        .map(|times| {
            times.sort_unstable();
            times[ROUNDS / 2] as f64 / 1e6
        })
        .collect();
    print!("{:40} {:8.3}", set.name, medians[0]);
    for figures in medians[1..].chunks(2) {
        print!(" | {:11.3} {:6.2} {:6.2}", figures[0], medians[0] / figures[0], medians[0] / figures[1]);
    }
    println!(" | {:7.2}", guesses as f64 / set.puzzles.len() as f64);
}

/// Returns the peer's solution from the values, if it is unique.
fn peer(puzzle: &Grid) -> Option<Sudoku> {
    Sudoku::from_bytes(*black_box(puzzle).values()).ok()?.solution()
}

/// Returns picoseconds per puzzle.
fn clock(set: &Set, solve: &dyn Fn(&Grid)) -> u128 {
    repeat(set, || set.puzzles.iter().for_each(|puzzle| solve(black_box(puzzle))))
}

/// Returns picoseconds per puzzle, for groups of puzzles.
fn clock_groups(set: &Set, solve: impl Fn(&[Grid], &mut Vec<sudoku_service::sudoku::solver::Outcome>)) -> u128 {
    let mut outcomes = Vec::with_capacity(GROUP);
    repeat(set, || {
        for group in set.puzzles.chunks(GROUP) {
            outcomes.clear();
            solve(black_box(group), &mut outcomes);
            black_box(&outcomes);
        }
    })
}

fn repeat(set: &Set, mut all: impl FnMut()) -> u128 {
    let start = Instant::now();
    let mut times = 0;
    while start.elapsed() < ROUND {
        all();
        times += 1;
    }
    start.elapsed().as_nanos() * 1_000 / (times * set.puzzles.len().max(1) as u128)
}

fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split_once(':')).map_or("unknown", |(_, value)| value.trim()).to_owned()
    };
    format!("{}, family {}, model {}", field("model name"), field("cpu family"), field("model\t"))
}
