//! Flags and environment variables, as one validated [`Config`]. It binds nothing and starts nothing.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::time::Duration;

use axum::http::HeaderValue;
use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand};
use ipnet::IpNet;
use tracing_subscriber::EnvFilter;

use crate::http::{BatchLimits, BodyLimits, HeadLimits, Origins, Settings};
use crate::pool::PoolSettings;
use crate::server::Limits;
use crate::solve;
#[cfg(feature = "otlp")]
use crate::telemetry::otlp;

/// What the process was asked to do.
#[derive(Debug)]
pub enum Command {
    /// Serve requests.
    Serve(Box<Config>),
    /// Print the contract.
    OpenApi,
    /// Solve a file of puzzles.
    Solve(solve::Flags),
    /// Ask a running service how it is.
    HealthCheck(SocketAddr),
    /// Print this text, which was asked for.
    Print(String),
}

/// Everything that can be set, valid and with its defaults.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where requests are taken.
    pub listen: SocketAddr,
    /// Where operators and their probes ask, if anywhere.
    pub admin_listen: Option<SocketAddr>,
    /// What bounds the connections of callers.
    pub connections: Limits,
    /// What bounds the connections of operators.
    pub admin_connections: Limits,
    /// What the handlers need.
    pub http: Settings,
    /// The solver's threads and their queue.
    pub pool: PoolSettings,
    /// How long the listener goes on accepting after a shutdown has begun.
    pub drain_delay: Duration,
    /// Which log lines are written.
    pub log: String,
    /// Where spans are exported to, if anywhere.
    #[cfg(feature = "otlp")]
    pub otlp_endpoint: Option<axum::http::Uri>,
}

/// A setting that cannot be used, in one line.
#[derive(Debug)]
pub struct ConfigError(String);

impl std::fmt::Display for ConfigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}

/// Solves and validates 9x9 sudoku grids over HTTP.
///
/// Every flag can be set by the environment variable that stands beside it; a flag has precedence. Durations are
/// written with their unit: 250ms, 5s, 2m.
#[derive(Parser)]
#[command(version, name = "sudoku-service", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Subcommands>,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Subcommand)]
enum Subcommands {
    /// Solve a puzzle a line, from a file or the standard input to the standard output, on all processors.
    ///
    /// An answer is a line as POST /solve/batch gives it. Exit 0 if every puzzle was solved, 1 if the answer to some
    /// line is a problem, 2 if the input cannot be read or the answers cannot be written.
    Solve(solve::Flags),
    /// Print the contract (OpenAPI 3.1, YAML) and exit.
    Openapi,
    /// Ask the service that runs with the same settings whether it takes requests; exit 0 if it does, else 1.
    Healthcheck,
}

#[derive(Args)]
struct Flags {
    /// The address and port to take requests at. Port 0 takes a free one, which the log names.
    #[arg(long, env = "SUDOKU_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080", global = true)]
    listen: SocketAddr,

    /// The address and port for operators: /metrics, /livez and /readyz, which answer there until the process exits;
    /// `off` for none.
    #[arg(long, env = "SUDOKU_ADMIN_LISTEN", value_name = "ADDRESS", default_value = "off", value_parser = optional_address, global = true)]
    admin_listen: Admin,

    /// How many threads solve what takes more than some tens of microseconds. The number of available processors if it is not set.
    #[arg(long, env = "SUDOKU_THREADS", value_name = "NUMBER", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,

    /// How many requests may wait for a solver thread; one more is refused as overload.
    #[arg(long, env = "SUDOKU_QUEUE_DEPTH", value_name = "NUMBER", default_value_t = 1024, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    queue_depth: usize,

    /// How long a request may wait for a solver thread before it is refused as overload.
    #[arg(long, env = "SUDOKU_QUEUE_WAIT", value_name = "DURATION", default_value = "1s", value_parser = duration)]
    queue_wait: Duration,

    /// How many guesses a search may spend before it ends as `search-limit`. The hardest known puzzles with one
    /// solution take a few thousand.
    #[arg(long, env = "SUDOKU_NODE_LIMIT", value_name = "NUMBER", default_value_t = 1_000_000)]
    node_limit: u64,

    /// How long a request may take once its body is there, until the solver's answer.
    #[arg(long, env = "SUDOKU_REQUEST_TIMEOUT", value_name = "DURATION", default_value = "5s", value_parser = duration)]
    request_timeout: Duration,

