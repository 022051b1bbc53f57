//! Compares the solver with the crate `sudoku` 0.8.0 (JCZSolve), the fastest other Rust solver that we know of, and, if
//! their sources are present, with [tdoku and schoku](native).
//!
//! Run `[SUDOKU_PEERS=FOLDER] cargo run --release [-- [--exact] FILE…]` in the directory of this package. All solvers
//! determine whether a puzzle has no, one or several solutions, in one process, on one thread, in alternating rounds. The
//! figures are medians. The crate and this solver also return the solution; tdoku does not if it looks for a second one.
//! `--exact` compares solutions instead of times.

mod exact;
mod native;
mod puzzles;

use std::ffi::CString;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use native::Native;
use puzzles::Set;
use rustix::time::{ClockId, clock_gettime};
use sudoku::Sudoku;
use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::solver::{Backend, Budget};

/// Number of rounds of each solver over a set.
const ROUNDS: usize = 9;

/// Minimum CPU time of a round; small sets are repeated until then.
const ROUND: Duration = Duration::from_millis(10);

/// Number of puzzles in a call of `solve_many`.
const GROUP: usize = 256;

fn main() -> ExitCode {
    let mut files: Vec<_> = std::env::args().skip(1).collect();
    let exact = files.iter().any(|file| file == "--exact");
    files.retain(|file| file != "--exact");
    let (sets, natives) = match puzzles::sets(&files).and_then(|sets| Ok((sets, native::solvers()?))) {
        Ok(both) => both,
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
        compare(sets, &natives);
    }
    ExitCode::SUCCESS
}

fn compare(mut sets: Vec<Set>, natives: &[Native]) {
    println!("processor: {}", processor());
    println!(
        "µs: microseconds per puzzle, median of {ROUNDS}; then the speed relative to each peer; many: µs of solve_many"
    );
    if let Some(hard) = sets.iter().max_by_key(|set| clock(set, &|puzzle| _ = peer(puzzle))) {
        let puzzles = puzzles::unsolvable(&hard.puzzles);
        let name = format!("{}, without solution", hard.name);
        sets.push(Set { name, puzzles });
    }
    for set in &sets {
        compare_set(set, natives);
    }
}

fn compare_set(set: &Set, natives: &[Native]) {
    let budget = Budget::unlimited();
    let backends: Vec<_> = Backend::available().collect();
    let texts: Vec<_> = set.puzzles.iter().map(text).collect();
    let guesses: u64 = set.puzzles.iter().map(|puzzle| backends[0].solve(puzzle, &budget).stats.guesses).sum();
    println!("\n{}: {} puzzles, {:.2} guesses each", set.name, texts.len(), guesses as f64 / texts.len() as f64);
    for native in natives {
        let wrong = set.puzzles.iter().zip(&texts).filter(|(puzzle, text)| {
            native.solutions(text) != sudoku_service::sudoku::solver::count_solutions(puzzle, 2)
        });
        match wrong.count() {
            0 => {}
            wrong => println!("{} is wrong about {wrong} of them", native.name),
        }
    }

    let mut peers = vec![Vec::new(); 1 + natives.len()];
    let mut ours = vec![(Vec::new(), Vec::new()); backends.len()];
    for _ in 0..ROUNDS {
        peers[0].push(clock(set, &|puzzle| _ = black_box(peer(puzzle))));
        for (native, times) in natives.iter().zip(&mut peers[1..]) {
            times.push(repeat(set, || texts.iter().for_each(|text| _ = black_box(native.solutions(black_box(text))))));
        }
        for (backend, (times, of_many)) in backends.iter().zip(&mut ours) {
            times.push(clock(set, &|puzzle| _ = black_box(backend.solve(puzzle, &budget))));
            of_many.push(clock_groups(set, |puzzles, outcomes| backend.solve_many(puzzles, &budget, outcomes)));
        }
    }

    let names = ["crate"].into_iter().chain(natives.iter().map(|native| native.name));
    let peers: Vec<_> = names.zip(peers.iter_mut().map(median)).collect();
    print!("{:10} {:>8}", "", "µs");
    peers.iter().for_each(|(name, _)| print!(" {name:>10}"));
    println!(" {:>8}", "many");
    for (name, time) in &peers {
        println!("{name:10} {time:8.3}");
    }
    for (backend, (times, of_many)) in backends.iter().zip(&mut ours) {
        let time = median(times);
        print!("{:10} {time:8.3}", backend.name());
        peers.iter().for_each(|(_, peer)| print!(" {:10.2}", peer / time));
        println!(" {:8.3}", median(of_many));
    }
}

/// Returns the median of times in picoseconds, in microseconds.
fn median(times: &mut Vec<u128>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2] as f64 / 1e6
}

/// Returns the puzzle in the form that the C++ solvers expect.
fn text(puzzle: &Grid) -> CString {
    let characters = puzzle.values().iter().map(|&value| if value == 0 { b'.' } else { b'0' + value });
    CString::new(characters.collect::<Vec<_>>()).expect("no zero byte")
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
    let start = processor_time();
    let mut times = 0;
    loop {
        all();
        times += 1;
        let time = processor_time() - start;
        if time >= ROUND {
            return time.as_nanos() * 1_000 / (times * set.puzzles.len().max(1) as u128);
        }
    }
}

/// Returns the CPU time of this thread, which a busy machine distorts less than elapsed time.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec as u32)
}

fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split_once(':')).map_or("unknown", |(_, value)| value.trim()).to_owned()
    };
    format!("{}, family {}, model {}", field("model name"), field("cpu family"), field("model\t"))
}
