//! The service as a whole: solver threads, routes and listeners, run until a signal stops them.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tracing_appender::non_blocking::ErrorCounter;

use crate::config::Config;
use crate::http::{self, App, Listener};
use crate::pool::Pool;
use crate::server::{self, Counters, Signals, Stage, serve};
use crate::telemetry;

/// Binds the listeners, starts the solver threads, and serves until a signal has shut the service down. The admin listener
/// responds until this function returns.
///
/// Returns the number of connections that the drain cut off during a request. The log reports the time from `started` until
/// the service was ready, and the metrics the number of dropped log lines.
///
/// # Errors
/// An address cannot be bound, the threads cannot be started, or the signal handlers cannot be installed. The message is
/// one line.
///
/// # Panics
/// Outside a tokio runtime.
pub async fn run(config: Config, dropped_lines: ErrorCounter, started: Instant) -> io::Result<usize> {
    let (connections, admin_connections) = (config.connections(), config.admin_connections());
    let listener = server::bind(config.addresses.listen, "--listen", &connections)?;
    let admin = (config.addresses.admin_listen)
        .map(|address| server::bind(address, "--admin-listen", &admin_connections))
        .transpose()?;
    let (shutdown, stage) = watch::channel(Stage::Running);
    let counters = Arc::new(Counters::default());
    let pool = Pool::start(config.pool()).map_err(|error| {
        // The system reports the same error for every limit.
        let check = "check the limits on processes (ulimit -u, pids.max) and on memory (ulimit -v)";
        io::Error::new(error.kind(), format!("cannot start all threads: {error}; {check}"))
    })?;
    let app = App::new(config.http(), pool, stage.clone(), Arc::clone(&counters), Some(dropped_lines));

    let signals = Signals::install()?;
    let address = listener.local_addr()?;
    let admin_address = admin.as_ref().map(TcpListener::local_addr).transpose()?;
    tracing::info!(
        %address,
        url = format!("http://{}/", server::reachable(address)),
        admin_address = admin_address.map(tracing::field::display),
        threads = config.pool().threads,
        version = env!("CARGO_PKG_VERSION"),
        start_ms = telemetry::milliseconds(started.elapsed()),
        "listening"
    );
    #[cfg(unix)]
    server::raise_descriptor_limit();
    #[cfg(feature = "fault-injection")]
    tracing::warn!("built with fault-injection: any caller can stop the solver; do not expose this service");

    if let Some(admin) = admin {
        // It answers until the process exits.
        let (running, router) = (watch::channel(Stage::Running).1, http::router(app.clone(), Listener::Admin));
        tokio::spawn(serve(admin, router, admin_connections, running, Arc::default()));
    }
    tokio::spawn(signals.drive(shutdown, config.drain_delay));
    let aborted = serve(listener, http::router(app, Listener::Public), connections, stage, counters).await;
    if aborted == 0 {
        tracing::info!("drained: every request got its response");
    } else {
        tracing::warn!(aborted, "requests were aborted");
    }
    Ok(aborted)
}
