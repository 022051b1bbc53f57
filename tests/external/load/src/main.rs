//! Checks the guarantees of a running service under load and under attack, on local addresses.
//!
//! `load SERVICE [--soak SECONDS] [CHECK…]`: SERVICE is a release binary with the feature `fault-injection`. Each check
//! starts a new service and prints its figures. A check that fails is repeated once, because a shared machine may have
//! been busy. The last line is `N passed, N failed`.

mod client;
mod fairness;
mod goodput;
mod hostile;
mod memory;
mod open_loop;
mod service;
mod shutdown;
mod soak;
mod start;

use std::process::ExitCode;
use std::time::Duration;

/// The parameters of the checks.
struct Options {
    /// The service's binary.
    binary: String,
    /// Duration of the soak test.
    soak: Duration,
}

/// The result of a check or of a step of it.
type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

const CHECKS: [&str; 7] = ["start", "goodput", "fairness", "shutdown", "memory", "hostile-peers", "soak"];

// One thread leaves the other processor to the service, and makes the lag of one task the lag of all.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let (options, chosen) = match arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("load: {error}; available checks: {}", CHECKS.join(", "));
            return ExitCode::from(2);
        }
    };
    let (mut passed, mut failed) = (0, 0);
    for name in CHECKS.into_iter().filter(|name| chosen.is_empty() || chosen.iter().any(|other| other == name)) {
        println!("{name}");
        let mut verdict = run(name, &options).await;
        if let Err(error) = &verdict {
            println!("  failed: {error}; repeating");
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

async fn run(name: &str, options: &Options) -> Result {
    match name {
        "start" => start::check(options).await,
        "goodput" => goodput::check(options).await,
        "fairness" => fairness::check(options).await,
        "shutdown" => shutdown::check(options).await,
        "memory" => memory::check(options).await,
        "hostile-peers" => hostile::check(options).await,
        _ => soak::check(options).await,
    }
}

fn arguments() -> Result<(Options, Vec<String>)> {
    let mut arguments = std::env::args().skip(1);
    let binary = arguments.next().ok_or("expected the path of the service")?;
    let mut soak = Duration::from_secs(20);
    let mut chosen = Vec::new();
    while let Some(argument) = arguments.next() {
        if argument == "--soak" {
            let seconds = arguments.next().and_then(|seconds| seconds.parse().ok());
            soak = Duration::from_secs(seconds.ok_or("--soak needs a number of seconds")?);
        } else if CHECKS.contains(&argument.as_str()) {
            chosen.push(argument);
        } else {
            return Err(format!("unknown check {argument}").into());
        }
    }
    Ok((Options { binary, soak }, chosen))
}

/// `Ok` if the guarantee holds, otherwise the message.
fn promise(kept: bool, otherwise: impl FnOnce() -> String) -> Result {
    if kept { Ok(()) } else { Err(otherwise().into()) }
}
