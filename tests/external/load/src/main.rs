//! Holds a running service to what it promises its operator, under load and under attack, over loopback.
//!
//! `load SERVICE [--soak SECONDS] [CHECK…]`: SERVICE is a release binary that was built with the feature
//! `fault-injection`. Each check starts it anew, prints its figures, and is tried once more before it fails, since a
//! shared machine may have been busy with something else. The last line is `N passed, N failed`.

mod client;
mod descriptors;
mod goodput;
mod open_loop;
mod panics;
mod series;
mod service;
mod shutdown;
mod slow;
mod slowhttptest;
mod soak;
mod start;

use std::process::ExitCode;
use std::time::Duration;

/// What the checks need to know.
struct Options {
    /// The service's binary.
    binary: String,
    /// How long the soak takes.
    soak: Duration,
}

/// What a check says when a promise is not kept.
type Verdict = Result<(), String>;

const CHECKS: [&str; 11] = [
    "start",
    "goodput",
    "cold-burst",
    "hard-puzzles",
    "panics",
    "shutdown",
    "metric-series",
    "descriptors",
    "slow-clients",
    "slowhttptest",
    "soak",
];

// One thread, so that the other processor is the service's, and a lag of one task is the lag of all.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let (options, chosen) = match arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("load: {error}; the checks are {}", CHECKS.join(", "));
            return ExitCode::from(2);
        }
    };
    let (mut passed, mut failed) = (0, 0);
    for name in CHECKS.into_iter().filter(|name| chosen.is_empty() || chosen.iter().any(|other| other == name)) {
        println!("{name}");
        let mut verdict = run(name, &options).await;
        if let Err(error) = &verdict {
            println!("  not kept: {error}; once more");
            verdict = run(name, &options).await;
        }
        match verdict {
            Ok(()) => passed += 1,
            Err(error) => {
                println!("  FAILED: {error}");
                failed += 1;
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn run(name: &str, options: &Options) -> Verdict {
    match name {
        "start" => start::check(options).await,
        "goodput" => goodput::held_jobs(options).await,
        "cold-burst" => goodput::cold_burst(options).await,
        "hard-puzzles" => goodput::hard_puzzles(options).await,
        "panics" => panics::check(options).await,
        "shutdown" => shutdown::check(options).await,
        "metric-series" => series::check(options).await,
        "descriptors" => descriptors::check(options).await,
        "slow-clients" => slow::check(options).await,
        "slowhttptest" => slowhttptest::check(options).await,
        _ => soak::check(options).await,
    }
}

fn arguments() -> Result<(Options, Vec<String>), String> {
    let mut arguments = std::env::args().skip(1);
    let binary = arguments.next().ok_or("the service's binary is expected")?;
    let mut soak = Duration::from_secs(20);
    let mut chosen = Vec::new();
    while let Some(argument) = arguments.next() {
        if argument == "--soak" {
            let seconds = arguments.next().and_then(|seconds| seconds.parse().ok());
            soak = Duration::from_secs(seconds.ok_or("--soak expects seconds")?);
        } else if CHECKS.contains(&argument.as_str()) {
            chosen.push(argument);
        } else {
            return Err(format!("there is no check {argument}"));
        }
    }
    Ok((Options { binary, soak }, chosen))
}

/// `Ok` if the promise is kept, else what is said of it.
fn promise(kept: bool, otherwise: impl FnOnce() -> String) -> Verdict {
    if kept { Ok(()) } else { Err(otherwise()) }
}
