//! The process: settings, log, service, exit code.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use sudoku_service::cli::{healthcheck, openapi, solve};
use sudoku_service::config::{Command, Config};
use sudoku_service::service::Service;
use sudoku_service::telemetry;

/// Exit code: a setting is invalid.
const INVALID_SETTING: u8 = 2;

fn main() -> ExitCode {
    let started = Instant::now();
    let result = match Command::from_process() {
        Ok(Command::Serve(config)) => serve(*config, started),
        Ok(Command::HealthCheck(address)) => healthcheck::run(address).map_err(Into::into),
        Ok(Command::Solve(flags)) => return solve::run(&flags),
        Ok(Command::OpenApi) => openapi::run().map_err(Into::into),
        Ok(Command::Print(text)) => io::stdout().write_all(text.as_bytes()).map_err(Into::into),
        Err(error) => {
            eprintln!("sudoku-service: {error}");
            return ExitCode::from(INVALID_SETTING);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sudoku-service: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(config: Config, started: Instant) -> Result<(), Box<dyn Error>> {
    telemetry::install(&config.log);
    tokio::runtime::Runtime::new()?.block_on(async { Ok(Service::bind(config)?.run(started).await.map(drop)?) })
}