    /// How long a body may take to arrive.
    #[arg(long, env = "SUDOKU_BODY_TIMEOUT", value_name = "DURATION", default_value = "20s", value_parser = duration)]
    body_timeout: Duration,

    /// The most bytes of a body.
    #[arg(long, env = "SUDOKU_MAX_BODY", value_name = "BYTES", default_value_t = 16 * 1024, value_parser = RangedU64ValueParser::<usize>::new().range(1..=16 * 1024 * 1024))]
    max_body: usize,

    /// The most bytes of a request's target, its query included.
    #[arg(long, env = "SUDOKU_MAX_TARGET", value_name = "BYTES", default_value_t = 8 * 1024, value_parser = RangedU64ValueParser::<usize>::new().range(1..=32 * 1024))]
    max_target: usize,

    /// The most bytes of a request's header fields together.
    #[arg(long, env = "SUDOKU_MAX_HEADER", value_name = "BYTES", default_value_t = 16 * 1024, value_parser = RangedU64ValueParser::<usize>::new().range(256..=32 * 1024))]
    max_header: usize,

    /// How many connections may be open at once. One more closes the one that has been idle longest, and waits if
    /// none is idle.
    #[arg(long, env = "SUDOKU_MAX_CONNECTIONS", value_name = "NUMBER", default_value_t = 4096, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    max_connections: usize,

    /// The same for the admin listener.
    #[arg(long, env = "SUDOKU_ADMIN_MAX_CONNECTIONS", value_name = "NUMBER", default_value_t = 64, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    admin_max_connections: usize,

    /// How long a request's head may take to arrive.
    #[arg(long, env = "SUDOKU_HEAD_TIMEOUT", value_name = "DURATION", default_value = "10s", value_parser = duration)]
    head_timeout: Duration,

    /// How long a connection may rest between two requests; longer than the gateway keeps its own.
    #[arg(long, env = "SUDOKU_KEEP_ALIVE_TIMEOUT", value_name = "DURATION", default_value = "90s", value_parser = duration)]
    keep_alive_timeout: Duration,

    /// How long a caller may refuse to take one more byte of its answer. Longer than a batch may pause and its upload
    /// then be thrown away, so that a caller that sends all before it reads is told what came of it.
    #[arg(long, env = "SUDOKU_WRITE_TIMEOUT", value_name = "DURATION", default_value = "60s", value_parser = duration)]
    write_timeout: Duration,

    /// How many bytes of its answers the system holds for a caller that does not read them. An answer goes out no faster
    /// than so much a round trip. The system may allow less (on Linux net.core.wmem_max).
    #[arg(long, env = "SUDOKU_SEND_BUFFER", value_name = "BYTES", default_value_t = 128 * 1024, value_parser = RangedU64ValueParser::<u32>::new().range(4096..=64 * 1024 * 1024))]
    send_buffer: u32,

    /// How long a request is still served after its caller closed its sending side and took no byte.
    #[arg(long, env = "SUDOKU_HANGUP_GRACE", value_name = "DURATION", default_value = "1s", value_parser = duration)]
    hangup_grace: Duration,

    /// How many header fields a request may have.
    #[arg(long, env = "SUDOKU_MAX_HEADERS", value_name = "NUMBER", default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    max_headers: usize,

    /// How many bytes of a body are read and thrown away after an answer that did not need them.
    #[arg(long, env = "SUDOKU_LINGER_BYTES", value_name = "BYTES", default_value_t = 32 * 1024 * 1024)]
    linger_bytes: u64,

    /// How long that may take.
    #[arg(long, env = "SUDOKU_LINGER_TIMEOUT", value_name = "DURATION", default_value = "10s", value_parser = duration)]
    linger_timeout: Duration,

    /// How many batches may be at work at once; one more is refused as overload.
    #[arg(long, env = "SUDOKU_MAX_BATCHES", value_name = "NUMBER", default_value_t = 32, value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000))]
    max_batches: usize,

    /// Up to how many bytes a batch is read whole before its answer begins, if its length is announced. A gateway that
    /// does not pass an answer while it takes the request must not let larger ones through.
    #[arg(long, env = "SUDOKU_BATCH_WHOLE", value_name = "BYTES", default_value_t = 1024 * 1024, value_parser = RangedU64ValueParser::<usize>::new().range(0..=64 * 1024 * 1024))]
    batch_whole: usize,

