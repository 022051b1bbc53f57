//! Compares the human solver with other programs that rate puzzles like Sudoku Explainer.
//!
//! Run `cargo run --release [-- FILE]` in the directory of this package. Each line of FILE has a puzzle, a tab and its
//! `ER/EP/ED`. The default is `../shared/puzzles/ratings/se-equal.tsv` next to the checkout. Each environment variable adds
//! a peer:
//!
//! - `SUKAKU_FORGE`: the path of `sukaku-forge-rate` (SlowLarry/sukaku-forge, profile `rater`)
//! - `SKFR`: the path of `skfr` (dobrichev/skfr 2.0.2, the files of its Makefile, `g++ -fopenmp -O3 -march=native`), whose
//!   ratings are often 0.1 to 0.4 lower
//! - `SUDOKU_EXPLAINER`: the path of Sudoku Explainer's classes (1to9only/SudokuExplainer 1.2.1.3), which `java` runs
//!
//! The programs rate the puzzles of each class of ER on one thread, in alternating rounds. The figures are medians of
//! CPU time, including the start of a peer's process, which takes a millisecond (Java: half a second). The program also
//! counts the puzzles that a peer rates differently.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use rate::sudoku::Grid;
use rate::sudoku::logic::{self, StepLimits};

/// The default file, next to the checkout.
const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/puzzles/ratings/se-equal.tsv");

/// Number of rounds over a class.
const ROUNDS: usize = 3;

/// Number of puzzles in a round, by whole ER, so that a round takes about a second. A class with fewer is repeated.
const SIZES: [usize; 12] = [0, 20_000, 5_000, 2_000, 2_000, 2_000, 400, 200, 60, 10, 2, 2];

/// Number of puzzles in a round of this class.
fn size(er: usize) -> usize {
    SIZES.get(er).copied().unwrap_or(1)
}

/// Clock ticks of `/proc` per second, on every Linux since 2.6.
const TICKS: f64 = 100.0;

type Failed = Box<dyn std::error::Error>;

/// A program that rates puzzles.
struct Peer {
    name: &'static str,
    /// Makes the command that rates a file of puzzles, which is also its standard input. The command prints a line
    /// `ER/EP/ED` per puzzle.
    command: fn(&Path, &Path) -> Command,
    path: PathBuf,
}

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
    let file = std::env::args().nth(1).unwrap_or_else(|| SHARED.to_owned());
    let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let peers = peers();
    print!("{:>4} {:>7} {:>12}", "ER", "puzzles", "ours, µs");
    for peer in &peers {
        print!(" | {:>16}, µs  ratio differ", peer.name);
    }
    println!();
    for (er, puzzles) in classes(&text) {
        compare(er, &puzzles, &peers)?;
    }
    Ok(())
}

fn peers() -> Vec<Peer> {
    let forge = |path: &Path, _: &Path| {
        let mut command = Command::new(path);
        command.arg("--allow-uniqueness");
        command
    };
    // skfr reads NAME.txt and writes NAME_rat.txt, and writes the puzzles that it does not rate to NAME_N_rat.txt.
    let skfr = |path: &Path, puzzles: &Path| {
        let script = r#""$0" --input="$1" >/dev/null; sed 's/.*ED=//; s/ *$//' "$1_rat.txt"; rm "$1"_*"#;
        let mut command = Command::new("sh");
        command.args(["-c", script]).arg(path).arg(puzzles.with_extension("")).env("OMP_NUM_THREADS", "1");
        command
    };
    let explainer = |path: &Path, puzzles: &Path| {
        let mut command = Command::new("java");
        let input = format!("--input={}", puzzles.display());
        command.arg("-cp").arg(path).args(["diuf.sudoku.test.serate", "--format=%r/%p/%d", &input]);
        command
    };
    let known: [(&'static str, &str, fn(&Path, &Path) -> Command); 3] = [
        ("sukaku-forge", "SUKAKU_FORGE", forge),
        ("skfr", "SKFR", skfr),
        ("Sudoku Explainer", "SUDOKU_EXPLAINER", explainer),
    ];
    let peers = known.into_iter().filter_map(|(name, variable, command)| {
        let path = PathBuf::from(std::env::var_os(variable)?);
        Some(Peer { name, command, path })
    });
    peers.collect()
}

/// The puzzles by whole ER.
fn classes(text: &str) -> BTreeMap<usize, Vec<&str>> {
    let mut classes: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for line in text.lines() {
        let er = line.split('\t').nth(1).and_then(|ratings| ratings.split('.').next()?.parse().ok());
        if let (Some(er), Some(puzzle)) = (er, line.get(..81)) {
            let class = classes.entry(er).or_default();
            if class.len() < size(er) {
                class.push(puzzle);
            }
        }
    }
    classes
}

fn compare(er: usize, puzzles: &[&str], peers: &[Peer]) -> Result<(), Failed> {
    let input = std::env::temp_dir().join(format!("rate-{}.txt", std::process::id()));
    let round: Vec<&str> = puzzles.iter().copied().cycle().take(size(er)).collect();
    fs::write(&input, round.join("\n") + "\n")?;
    let grids = round.iter().map(|puzzle| puzzle.parse()).collect::<Result<Vec<Grid>, _>>();
    let grids = grids.map_err(|_| "a line of the file is not a puzzle")?;
    let mut times = vec![Vec::new(); 1 + peers.len()];
    let mut differ = vec![0; peers.len()];
    for _ in 0..ROUNDS {
        let (ratings, time) = ours(&grids)?;
        times[0].push(time);
        for (index, peer) in peers.iter().enumerate() {
            let (theirs, time) = theirs(peer, &input)?;
            times[1 + index].push(time);
            // Each puzzle once, although a round may repeat it.
            let pairs = ratings.iter().zip(theirs.lines()).take(puzzles.len());
            differ[index] =
                pairs.filter(|(ours, theirs)| ours != theirs).count() + ratings.len().abs_diff(theirs.lines().count());
        }
    }
    fs::remove_file(&input)?;
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times) * 1e6 / grids.len() as f64).collect();
    print!("{er:>4} {:>7} {:>12.1}", puzzles.len(), medians[0]);
    for (time, differ) in medians[1..].iter().zip(differ) {
        print!(" | {time:>20.1} {:>6.1} {differ:>6}", time / medians[0]);
    }
    println!();
    Ok(std::io::stdout().flush()?)
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Our ratings and their CPU time in seconds.
fn ours(grids: &[Grid]) -> Result<(Vec<String>, f64), Failed> {
    let start = own_time()?;
    let ratings: Vec<_> = grids.iter().map(|grid| logic::rate(grid, &StepLimits::default())).collect();
    let time = own_time()? - start;
    Ok((ratings.iter().map(|rating| format!("{}/{}/{}", rating.er, rating.ep, rating.ed)).collect(), time))
}

/// The ratings of a peer and their CPU time in seconds.
fn theirs(peer: &Peer, input: &Path) -> Result<(String, f64), Failed> {
    let start = time_of_children()?;
    let mut command = (peer.command)(&peer.path, input);
    let output = command
        .stdin(fs::File::open(input)?)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{}: {error}", peer.name))?;
    if !output.status.success() {
        return Err(format!("{}: {}", peer.name, output.status).into());
    }
    Ok((String::from_utf8(output.stdout)?, time_of_children()? - start))
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
