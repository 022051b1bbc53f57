//! The accept loop of one listener, and its drain.

use std::{
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use http_body::Body;
use hyper::{Request, Response};
use tokio::{
    net::{TcpListener, TcpStream},
    time::{Interval, MissedTickBehavior, interval, sleep, timeout},
};
use tower::Service;

use super::{
    BoxError, Limits, connection,
    counters::Counters,
    exchange::RequestBody,
    open::{Admitted, Listener},
    shutdown::{ShutdownWatch, Stage},
};

/// How long to wait after `accept` failed for want of a file descriptor or of memory.
const PAUSE: Duration = Duration::from_millis(50);

/// How long connections that were told to end may take for it.
const ABORT_TIME: Duration = Duration::from_secs(1);

/// How the serving of a listener came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// Every request that was begun was answered.
    Drained,
    /// The drain's deadline passed with requests still running, and they were cut off.
    DeadlinePassed {
        /// How many they were.
        aborted: usize,
    },
    /// The shutdown went on to [`Stage::Ended`], which cut running requests off.
    Forced {
        /// How many they were.
        aborted: usize,
    },
}

/// Answers the connections of `listener` with `service` until `shutdown` has run its course.
///
/// While it is [draining](Stage::Draining), connections are still accepted, and every answer carries
/// `Connection: close`. When it is [closing](Stage::Closing), those that the kernel has accepted by then are still
/// taken in, the listener is closed, idle connections are closed (those that rest for less than
/// [`Limits::arrival_grace`] when that has passed), and running requests finish within
/// [`Limits::drain_timeout`]; a request whose head has come in part counts as running. What is left is cut off.
///
/// If the returned future is dropped, every connection ends.
///
/// # Panics
/// Outside a tokio runtime with its timer and I/O on.
pub async fn serve<S, B>(
    listener: TcpListener,
    service: S,
    limits: Limits,
    shutdown: ShutdownWatch,
    counters: Arc<Counters>,
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
    let open = AbortOnDrop(Arc::new(Listener::new(limits, shutdown.clone(), Arc::clone(&counters))));
    let spawn = |stream: TcpStream, peer: SocketAddr| {
        // Answers are written whole, so there is nothing that the kernel could gather by waiting. If it fails, the
        // peer is gone, which reading will show.
        let _ = stream.set_nodelay(true);
        let admitted: Admitted = open.0.admit(peer);
        tokio::spawn(connection::run(stream, service.clone(), Arc::clone(&http1), admitted));
    };
    let closing = shutdown.reached(Stage::Closing);
    tokio::pin!(closing);
    let mut complaints = Complaints::default();
    // A connection beyond the limit is accepted before room is made for it: only then is it known to be there.
    let mut newcomer: Option<(TcpStream, SocketAddr)> = None;
    loop {
        if newcomer.is_some() && !open.0.make_room() {
            complaints.full(open.0.limits.max_connections);
        } else if let Some((stream, peer)) = newcomer.take() {
            spawn(stream, peer);
        }
        tokio::select! {
            biased;
            () = &mut closing => break,
            _ = ticks.tick(), if open.0.open() > 0 => open.0.tick(),
            () = open.0.changed(), if newcomer.is_some() => {}
            accepted = listener.accept(), if newcomer.is_none() => match accepted {
                Ok(accepted) => newcomer = Some(accepted),
                Err(error) => {
                    counters.count_accept_error();
                    if !concerns_one_connection(&error) {
                        complaints.accept(&error);
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
        // The runtime may not know yet of connections that the kernel has accepted for us, so it is asked directly.
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

/// Makes room when the process has run out of file descriptors or memory, and waits for it a moment.
async fn pause(open: &Listener, ticks: &mut Interval) {
    open.wants_room(true);
    open.evict_longest_idle();
    let pause = sleep(PAUSE);
    tokio::pin!(pause);
    loop {
        tokio::select! {
            () = &mut pause => return,
            () = open.changed() => return,
            _ = ticks.tick() => open.tick(),
        }
    }
}

/// Waits until every connection has ended, and ends them at the deadline.
async fn drain(open: &Listener, shutdown: &ShutdownWatch, ticks: &mut Interval) -> Outcome {
    open.wants_room(true);
    let ended = shutdown.reached(Stage::Ended);
    let deadline = sleep(open.limits.drain_timeout);
    tokio::pin!(ended, deadline);
    let forced = loop {
        if open.open() == 0 {
            return Outcome::Drained;
        }
        tokio::select! {
            biased;
            () = &mut ended => break true,
            () = &mut deadline => break false,
            () = open.changed() => {}
            _ = ticks.tick() => open.tick(),
        }
    };
    let aborted = open.abort_all();
    // Their futures are dropped by the threads that run them; only one that blocks its thread is not waited for.
    let all_gone = async {
        while open.open() > 0 {
            open.changed().await;
        }
    };
    let _ = timeout(ABORT_TIME, all_gone).await;
    match (forced, aborted) {
        (true, aborted) => Outcome::Forced { aborted },
        (false, 0) => Outcome::Drained,
        (false, aborted) => Outcome::DeadlinePassed { aborted },
    }
}

/// Whether `accept` failed because of the connection that it would have returned, so that the next may well succeed.
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
struct AbortOnDrop(Arc<Listener>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort_all();
    }
}

/// What goes wrong while accepting, logged at most once a second each.
#[derive(Default)]
struct Complaints {
    accept: OncePerSecond,
    full: OncePerSecond,
}

impl Complaints {
    fn accept(&mut self, error: &io::Error) {
        if let Some(unsaid) = self.accept.may_speak() {
            tracing::error!(%error, unsaid, "cannot accept connections");
        }
    }

    fn full(&mut self, max_connections: usize) {
        if let Some(unsaid) = self.full.may_speak() {
            tracing::warn!(max_connections, unsaid, "the connection limit is reached");
        }
    }
}

#[derive(Default)]
struct OncePerSecond {
    last: Option<Instant>,
    unsaid: u64,
}

impl OncePerSecond {
    /// The number of times that nothing was said since the last, if it is time to speak again.
    fn may_speak(&mut self) -> Option<u64> {
        if self.last.is_some_and(|last| last.elapsed() < Duration::from_secs(1)) {
            self.unsaid += 1;
            return None;
        }
        self.last = Some(Instant::now());
        Some(std::mem::take(&mut self.unsaid))
    }
}
