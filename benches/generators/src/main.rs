//! Compares the generator of minimal puzzles with other generators.
//!
//! Run `cargo run --release` in the directory of this package. The crate `sudoku` 0.8.0 is always a peer. Each
//! environment variable adds another:
//!
//! - `TDOKU_GENERATE`: the path of tdoku's program `generate` (t-dillon/tdoku)
//! - `QQWING`: the path of `qqwing` (stephenostermiller/qqwing)
//!
//! Each generator makes puzzles on one thread, in alternating rounds. The figures are medians of CPU time.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use generators::sudoku::generate::minimal_puzzle;
use jczsolve::Sudoku;
use jczsolve::board::Symmetry;

const ROUNDS: usize = 5;

/// Number of puzzles in a round.
const PUZZLES: u32 = 2_000;

/// Clock ticks of `/proc` per second, on every Linux since 2.6.
const TICKS: f64 = 100.0;

type Failed = Box<dyn std::error::Error>;

/// Makes the puzzles of a round and returns the CPU time in seconds.
type Round = Box<dyn Fn(usize) -> Result<f64, Failed>>;

/// The programs: name, environment variable with the path, and arguments before the number of puzzles.
const PROGRAMS: [(&str, &str, &[&str]); 3] = [
    // `-p0` makes puzzles with digits rather than pencil marks, `-e0` does not estimate their difficulty, `-a1` prints all
    // of them, and `-l` is their number. `-d81` with a pool of one puzzle (`-n1`) starts each from an empty grid.
    ("tdoku", "TDOKU_GENERATE", &["-p0", "-e0", "-a1", "-d81", "-n1", "-l"]),
    // The default `-d3` exchanges three clues of an earlier puzzle, so the puzzles are not independent.
    ("tdoku, 3 clues changed", "TDOKU_GENERATE", &["-p0", "-e0", "-a1", "-d3", "-l"]),
    ("QQWing", "QQWING", &["--one-line", "--generate"]),
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Failed> {
    let mut generators: Vec<(&str, Round)> = vec![
        ("ours", Box::new(|round| timed(|index| _ = black_box(minimal_puzzle("bench", index)), round))),
        (
            "crate sudoku",
            Box::new(|round| timed(|_| _ = black_box(Sudoku::generate_with_symmetry(Symmetry::None)), round)),
        ),
    ];
    for (name, variable, arguments) in PROGRAMS {
        if let Some(program) = std::env::var_os(variable) {
            let program = PathBuf::from(program);
            generators.push((name, Box::new(move |_| run_program(&program, arguments))));
        }
    }
    let mut times = vec![Vec::new(); generators.len()];
    for round in 0..ROUNDS {
        for ((_, generator), times) in generators.iter().zip(&mut times) {
            times.push(generator(round)? * 1e6 / f64::from(PUZZLES));
        }
    }
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times)).collect();
    println!("{:24} {:>8} {:>12} {:>7}", "generator", "µs", "puzzles/s", "ratio");
    for ((name, _), time) in generators.iter().zip(&medians) {
        println!("{name:24} {time:8.1} {:12.0} {:7.1}", 1e6 / time, time / medians[0]);
    }
    Ok(())
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

fn timed(make: impl Fn(u64), round: usize) -> Result<f64, Failed> {
    let start = own_time()?;
    let first = round as u64 * u64::from(PUZZLES);
    (first..first + u64::from(PUZZLES)).for_each(make);
    Ok(own_time()? - start)
}

fn run_program(program: &PathBuf, arguments: &[&str]) -> Result<f64, Failed> {
    let start = time_of_children()?;
    let mut command = Command::new(program);
    let status = command.args(arguments).arg(PUZZLES.to_string()).stdout(Stdio::null()).status();
    let status = status.map_err(|error| format!("{}: {error}", program.display()))?;
    if !status.success() {
        return Err(format!("{}: {status}", program.display()).into());
    }
    Ok(time_of_children()? - start)
}

/// The CPU time of this thread in seconds.
fn own_time() -> Result<f64, Failed> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(text.split(' ').next().ok_or("no time")?.parse::<f64>()? / 1e9)
}

/// The CPU time, user and system, of all children that have exited, in seconds.
fn time_of_children() -> Result<f64, Failed> {
    let text = fs::read_to_string("/proc/self/stat")?;
    // The fields after the name of the program, which is in parentheses, start with the third.
    let fields: Vec<&str> = text.rsplit(')').next().ok_or("no fields")?.split_whitespace().collect();
    Ok((fields[13].parse::<f64>()? + fields[14].parse::<f64>()?) / TICKS)
}
