//! The process: its settings, its log, the service, its exit status.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use sudoku_service::config::{Command, Config};
use sudoku_service::service::Service;
use sudoku_service::{healthcheck, http, solve, telemetry};

/// A setting that cannot be used.
const BAD_SETTING: u8 = 2;

fn main() -> ExitCode {
    let started = Instant::now();
    let done = match Command::parse(std::env::args_os()) {
        Ok(Command::Serve(config)) => serve(*config, started),
        Ok(Command::HealthCheck(address)) => {
            healthcheck::ask(address).map_err(|error| format!("no service is ready at {address}: {error}").into())
        }
        Ok(Command::Solve(flags)) => return solve::run(&flags),
        Ok(Command::OpenApi) => print(&http::openapi().to_yaml().expect("the contract is YAML")),
        Ok(Command::Print(text)) => print(&text),
        Err(error) => {
            eprintln!("sudoku-service: {error}");
            return ExitCode::from(BAD_SETTING);
        }
    };
    done.map_or_else(
        |error| {
            eprintln!("sudoku-service: {error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

fn serve(config: Config, started: Instant) -> Result<(), Box<dyn Error>> {
    telemetry::install(&config.log);
    tokio::runtime::Runtime::new()?.block_on(async { Ok(Service::bind(config)?.run(started).await.map(drop)?) })
}

fn print(text: &str) -> Result<(), Box<dyn Error>> {
    Ok(io::stdout().write_all(text.as_bytes())?)
}
