//! Compares the solver with the crate `sudoku` 0.8.0 (JCZSolve), the fastest other Rust solver that we know of, and, if
//! their sources are present, with [tdoku and schoku](native).
//!
//! Run `[SUDOKU_PEERS=FOLDER] cargo run --release [-- [--exact] FILE…]` in the directory of this package. All solvers
//! determine whether a puzzle has no, one or several solutions, and find a first solution, in one process, on one thread,
//! in alternating rounds. The figures are medians. The crate and this solver also return the solution; tdoku does not if it
//! looks for a second one. `--exact` compares solutions instead of times.

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
use sudoku_service::sudoku::solver::{Backend, Budget, count_solutions};

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
    println!("µs: microseconds per puzzle, median of {ROUNDS}, for the proof that a solution is the only one");
    println!("first: the same for a first solution; many: for the proof, by solve_many");
    println!(
        "then our speed relative to each peer for the proof, and, last, our proof relative to the best first solution"
    );
    if let Some(hard) = sets.iter().max_by_key(|set| clock(set, &|puzzle| _ = unique(puzzle))) {
        let puzzles = puzzles::unsolvable(&hard.puzzles);
        let name = format!("{}, without solution", hard.name);
        sets.push(Set { name, puzzles });
    }
    for set in &sets {
        compare_set(set, natives);
    }
}

/// The times of one solver over a set, a round each: for the proof, for a first solution, and of many at once.
#[derive(Default)]
struct Times {
    proof: Vec<u128>,
    first: Vec<u128>,
    many: Vec<u128>,
}

fn compare_set(set: &Set, natives: &[Native]) {
    let budget = Budget::unlimited();
    let backends: Vec<_> = Backend::available().collect();
    let texts: Vec<_> = set.puzzles.iter().map(text).collect();
    let guesses: u64 = set.puzzles.iter().map(|puzzle| backends[0].solve(puzzle, &budget).stats.guesses).sum();
    println!("\n{}: {} puzzles, {:.2} guesses each", set.name, texts.len(), guesses as f64 / texts.len() as f64);
    for native in natives {
        let wrong = set.puzzles.iter().zip(&texts).filter(|(puzzle, text)| {
            [1, 2].iter().any(|&limit| native.solutions(text, limit) != count_solutions(puzzle, limit))
        });
        match wrong.count() {
            0 => {}
            wrong => println!("{} is wrong about {wrong} of them", native.name),
        }
    }

    let names = ["crate"].into_iter().chain(natives.iter().map(|native| native.name));
    let mut peers: Vec<_> = names.map(|name| (name, Times::default())).collect();
    let mut ours: Vec<_> = backends.iter().map(|backend| (backend.name(), Times::default())).collect();
    for _ in 0..ROUNDS {
        peers[0].1.proof.push(clock(set, &|puzzle| _ = black_box(unique(puzzle))));
        peers[0].1.first.push(clock(set, &|puzzle| _ = black_box(first(puzzle))));
        for (native, (_, times)) in natives.iter().zip(&mut peers[1..]) {
            let all = |limit| texts.iter().for_each(|text| _ = black_box(native.solutions(black_box(text), limit)));
            times.proof.push(repeat(set, || all(2)));
            times.first.push(repeat(set, || all(1)));
        }
        for (backend, (_, times)) in backends.iter().zip(&mut ours) {
            times.proof.push(clock(set, &|puzzle| _ = black_box(backend.solve(puzzle, &budget))));
            times.first.push(clock(set, &|puzzle| _ = black_box(backend.find_any(puzzle, &budget))));
            times.many.push(clock_groups(set, |puzzles, outcomes| backend.solve_many(puzzles, &budget, outcomes)));
        }
    }
    print_table(set, peers, ours);
}

fn print_table(set: &Set, peers: Vec<(&str, Times)>, ours: Vec<(&str, Times)>) {
    let medians = |(name, mut times): (_, Times)| (name, median(&mut times.proof), median(&mut times.first));
    let peers: Vec<_> = peers.into_iter().map(medians).collect();
    let tdoku = peers.iter().find(|(name, ..)| *name == "tdoku").map(|(_, _, first)| *first);
    let fastdoku = tdoku.zip(fastdoku_share(&set.name)).map(|(tdoku, share)| tdoku * share);
    let best = peers.iter().map(|(_, _, first)| *first).chain(fastdoku).fold(f64::INFINITY, f64::min);
    print!("{:10} {:>8} {:>8} {:>8}", "", "µs", "first", "many");
    peers.iter().for_each(|(name, ..)| print!(" {name:>10}"));
    println!(" {:>10}", "best first");
    for (name, proof, first) in &peers {
        println!("{name:10} {proof:8.3} {first:8.3}");
    }
    if let Some(first) = fastdoku {
        println!("{:10} {:>8} {first:8.3} by its published share of tdoku's time", "fastdoku", "");
    }
    for (name, mut times) in ours {
        let (proof, first, many) = (median(&mut times.proof), median(&mut times.first), median(&mut times.many));
        print!("{name:10} {proof:8.3} {first:8.3} {many:8.3}");
        peers.iter().for_each(|(_, peer, _)| print!(" {:10.2}", peer / proof));
        println!(" {:10.2}", best / proof);
    }
}

/// The time of fastdoku (2026), whose sources are not public, to a first solution, as a share of tdoku's in the same run,
/// by its own table for Linux on x86-64.
fn fastdoku_share(set: &str) -> Option<f64> {
    let shares = [
        ("kaggle", 0.55),
        ("unbiased", 0.56),
        ("random", 0.56),
        ("17", 0.52),
        ("magictour", 0.96),
        ("1905", 0.92),
        ("1106", 0.85),
        ("serg", 0.80),
    ];
    let known = !set.ends_with("without solution");
    shares.into_iter().find(|(part, _)| known && set.contains(part)).map(|(_, share)| share)
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

/// Returns the crate's solution from the values, if it is unique.
fn unique(puzzle: &Grid) -> Option<Sudoku> {
    Sudoku::from_bytes(*black_box(puzzle).values()).ok()?.solution()
}

/// Returns the first solution that the crate finds.
fn first(puzzle: &Grid) -> Option<Sudoku> {
    Sudoku::from_bytes(*black_box(puzzle).values()).ok()?.some_solution()
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
