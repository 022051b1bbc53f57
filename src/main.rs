//! The entry point: settings, log, service, exit code.

use std::error::Error;
use std::io;
use std::num::NonZeroUsize;
use std::panic;
use std::process::{self, ExitCode};
use std::time::Instant;
use std::{env, thread};

use sudoku_service::cli::{self, healthcheck, mcp};
use sudoku_service::config::{self, Addresses, Command, Config, Subcommand};
use sudoku_service::{http, service, telemetry};
use tokio::runtime::{Builder, Runtime};

fn main() -> ExitCode {
    let started = Instant::now();
    let result = match Command::parse(env::args_os()) {
        Ok(Command::Serve(config)) => serve(*config, started),
        Ok(Command::Operate(operation, flags)) => return cli::run(operation, &flags),
        Ok(Command::Run(subcommand)) => match subcommand {
            Subcommand::Openapi => return cli::print(http::openapi_yaml("").as_bytes()),
            Subcommand::Mcp(threads) => return mcp::run(threads),
            Subcommand::Completions { shell } => return cli::print(config::completions(shell).as_bytes()),
            Subcommand::Healthcheck(Addresses { listen, admin_listen }) => {
                let address = admin_listen.unwrap_or(listen);
                healthcheck::run(address, http::READYZ).map(|()| ExitCode::SUCCESS).map_err(Into::into)
            }
        },
        Err(error) if error.use_stderr() => {
            let _ = error.print();
            return ExitCode::from(cli::FAILED);
        }
        // The help or the version, in colour on a terminal.
        Err(text) => {
            let text = text.render();
            let text = if telemetry::has_colours(&io::stdout()) { text.ansi().to_string() } else { text.to_string() };
            return cli::print(text.as_bytes());
        }
    };
    result.unwrap_or_else(|error| {
        cli::tell(error);
        ExitCode::FAILURE
    })
}

fn serve(config: Config, started: Instant) -> Result<ExitCode, Box<dyn Error>> {
    // If the runtime can start only some of its threads, it panics and then waits for them forever.
    panic::set_hook(Box::new(|panic| {
        cli::tell(format_args!("cannot start: {}", panic.payload_as_str().unwrap_or("unknown panic")));
        process::exit(1);
    }));
    let runtime = runtime()?;
    // From here on, panics are logged.
    let log = telemetry::install(config.log.clone());
    let result = runtime.block_on(service::run(config, log.dropped_lines.clone(), started));
    drop(runtime);
    drop(log);
    Ok(if result? == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A runtime with half as many threads as there are processors, at least one, since searches have threads of their own.
/// The variable `TOKIO_WORKER_THREADS` overrides the number.
///
/// On two processors, with 64 connections, one thread serves as many requests per second as two do, and uses four fifths
/// of the CPU time, because two often wake each other and free memory that the other allocated.
fn runtime() -> io::Result<Runtime> {
    let mut builder = Builder::new_multi_thread();
    if env::var_os("TOKIO_WORKER_THREADS").is_none() {
        builder.worker_threads((thread::available_parallelism().map_or(1, NonZeroUsize::get) / 2).max(1));
    }
    builder.enable_all().build()
}
