//! Parses flags and environment variables into one validated [`Config`]. Binds nothing and starts nothing.

mod values;
mod variables;

use std::env;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::time::Duration;

use bytesize::{GIB, KIB};
use clap::builder::BoolishValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args, CommandFactory, FromArgMatches, Parser};
use clap_complete::Shell;
use tracing_subscriber::filter::Targets;

use self::values::{
    address, duration, number, optional_address, origins, positive_duration, public_url, seconds, size,
};
use crate::cli;
use crate::http::{BatchLimits, BodyLimits, Origins, Settings};
use crate::operations::operation::{GUESS_LIMIT, TIME_LIMIT};
use crate::operations::{self, AnyOperation};
use crate::pool::PoolSettings;
use crate::server::Limits;
use crate::solver_threads::Threads;
use crate::telemetry;

/// The address for requests if none is given.
const LISTEN: &str = "127.0.0.1:8080";

/// Time limit for receiving a request body. The largest takes it at 13 KiB a second.
const BODY_TIME: Duration = Duration::from_secs(20);

/// Time limit for waiting for a solver thread: soon enough for a gateway to ask another instance.
const QUEUE_WAIT: Duration = Duration::from_secs(1);

/// Maximum number of concurrent batches to solve, and of batches to rate or explain. More would only make each of them slower.
const MAX_BATCHES: NonZeroUsize = NonZeroUsize::new(32).expect("not zero");

/// Maximum number of connections to the admin listener: enough for some probes and metrics scrapers. The limit is
/// separate, so that a flood on the public listener cannot take these connections.
const ADMIN_MAX_CONNECTIONS: usize = 64;

/// The limits of a batch. None of them is a setting.
const BATCH: BatchLimits = BatchLimits {
    idle: Duration::from_secs(30),
    // Less than a line per second, which every working network provides.
    least_rate: 64,
    // Together with `idle`, below the write timeout, because such a client reads none of its answer until then.
    discard_time: Duration::from_secs(10),
};

/// What the process was asked to do.
#[derive(Debug)]
pub enum Command {
    /// Serve requests with these settings.
    Serve(Box<Config>),
    /// Run an operation with these flags.
    Operate(&'static AnyOperation, Box<ArgMatches>),
    /// Run another subcommand that starts no server.
    Run(Subcommand),
}

/// A subcommand that starts no server and is no operation.
#[derive(clap::Subcommand, Clone, Debug)]
pub enum Subcommand {
    /// Print the API description (OpenAPI 3.1, YAML)
    Openapi,
    /// Answer a language model that calls the operations as tools (Model Context Protocol), over standard input and output
    ///
    /// The exit code is 0 if every call was answered, and 2 if a flag is invalid, the input cannot be read or the output cannot
    /// be written.
    Mcp(Threads),
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Check whether the service that runs with these settings is ready; the exit code is 0 if it is, otherwise 1
    Healthcheck(Addresses),
}

/// The addresses of a service.
#[derive(Args, Clone, Debug)]
pub struct Addresses {
    /// Address to accept requests on. Port 0 picks a free port and logs it. A port alone means the loopback
    /// address; `:PORT` means all addresses, of IPv4 and IPv6. If the variable PORT is set, the default is that port on all addresses
    #[arg(long, env = "SUDOKU_LISTEN", value_name = "ADDRESS", default_value = default_listen().unwrap_or(LISTEN.to_owned()), value_parser = address)]
    pub listen: SocketAddr,

    /// Address of /metrics, /livez and /readyz for operators, which stay available until the process exits; `off` for none
    #[arg(long, env = "SUDOKU_ADMIN_LISTEN", value_name = "ADDRESS", default_value = "off", value_parser = optional_address)]
    pub admin_listen: std::option::Option<SocketAddr>,
}

/// Solves, validates, rates, explains and generates 9x9 sudoku grids over HTTP
///
/// Each flag can also be set by the environment variable shown next to it; the flag takes precedence. Durations need a
/// unit: 250ms, 5s, 2m. Sizes are in bytes or take a unit: 16KiB, 1MB.
///
/// The exit code is 0 if every request got its answer, 1 if the service cannot start or a shutdown cut requests off, and 2
/// if a setting is invalid.
#[derive(Parser, Clone, Debug)]
#[command(version, name = "sudoku-service", max_term_width = 100, args_conflicts_with_subcommands = true)]
pub struct Config {
    #[command(subcommand)]
    command: Option<Subcommand>,

    /// The addresses of its listeners.
    #[command(flatten)]
    pub addresses: Addresses,

    #[command(flatten)]
    threads: Threads,

    /// Maximum number of requests that wait for a solver thread; more are rejected as overload
    #[arg(long, value_name = "NUMBER", default_value_t = 1024, value_parser = number(1_000_000))]
    queue_depth: usize,

    /// Time limit from one response to the head of the next request, plus up to a fifth. Must exceed the idle timeout that
    /// the gateway applies to its connections
    #[arg(long, value_name = "DURATION", default_value = seconds(Limits::default().idle_timeout), value_parser = positive_duration)]
    keep_alive_timeout: Duration,

    /// Age at which a connection is closed after its next response, plus up to a fifth, so that replicas behind a
    /// connection-level load balancer share the load
    #[arg(long, value_name = "DURATION", default_value = seconds(Limits::default().max_age), value_parser = positive_duration)]
    max_connection_age: Duration,

    /// Maximum size of a request body; at most 256KiB
    #[arg(long, value_name = "SIZE", default_value = "16KiB", value_parser = size(1..=256 * KIB))]
    max_body: usize,