    /// How many bytes the batches that are read whole may hold together; one more is refused as overload.
    #[arg(long, env = "SUDOKU_BATCH_MEMORY", value_name = "BYTES", default_value_t = 64 * 1024 * 1024, value_parser = RangedU64ValueParser::<usize>::new().range(0..=64 * 1024 * 1024 * 1024))]
    batch_memory: usize,

    /// How long a batch may pause, both directions together, before its answers end.
    #[arg(long, env = "SUDOKU_BATCH_IDLE", value_name = "DURATION", default_value = "30s", value_parser = duration)]
    batch_idle: Duration,

    /// How many bytes a second a batch must move, both directions together, over each such time.
    #[arg(long, env = "SUDOKU_BATCH_LEAST_RATE", value_name = "BYTES", default_value_t = 16)]
    batch_least_rate: u64,

    /// How many bytes of a batch's upload are read and thrown away once its answers ended early, so that a caller that
    /// sends all before it reads comes to read why.
    #[arg(long, env = "SUDOKU_BATCH_DISCARD_BYTES", value_name = "BYTES", default_value_t = 1024 * 1024 * 1024)]
    batch_discard_bytes: u64,

    /// How long that may take.
    #[arg(long, env = "SUDOKU_BATCH_DISCARD_TIMEOUT", value_name = "DURATION", default_value = "20s", value_parser = duration)]
    batch_discard_timeout: Duration,

    /// The origins whose pages may read the answers, separated by commas, or `*` for all of them.
    #[arg(long, env = "SUDOKU_ALLOW_ORIGINS", value_name = "ORIGINS", default_value = "*", value_parser = origins)]
    allow_origins: Origins,

    /// The addresses or nets of gateways, separated by commas, whose `Forwarded` or `X-Forwarded-For` is believed. It
    /// is only logged.
    #[arg(long, env = "SUDOKU_TRUSTED_PROXIES", value_name = "NETS", value_delimiter = ',', value_parser = net)]
    trusted_proxies: Vec<IpNet>,

    /// The address or the path prefix at which callers reach the service, for the `type` of problems.
    #[arg(long, env = "SUDOKU_PUBLIC_URL", value_name = "URL", default_value = "")]
    public_url: String,

    /// How long the service goes on accepting connections after SIGTERM, while /readyz already answers 503.
    #[arg(long, env = "SUDOKU_DRAIN_DELAY", value_name = "DURATION", default_value = "0s", value_parser = duration)]
    drain_delay: Duration,

    /// How long running requests may take to finish once the listener is closed.
    #[arg(long, env = "SUDOKU_DRAIN_TIMEOUT", value_name = "DURATION", default_value = "10s", value_parser = duration)]
    drain_timeout: Duration,

    /// Which log lines are written: error, warn, info, debug (a line for every answer) or trace, or filters such as
    /// `info,sudoku_service::http=debug`. Lines are JSON unless the standard error is a terminal.
    #[arg(long, env = "SUDOKU_LOG", value_name = "FILTER", default_value = "info", value_parser = log_filter)]
    log: String,

    /// The collector that a span for every request is exported to by OTLP (http/protobuf); `off` for none. A URL
    /// without a path gets `/v1/traces`. Where it is not set, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT or
    /// OTEL_EXPORTER_OTLP_ENDPOINT is taken.
    #[cfg(feature = "otlp")]
    #[arg(long, env = "SUDOKU_OTLP_ENDPOINT", value_name = "URL", default_value = otlp::default_endpoint(), value_parser = otlp::endpoint)]
    otlp_endpoint: otlp::Endpoint,
}

impl Command {
    /// Reads the arguments, the first of which is the program's name, and the environment.
    ///
    /// # Errors
    /// The first setting that cannot be used.
    pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, ConfigError> {
        let cli = match Cli::try_parse_from(arguments) {
            Ok(cli) => cli,
            Err(text) if !text.use_stderr() => {
                let text = text.render();
                let styled = io::stdout().is_terminal();
                return Ok(Self::Print(if styled { text.ansi().to_string() } else { text.to_string() }));
            }
            Err(error) => return Err(ConfigError(first_line(&error))),
        };
        match cli.command {
            Some(Subcommands::Solve(flags)) => Ok(Self::Solve(flags)),
            Some(Subcommands::Openapi) => Ok(Self::OpenApi),
            Some(Subcommands::Healthcheck) => {
                Ok(Self::HealthCheck(cli.flags.admin_listen.0.unwrap_or(cli.flags.listen)))
            }
            None => Ok(Self::Serve(Box::new(Config::of(cli.flags)))),
        }
    }
}

