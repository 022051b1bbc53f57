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

use std::pin::Pin;
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

/// The name of a check, and the check.
type Check = (&'static str, for<'a> fn(&'a Options) -> Pin<Box<dyn Future<Output = Result> + 'a>>);

const CHECKS: [Check; 7] = [
    ("start", |options| Box::pin(start::check(options))),
    ("goodput", |options| Box::pin(goodput::check(options))),
    ("fairness", |options| Box::pin(fairness::check(options))),
    ("shutdown", |options| Box::pin(shutdown::check(options))),
    ("memory", |options| Box::pin(memory::check(options))),
    ("hostile-peers", |options| Box::pin(hostile::check(options))),
    ("soak", |options| Box::pin(soak::check(options))),
];

// One thread leaves the other processor to the service, and makes the lag of one task the lag of all.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let (options, chosen) = match arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("load: {error}; available checks: {}", CHECKS.map(|(name, _)| name).join(", "));
            return ExitCode::from(2);
        }
    };
    let mut failed = 0;
    for (name, check) in &chosen {
        println!("{name}");
        let mut verdict = check(&options).await;
        if let Err(error) = &verdict {
            println!("  failed: {error}; repeating");
            verdict = check(&options).await;
        }
        if let Err(error) = verdict {
            println!("  FAILED: {error}");
            failed += 1;
        }
    }
    println!("{} passed, {failed} failed", chosen.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn arguments() -> Result<(Options, Vec<Check>)> {
    let mut arguments = std::env::args().skip(1);
    let binary = arguments.next().ok_or("expected the path of the service")?;
    let mut soak = Duration::from_secs(20);
    let mut chosen = Vec::new();
    while let Some(argument) = arguments.next() {
        if argument == "--soak" {
            let seconds = arguments.next().and_then(|seconds| seconds.parse().ok());
            soak = Duration::from_secs(seconds.ok_or("--soak needs a number of seconds")?);
        } else {
            let check = CHECKS.into_iter().find(|(name, _)| *name == argument);
            chosen.push(check.ok_or_else(|| format!("unknown check {argument}"))?);
        }
    }
    Ok((Options { binary, soak }, if chosen.is_empty() { CHECKS.to_vec() } else { chosen }))
}

/// `Ok` if the guarantee holds, otherwise the message.
fn promise(kept: bool, otherwise: impl FnOnce() -> String) -> Result {
    if kept { Ok(()) } else { Err(otherwise().into()) }
}