    /// Maximum number of open connections; further ones wait
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().max_connections, value_parser = number(1_000_000))]
    max_connections: usize,

    /// Maximum memory for bodies that are being received and answers that are being sent; further requests are rejected
    /// as overload
    #[arg(long, value_name = "SIZE", default_value = "48MiB", value_parser = size(0..=64 * GIB))]
    max_memory: usize,

    /// Whether language models may call the operations as tools, at /mcp (Model Context Protocol): on or off
    #[arg(
        long,
        value_name = "SWITCH",
        default_value = "on",
        action = ArgAction::Set,
        hide_possible_values = true,
        value_parser = BoolishValueParser::new(),
    )]
    mcp: bool,

    /// Origins whose pages may read responses, separated by commas; `*` for all
    #[arg(long, value_name = "ORIGINS", default_value = "*", value_parser = origins)]
    allow_origins: Origins,

    /// URL or path prefix under which callers reach the service, for the `type` of problems. A service on a loopback
    /// address answers /mcp only under a loopback name and the host of this URL
    #[arg(long, value_name = "URL", default_value = "", value_parser = public_url)]
    public_url: String,

    /// How long connections are still accepted after SIGTERM, while /readyz already returns 503
    #[arg(long, value_name = "DURATION", default_value = "0s", value_parser = duration)]
    pub drain_delay: Duration,

    /// Time limit for running requests once the listener is closed
    #[arg(long, value_name = "DURATION", default_value = seconds(Limits::default().drain_timeout), value_parser = duration)]
    drain_timeout: Duration,

    /// Log filter: error, warn, info, debug (one line per response) or trace, or a list such as
    /// `info,sudoku_service::http=debug`. Lines are JSON unless standard error is a terminal
    #[arg(long, value_name = "FILTER", default_value = "info", value_parser = telemetry::filter)]
    pub log: Targets,
}

/// The commands: those of the operations, and the others.
fn command() -> clap::Command {
    // Those of the operations come first in the help.
    let commands = cli::commands().enumerate().map(|(i, command)| command.display_order(i));
    let command = Config::command().mut_subcommands(|command| command.display_order(100)).subcommands(commands);
    command.mut_args(|arg| {
        let variable = format!("{}{}", variables::PREFIX, arg.get_id().as_str().to_uppercase());
        arg.env(variable)
    })
}

/// The completions of every command and flag for a shell.
pub fn completions(shell: Shell) -> String {
    let (mut command, mut script) = (command(), Vec::new());
    clap_complete::generate(shell, &mut command, "sudoku-service", &mut script);
    // Written in two ways in the script for bash because of the hyphen in the name, so that no command would be completed.
    String::from_utf8_lossy(&script).replace("sudoku__subcmd__service__", "sudoku__service__")
}

impl Command {
    /// Parses these arguments, the first of which is the program's name. Settings that they omit are taken from the
    /// environment.
    ///
    /// # Errors
    /// The first invalid setting, or an environment variable that starts with `SUDOKU_` but is not a setting; or the text to
    /// print, if the arguments ask for the help or the version.
    pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let matches = variables::checked(command())?.try_get_matches_from(arguments)?;
        if let Some((name, matches)) = matches.subcommand()
            && let Some(operation) = operations::find(name)
        {
            return Ok(Self::Operate(operation, Box::new(matches.clone())));
        }
        let config = Config::from_arg_matches(&matches)?;
        if let Some(subcommand) = config.command {
            return Ok(Self::Run(subcommand));
        }
        if matches.value_source("listen") == Some(ValueSource::DefaultValue) {
            default_listen()?;
        }
        Ok(Self::Serve(Box::new(config)))
    }
}

impl Config {
    /// The limits on connections to the public listener.
    pub fn connections(&self) -> Limits {
        Limits {
            max_connections: self.max_connections,
            idle_timeout: self.keep_alive_timeout,
            max_age: self.max_connection_age,
            drain_timeout: self.drain_timeout,
            ..Limits::default()
        }
    }

    /// The limits on connections to the admin listener.
    pub fn admin_connections(&self) -> Limits {
        Limits { max_connections: ADMIN_MAX_CONNECTIONS, ..self.connections() }
    }

    /// The settings of the HTTP handlers.
    pub fn http(&self) -> Settings {
        Settings {
            body: BodyLimits { bytes: self.max_body, time: BODY_TIME },
            batch: BATCH,
            memory_bytes: self.max_memory,
            drain_timeout: self.drain_timeout,
            request_timeout: TIME_LIMIT,
            node_limit: GUESS_LIMIT,
            mcp: self.mcp,
            is_local: self.addresses.listen.ip().is_loopback(),
            public_url: self.public_url.clone(),
            origins: self.allow_origins.clone(),
        }
    }

    /// The solver threads and their queue.
    pub fn pool(&self) -> PoolSettings {
        PoolSettings {
            threads: self.threads.number(),
            queue_depth: NonZeroUsize::new(self.queue_depth).unwrap_or(NonZeroUsize::MIN),
            longest_wait: QUEUE_WAIT,
            lanes: MAX_BATCHES,
            kinds: &operations::KINDS,
        }
    }
}

/// The default of `--listen`. Container platforms set `PORT` and send requests to the container's own address.
///
/// # Errors
/// `PORT` is none. That keeps only a service from starting, since the variable may be that of another program.
fn default_listen() -> Result<String, clap::Error> {
    let Some(port) = env::var_os(variables::PORT).filter(|port| !port.is_empty()) else { return Ok(LISTEN.to_owned()) };
    let listen = format!(":{}", port.display());
    address(&listen).map(|_| listen.clone()).map_err(|expected| {
        let error = format!("invalid value '{listen}' for '--listen <ADDRESS>': {expected}\n");
        clap::Error::raw(ErrorKind::ValueValidation, error)
    })
}