impl Config {
    fn of(flags: Flags) -> Self {
        let available = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let at_least_one = |number| NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN);
        let connections = Limits {
            max_connections: flags.max_connections,
            head_timeout: flags.head_timeout,
            idle_timeout: flags.keep_alive_timeout,
            write_timeout: flags.write_timeout,
            send_buffer: flags.send_buffer,
            hangup_grace: flags.hangup_grace,
            // Above what the problems `uri-too-long` and `header-too-large` are for, so that those can be told.
            max_head_bytes: 2 * (flags.max_target + flags.max_header),
            max_headers: flags.max_headers,
            linger_bytes: flags.linger_bytes,
            linger_timeout: flags.linger_timeout,
            drain_timeout: flags.drain_timeout,
            ..Limits::default()
        };
        Self {
            listen: flags.listen,
            admin_listen: flags.admin_listen.0,
            admin_connections: Limits { max_connections: flags.admin_max_connections, ..connections.clone() },
            connections,
            http: Settings {
                body: BodyLimits { bytes: flags.max_body, time: flags.body_timeout },
                batch: BatchLimits {
                    whole_bytes: flags.batch_whole,
                    memory_bytes: flags.batch_memory,
                    idle: flags.batch_idle,
                    least_rate: flags.batch_least_rate,
                    discard_bytes: flags.batch_discard_bytes,
                    discard_time: flags.batch_discard_timeout,
                },
                head: HeadLimits { target_bytes: flags.max_target, header_bytes: flags.max_header },
                request_timeout: flags.request_timeout,
                node_limit: flags.node_limit,
                public_url: flags.public_url,
                origins: flags.allow_origins,
                trusted_proxies: flags.trusted_proxies,
                #[cfg(feature = "otlp")]
                tracer: None,
            },
            pool: PoolSettings {
                threads: flags.threads.map_or(available, at_least_one),
                queue_depth: at_least_one(flags.queue_depth),
                longest_wait: flags.queue_wait,
                lanes: at_least_one(flags.max_batches),
            },
            drain_delay: flags.drain_delay,
            log: flags.log,
            #[cfg(feature = "otlp")]
            otlp_endpoint: flags.otlp_endpoint.0,
        }
    }
}

/// What is wrong, without the usage that clap adds in further lines.
fn first_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let line = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    format!("{line} (`sudoku-service --help` explains every setting)")
}

fn duration(text: &str) -> Result<Duration, String> {
    const LONGEST: Duration = Duration::from_hours(24);
    let duration =
        humantime::parse_duration(text).map_err(|_| "a duration such as 250ms, 5s or 2m is expected".to_owned())?;
    if duration > LONGEST { Err("a day is the longest duration".to_owned()) } else { Ok(duration) }
}

/// An address, or none.
#[derive(Clone, Copy, Debug)]
struct Admin(Option<SocketAddr>);

fn optional_address(text: &str) -> Result<Admin, String> {
    if text == "off" {
        return Ok(Admin(None));
    }
    text.parse()
        .map(|address| Admin(Some(address)))
        .map_err(|_| "an address such as 127.0.0.1:8081, or off, is expected".to_owned())
}

fn origins(text: &str) -> Result<Origins, String> {
    if text.trim() == "*" {
        return Ok(Origins::Any);
    }
    let origin = |origin: &str| {
        let origin = origin.trim();
        let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://")).unwrap_or_default();
        if host.is_empty() || host.contains('/') || host.contains('*') {
            return Err(format!("{origin:?} is no origin such as https://example.org"));
        }
        HeaderValue::try_from(origin.to_ascii_lowercase()).map_err(|_| format!("{origin:?} is no origin"))
    };
    text.split(',').map(origin).collect::<Result<_, _>>().map(Origins::These)
}

fn net(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let host = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| host()).map_err(|_| format!("{text:?} is no address or net such as 10.0.0.0/8"))
}

fn log_filter(text: &str) -> Result<String, String> {
    match EnvFilter::builder().parse(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
