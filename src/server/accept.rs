//! The accept loop of a listener, and its drain.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http_body::Body;
use hyper::{Request, Response};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Interval, MissedTickBehavior, interval, sleep, timeout};
use tower::{BoxError, Service};

use super::counters::Counters;
use super::limits::Limits;
use super::listener::Listener;
use super::open_connections::OpenConnections;
use super::pressure::Pressure;
use super::request_body::RequestBody;
use super::serve_connection::serve_connection;
use super::shutdown::{ShutdownWatch, Stage};

/// The pause after `accept` has failed for lack of file descriptors or memory.
const PAUSE: Duration = Duration::from_millis(50);

/// Time limit for aborted connections to end.
const ABORT_TIME: Duration = Duration::from_secs(1);

/// Minimum time between two log lines about the same problem.
const LOG_INTERVAL: Duration = Duration::from_secs(1);

/// How serving a listener ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// Every request got its response.
    Drained,
    /// The drain deadline passed and aborted running requests.
    DeadlinePassed {
        /// The number of aborted requests.
        aborted: usize,
    },
    /// The shutdown reached [`Stage::Ended`], which aborted running requests.
    Forced {
        /// The number of aborted requests.
        aborted: usize,
    },
}

/// Serves the connections of `listener` with `service` until `shutdown` is complete.
///
/// While the shutdown is [draining](Stage::Draining), connections are still accepted, and every response carries
/// `Connection: close`. Once it is [closing](Stage::Closing), the connections that the kernel has already accepted are
/// still served, and the listener is closed. Connections are then closed once they have been idle for
/// [`Limits::arrival_grace`]. Running requests have [`Limits::drain_timeout`] to finish; a request whose head has
/// partly arrived counts as running. Requests still running after that are aborted.
///
/// When `pressure` is reported, the connections that read their answers most slowly end.
///
/// If the returned future is dropped, every connection ends.
///
/// # Panics
/// Outside a tokio runtime with its timer and I/O enabled.
pub async fn serve<S, B>(
    listener: TcpListener,
    service: S,
    limits: Limits,
    shutdown: ShutdownWatch,
    counters: Arc<Counters>,
    pressure: Arc<Pressure>,
) -> Outcome
where
    S: Service<Request<RequestBody>, Response = Response<B>> + Clone + Send + 'static,
    S::Future: Send,
    S::Error: Into<BoxError>,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<BoxError> + Send,
{
    let mut ticks = interval(limits.tick());
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let http1 = Arc::new(limits.http1());
    let shared = Arc::new(Listener::new(limits, shutdown.clone()));
    let open = AbortOnDrop(Arc::new(OpenConnections::new(shared, counters.clone())));
    let spawn = |stream: TcpStream, peer: SocketAddr| {
        // Responses are written whole, so the kernel has nothing to gain from waiting for more data. An error means
        // that the peer is gone, which the next read will report.
        let _ = stream.set_nodelay(true);
        // A listener on all addresses reports one of IPv4 as one of IPv6.
        let peer = SocketAddr::new(peer.ip().to_canonical(), peer.port());
        tokio::spawn(serve_connection(stream, service.clone(), Arc::clone(&http1), open.0.admit(peer)));
    };
    let closing = shutdown.reached(Stage::Closing);
    tokio::pin!(closing);
    let mut failure_log = RateLimit::default();
    let mut full_log = RateLimit::default();
    // A connection beyond the limit is accepted before there is room for it, because accepting is the only way to see
    // it.
    let mut newcomer: Option<(TcpStream, SocketAddr)> = None;
    loop {
        if newcomer.is_some() && !open.0.make_room() {
            if let Some(suppressed) = full_log.pass() {
                let max_connections = open.0.listener.limits.max_connections;
                tracing::warn!(max_connections, suppressed, "reached the connection limit");
            }
        } else if let Some((stream, peer)) = newcomer.take() {
            spawn(stream, peer);
        }
        tokio::select! {
            biased;
            () = &mut closing => break,
            _ = ticks.tick(), if open.0.count() > 0 => open.0.tick(),
            () = open.0.listener.changed(), if newcomer.is_some() => {}
            () = pressure.reported() => open.0.relieve(),
            accepted = listener.accept(), if newcomer.is_none() => match accepted {
                Ok(accepted) => newcomer = Some(accepted),
                Err(error) => {
                    counters.count_accept_error();
                    if !concerns_one_connection(&error) {
                        if let Some(suppressed) = failure_log.pass() {
                            tracing::error!(%error, suppressed, "cannot accept connections");
                        }
                        pause(&open.0, &mut ticks).await;
                    }
                }
            },
        }
    }
    if let Some((stream, peer)) = newcomer {
        spawn(stream, peer);
    }
    if let Ok(listener) = listener.into_std() {
        // The runtime may not yet know about connections that the kernel has accepted, so ask the kernel directly.
        while open.0.has_room()
            && let Ok((stream, peer)) = listener.accept()
            && stream.set_nonblocking(true).is_ok()
            && let Ok(stream) = TcpStream::from_std(stream)
        {
            spawn(stream, peer);
        }
    }
    drain(&open.0, &shutdown, &mut ticks).await
}

/// Tries to make room when the process has run out of file descriptors or memory, then waits briefly.
async fn pause(open: &OpenConnections, ticks: &mut Interval) {
    open.listener.want_room(true);
    open.evict();
    let pause = sleep(PAUSE);
    tokio::pin!(pause);
    loop {
        tokio::select! {
            () = &mut pause => return,
            () = open.listener.changed() => return,
            _ = ticks.tick() => open.tick(),
        }
    }
}

/// Waits until every connection has ended, and ends them at the deadline.
async fn drain(open: &OpenConnections, shutdown: &ShutdownWatch, ticks: &mut Interval) -> Outcome {
    open.listener.want_room(true);
    let ended = shutdown.reached(Stage::Ended);
    let deadline = sleep(open.listener.limits.drain_timeout);
    tokio::pin!(ended, deadline);
    let forced = loop {
        if open.count() == 0 {
            return Outcome::Drained;
        }
        tokio::select! {
            biased;
            () = &mut ended => break true,
            () = &mut deadline => break false,
            () = open.listener.changed() => {}
            _ = ticks.tick() => open.tick(),
        }
    };
    let aborted = open.abort_all();
    // The thread that runs a future drops it. Wait only briefly, because a future may block its thread.
    let all_gone = async {
        while open.count() > 0 {
            open.listener.changed().await;
        }
    };
    let _ = timeout(ABORT_TIME, all_gone).await;
    match aborted {
        0 => Outcome::Drained,
        aborted if forced => Outcome::Forced { aborted },
        aborted => Outcome::DeadlinePassed { aborted },
    }
}

/// Whether `accept` failed because of a single connection, so that the next call may succeed.
fn concerns_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
            | io::ErrorKind::NetworkDown
            | io::ErrorKind::NetworkUnreachable
            | io::ErrorKind::HostUnreachable
    )
}

/// Ends every connection when the serving future is dropped.
struct AbortOnDrop(Arc<OpenConnections>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort_all();
    }
}

/// Limits a log line to one per [`LOG_INTERVAL`].
#[derive(Default)]
struct RateLimit {
    last: Option<Instant>,
    suppressed: u64,
}

impl RateLimit {
    /// The number of lines suppressed since the last one, or `None` if it is too soon for another.
    fn pass(&mut self) -> Option<u64> {
        if self.last.is_some_and(|last| last.elapsed() < LOG_INTERVAL) {
            self.suppressed += 1;
            return None;
        }
        self.last = Some(Instant::now());
        Some(std::mem::take(&mut self.suppressed))
    }
}
