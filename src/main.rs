//! The process: its settings, its log, the service, its exit code.

use std::process::ExitCode;

use sudoku_service::config::Command;
use sudoku_service::service::Service;
use sudoku_service::{http, telemetry};

#[expect(clippy::print_stdout, reason = "this is where the process speaks to its caller")]
fn main() -> ExitCode {
    match Command::parse(std::env::args_os()) {
        Ok(Command::Serve(config)) => {
            telemetry::install(&config.log);
            let runtime = tokio::runtime::Runtime::new().expect("runtime");
            runtime.block_on(async { Service::bind(*config).await.expect("bind").run().await.expect("run") });
            ExitCode::SUCCESS
        }
        Ok(Command::OpenApi) => {
            print!("{}", http::openapi::yaml());
            ExitCode::SUCCESS
        }
        Ok(Command::HealthCheck(_)) => ExitCode::FAILURE,
        Ok(Command::Print(text)) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("sudoku-service: {error}");
            ExitCode::from(2)
        }
    }
}
