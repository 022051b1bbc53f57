//! Compares the cost of a request with that of a bare handler, and the cost of a batch with that of the solver alone.
//!
//! `cargo run --release --manifest-path benches/http/Cargo.toml` builds the service, starts it with its default
//! settings and a bare axum handler on loopback, applies the same load to both in turn, and prints the figures. With
//! `single` or `batch`, only that part runs; `--quick` uses a tenth of the load. A run takes about three minutes.

mod bare;
mod batch;
mod chunked;
mod load;
mod process;
mod puzzles;
mod single;

use std::error::Error;
use std::process::ExitCode;

/// An error, which ends the run with a message.
type Failed = Box<dyn Error + Send + Sync>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |argument: &str| arguments.iter().any(|given| given == argument);
    let done = if has(bare::ARGUMENT) {
        bare::serve()
    } else if let Some(unknown) = arguments.iter().find(|a| !["single", "batch", "--quick"].contains(&a.as_str())) {
        Err(format!("unknown argument {unknown:?}; expected `single`, `batch` or `--quick`").into())
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
