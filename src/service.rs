//! The service as a whole: solver threads, routes and listeners, run until a signal stops them.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;
use std::{fmt, io};

use tokio::net::TcpListener;

use crate::config::Config;
use crate::http::{self, App, ProcessMetrics};
use crate::pool::Pool;
use crate::server::{self, BindError, Counters, Outcome, Shutdown, ShutdownWatch, Signals};
#[cfg(feature = "otlp")]
use crate::telemetry::otlp::{Exporter, ExporterBuildError};
use crate::telemetry::{DroppedLines, RuntimeLag};

/// A service that is bound to its addresses but not yet running.
#[derive(Debug)]
pub struct Service {
    config: Config,
    listener: TcpListener,
    admin: Option<TcpListener>,
    app: App,
    counters: Arc<Counters>,
    shutdown: Shutdown,
    watch: ShutdownWatch,
    #[cfg(feature = "otlp")]
    exporter: Option<Exporter>,
}

/// Why a service cannot start. The message is one line.
#[derive(Debug)]
pub enum StartError {
    /// An address cannot be bound.
    Bind(BindError),
    /// The solver threads cannot be started.
    Threads(io::Error),
    /// Another resource that the service needs is unavailable.
    System(io::Error),
    /// The span exporter cannot be created.
    #[cfg(feature = "otlp")]
    Exporter(ExporterBuildError),
}

impl Service {
    /// Starts the solver threads and binds the listeners. The metrics report the number of dropped log lines.
    ///
    /// # Errors
    /// An address cannot be bound, or the threads cannot be started.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn bind(config: Config, dropped_lines: DroppedLines) -> Result<Self, StartError> {
        let listener = server::bind(config.listen, "--listen", &config.connections)?;
        let admin = (config.admin_listen)
            .map(|address| server::bind(address, "--admin-listen", &config.admin_connections))
            .transpose()?;
        let shutdown = Shutdown::new();
        let watch = shutdown.watch();
        let counters = Arc::new(Counters::default());
        let pool = Pool::start(config.pool).map_err(StartError::Threads)?;
        let settings = config.http.clone();
        #[cfg(feature = "otlp")]
        let exporter = config.otlp_endpoint.as_ref().map(Exporter::start).transpose()?;
        #[cfg(feature = "otlp")]
        let settings = http::Settings { tracer: exporter.as_ref().map(Exporter::tracer), ..settings };
        let process = ProcessMetrics { dropped_lines, runtime_lag: RuntimeLag::start() };
        let app = App::new(settings, pool, watch.clone(), Arc::clone(&counters), process);
        Ok(Self {
            config,
            listener,
            admin,
            app,
            counters,
            shutdown,
            watch,
            #[cfg(feature = "otlp")]
            exporter,
        })
    }

    /// The address for requests.
    ///
    /// # Errors
    /// The system does not report it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The address for operators, if there is one.
    ///
    /// # Errors
    /// The system does not report it.
    pub fn admin_address(&self) -> io::Result<Option<SocketAddr>> {
        self.admin.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// Serves until a signal stops it. The admin listener responds until then. Logs the time from `started` until the
    /// service was ready.
    ///
    /// # Errors
    /// The signal handlers cannot be installed.
    pub async fn run(self, started: Instant) -> Result<Outcome, StartError> {
        let signals = Signals::install()?;
        let admin_address = self.admin_address()?.map(tracing::field::display);
        let start_ms = started.elapsed().as_secs_f64() * 1e3;
        let (address, threads) = (self.address()?, self.config.pool.threads);
        let (url, version) = (local_url(address), env!("CARGO_PKG_VERSION"));
        tracing::info!(%address, url, admin_address, threads, version, start_ms, "listening");
        let mut connections = self.config.connections;
        if let Some(descriptor_limit) = server::raise_descriptor_limit() {
            let for_admin = self.admin.as_ref().map_or(0, |_| self.config.admin_connections.max_connections);
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
        if let Some(admin) = self.admin {
            let service = http::admin_router(self.app.clone());
            let limits = self.config.admin_connections.clone();
            let counters = Arc::new(Counters::default());
            tokio::spawn(server::serve(admin, service, limits, ShutdownWatch::never(), counters));
        }
        tokio::spawn(signals.drive(self.shutdown, self.config.drain_delay));
        #[cfg(feature = "otlp")]
        let last_export = LastExport::new(self.exporter, self.watch.clone(), connections.drain_timeout);
        let service = http::router(self.app);
        let outcome = server::serve(self.listener, service, connections, self.watch, self.counters).await;
        match outcome {
            Outcome::Drained => tracing::info!("drained: every request got its response"),
            Outcome::DeadlinePassed { aborted } => {
                tracing::warn!(aborted, "drain deadline passed: requests were aborted");
            }
            Outcome::Forced { aborted } => tracing::warn!(aborted, "second signal: requests were aborted"),
        }
        #[cfg(feature = "otlp")]
        last_export.run().await;
        Ok(outcome)
    }
}

/// Exports the remaining spans before the drain deadline.
#[cfg(feature = "otlp")]
struct LastExport {
    exporter: Option<Exporter>,
    watch: ShutdownWatch,
    deadline: tokio::task::JoinHandle<Instant>,
}

#[cfg(feature = "otlp")]
impl LastExport {
    fn new(exporter: Option<Exporter>, watch: ShutdownWatch, drain_timeout: std::time::Duration) -> Self {
        let closing = watch.clone();
        let deadline = tokio::spawn(async move {
            closing.reached(server::Stage::Closing).await;
            Instant::now() + drain_timeout
        });
        Self { exporter, watch, deadline }
    }

    /// Exports the remaining spans unless a second signal interrupts it.
    async fn run(self) {
        if let (Some(exporter), Ok(deadline)) = (self.exporter, self.deadline.await) {
            tokio::select! {
                () = exporter.finish(deadline.saturating_duration_since(Instant::now())) => {}
                () = self.watch.reached(server::Stage::Ended) => {}
            }
        }
    }
}

/// The address at which a person on this machine finds the playground.
fn local_url(mut address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
    }
    format!("http://{address}/")
}

#[cfg(feature = "otlp")]
impl From<ExporterBuildError> for StartError {
    fn from(error: ExporterBuildError) -> Self {
        Self::Exporter(error)
    }
}

impl From<BindError> for StartError {
    fn from(error: BindError) -> Self {
        Self::Bind(error)
    }
}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bind(error) => error.fmt(f),
            Self::Threads(error) => {
                write!(
                    f,
                    "cannot start the solver threads: {error}; check the limit on processes (ulimit -u, pids.max)"
                )
            }
            Self::System(error) => write!(f, "cannot start: {error}"),
            #[cfg(feature = "otlp")]
            Self::Exporter(error) => write!(f, "cannot create the span exporter: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_playground_is_found_on_this_machine() {
        for (listen, url) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080/"),
            ("0.0.0.0:80", "http://127.0.0.1:80/"),
            ("[::]:8080", "http://[::1]:8080/"),
            ("192.0.2.7:8080", "http://192.0.2.7:8080/"),
        ] {
            assert_eq!(local_url(listen.parse().expect("an address")), url);
        }
    }
}
