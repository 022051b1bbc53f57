//! The service as a whole: solver threads, routes and listeners, run until a signal stops them.

use std::sync::Arc;
use std::time::Instant;
use std::{fmt, io};

use tokio::net::TcpListener;

use crate::config::Config;
use crate::http::{self, App, ProcessMetrics};
use crate::pool::Pool;
use crate::server::{self, BindError, Counters, Outcome, ServingThread, Shutdown, Signals};
use crate::telemetry::{self, DroppedLines};

/// Why a service cannot start. The message is one line.
#[derive(Debug)]
pub enum StartError {
    /// An address cannot be bound.
    Bind(BindError),
    /// A thread cannot be started.
    Threads(io::Error),
    /// Another resource that the service needs is unavailable.
    System(io::Error),
}

/// Binds the listeners, starts the solver threads, and serves until a signal has shut the service down. The admin listener
/// responds until this function returns.
///
/// Returns how the drain ended. The log reports the time from `started` until the service was ready, and the metrics the number of dropped log lines.
///
/// # Errors
/// An address cannot be bound, the threads cannot be started, or the signal handlers cannot be installed.
///
/// # Panics
/// Outside a tokio runtime.
pub async fn run(config: Config, dropped_lines: DroppedLines, started: Instant) -> Result<Outcome, StartError> {
    let listener = server::bind(config.listen, "--listen", &config.connections).map_err(StartError::Bind)?;
    let admin = (config.admin_listen)
        .map(|address| server::bind(address, "--admin-listen", &config.admin_connections))
        .transpose()
        .map_err(StartError::Bind)?;
    let shutdown = Shutdown::new();
    let watch = shutdown.watch();
    let counters = Arc::new(Counters::default());
    let pool = Pool::start(config.pool).map_err(StartError::Threads)?;
    let process = ProcessMetrics { dropped_lines };
    let app = App::new(config.http, pool, watch.clone(), Arc::clone(&counters), process);

    let signals = Signals::install().map_err(StartError::System)?;
    let address = listener.local_addr().map_err(StartError::System)?;
    let admin_address = admin.as_ref().map(TcpListener::local_addr).transpose().map_err(StartError::System)?;
    tracing::info!(
        %address,
        url = format!("http://{}/", server::reachable(address)),
        admin_address = admin_address.map(tracing::field::display),
        threads = config.pool.threads,
        version = env!("CARGO_PKG_VERSION"),
        start_ms = telemetry::milliseconds(started.elapsed()),
        "listening"
    );
    let mut connections = config.connections;
    if let Some(descriptor_limit) = server::raise_descriptor_limit() {
        let for_admin = admin.as_ref().map_or(0, |_| config.admin_connections.max_connections);
        let most = server::connections_within(descriptor_limit, for_admin);
        let wanted = connections.max_connections;
        if wanted > most {
            tracing::warn!(
                max_connections = most,
                descriptor_limit,
                "lowered --max-connections from {wanted}: the limit on open files (ulimit -n) allows no more"
            );
            connections.max_connections = most;
        }
    }
    #[cfg(feature = "fault-injection")]
    tracing::warn!("built with fault-injection: any caller can stop the solver; do not expose this service");

    // It must answer probes while the public listener keeps the threads of the runtime busy.
    let start = |admin| ServingThread::start("admin", admin, http::admin_router(app.clone()), config.admin_connections);
    let _admin = admin.map(start).transpose().map_err(StartError::Threads)?;
    tokio::spawn(signals.drive(shutdown, config.drain_delay));
    let pressure = app.pressure();
    let outcome = server::serve(listener, http::router(app), connections, watch, counters, pressure).await;
    match outcome {
        Outcome::Drained => tracing::info!("drained: every request got its response"),
        Outcome::DeadlinePassed { aborted } => {
            tracing::warn!(aborted, "drain deadline passed: requests were aborted");
        }
        Outcome::Forced { aborted } => tracing::warn!(aborted, "second signal: requests were aborted"),
    }
    Ok(outcome)
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bind(error) => error.fmt(f),
            // The system reports the same error for every limit.
            Self::Threads(error) => write!(
                f,
                "cannot start all threads: {error}; check the limits on processes (ulimit -u, pids.max) and on memory (ulimit -v)"
            ),
            Self::System(error) => write!(f, "cannot start: {error}"),
        }
    }
}

impl std::error::Error for StartError {}
