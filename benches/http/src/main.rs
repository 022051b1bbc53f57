//! What a request costs beside a bare handler, and what a batch costs beside the solver alone.
//!
//! `cargo run --release --manifest-path benches/http/Cargo.toml` builds the service, starts it with its default settings
//! and a bare axum handler on loopback, drives both in turn with the same load, and prints the figures. With `single`
//! or `batch` only that part runs; `--quick` takes a tenth of the load. It stops by itself after some three minutes.

mod bare;
mod batch;
mod chunked;
mod load;
mod process;
mod puzzles;
mod single;

use std::error::Error;
use std::process::ExitCode;

/// What goes wrong is printed and ends the run.
type Failed = Box<dyn Error + Send + Sync>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |argument: &str| arguments.iter().any(|given| given == argument);
    let done = if has(bare::ARGUMENT) {
        bare::serve()
    } else if let Some(unknown) = arguments.iter().find(|a| !["single", "batch", "--quick"].contains(&a.as_str())) {
        Err(format!("{unknown:?} is unknown; `single`, `batch` and `--quick` are not").into())
    } else {
        run(has("single") || !has("batch"), has("batch") || !has("single"), has("--quick"))
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("http-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(singles: bool, batches: bool, quick: bool) -> Result<(), Failed> {
    let binary = process::build_service()?;
    if singles {
        single::run(&binary, quick)?;
    }
    if batches {
        batch::run(&binary, quick)?;
    }
    Ok(())
}
