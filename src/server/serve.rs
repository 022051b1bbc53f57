//! The accept loop of a listener, its connections, and their drain.

use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use http_body::Body;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tower::{BoxError, Service, ServiceExt};

use super::limits::{Counters, Limits};
use super::shutdown::{Stage, reached};
use super::socket::Socket;

/// The pause after `accept` has failed, most likely for lack of file descriptors or memory.
const PAUSE: Duration = Duration::from_millis(50);

/// How long idle connections may take to end once everything must end. It needs no more than a turn of the runtime.
const IDLE_END: Duration = Duration::from_millis(50);

/// Time limit for discarding what a peer still sends after its last response, and the same during a shutdown. A client that
/// sends ten megabytes before it reads takes some milliseconds.
const LINGER: Duration = Duration::from_secs(5);
const LAST_LINGER: Duration = Duration::from_millis(500);

/// Serves the connections of `listener` with `service` until `stage` says that the shutdown is complete. Returns the
/// number of connections that were cut off during a request.
///
/// While the shutdown is [draining](Stage::Draining), connections are still accepted, and every response carries
/// `Connection: close`. Once it is [closing](Stage::Closing), the listener and idle connections are closed. Running
/// requests have [`Limits::drain_timeout`] to finish, but are cut off when everything must [end](Stage::Ended).
///
/// If the returned future is dropped, every connection ends.
///
/// # Panics
/// Outside a tokio runtime with its timer and I/O enabled.
pub async fn serve<S, B>(
    listener: TcpListener,
    service: S,
    limits: Limits,
    stage: watch::Receiver<Stage>,
    counters: Arc<Counters>,
) -> usize
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<BoxError> + Send,
{
    counters.limit.store(limits.max_connections as u64, Relaxed);
    let mut connections = JoinSet::new();
    // Each connection has a clone until its last response is written.
    let serving = Arc::new(stage);
    let mut closing = pin!(reached(&serving, Stage::Closing));
    let (mut full_logged, mut failure_logged) = (None, None);
    loop {
        counters.open.store(connections.len() as u64, Relaxed);
        let has_room = connections.len() < limits.max_connections;
        let accepted = tokio::select! {
            () = &mut closing => break,
            Some(_) = connections.join_next() => continue,
            accepted = listener.accept(), if has_room => accepted,
        };
        match accepted {
            Ok((stream, _)) => {
                counters.accepted.fetch_add(1, Relaxed);
                connections.spawn(connection(stream, service.clone(), limits.clone(), Arc::clone(&serving)));
                if connections.len() == limits.max_connections && is_due(&mut full_logged) {
                    let max_connections = limits.max_connections;
                    tracing::warn!(max_connections, "reached the connection limit: further connections wait");
                }
            }
            Err(error) => {
                counters.accept_errors.fetch_add(1, Relaxed);
                if is_due(&mut failure_logged) {
                    tracing::error!(%error, "cannot accept connections");
                }
                sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    let drained = async {
        while connections.join_next().await.is_some() {
            counters.open.store(connections.len() as u64, Relaxed);
        }
    };
    let ended = async {
        reached(&serving, Stage::Ended).await;
        sleep(IDLE_END).await;
    };
    tokio::select! {
        biased;
        () = drained => {}
        () = ended => {}
        () = sleep(limits.drain_timeout) => {}
    }
    Arc::strong_count(&serving) - 1
}

/// Whether a log line about a problem is due, of which there is one a second at most.
fn is_due(logged: &mut Option<Instant>) -> bool {
    let is_due = logged.is_none_or(|logged| logged.elapsed() >= Duration::from_secs(1));
    if is_due {
        *logged = Some(Instant::now());
    }
    is_due
}

/// Serves a connection until it ends.
async fn connection<S, B>(stream: TcpStream, service: S, limits: Limits, stage: Arc<watch::Receiver<Stage>>)
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Clone,
    B: Body + 'static,
    B::Error: Into<BoxError>,
{
    let mut closing = pin!(reached(&stage, Stage::Closing));
    // hyper allocates 16 KiB of buffers when it starts, which a silent connection should not hold. This peeks at a byte,
    // because a new socket may be reported as ready without one.
    let mut byte = [0];
    let arrived = tokio::select! {
        biased;
        arrived = timeout(limits.first_byte_timeout, stream.peek(&mut byte)) => matches!(arrived, Ok(Ok(1..))),
        () = &mut closing => false,
    };
    if !arrived {
        return;
    }
    // Responses are written whole, so the kernel has nothing to gain from waiting for more data. An error means that the
    // peer is gone, which the next read will report.
    let _ = stream.set_nodelay(true);
    // Connections that are opened together must not end together. Each `RandomState` has new random keys.
    let spread = 1.0 + 0.2 * f64::from(RandomState::new().hash_one(()) as u32) / f64::from(u32::MAX);
    let (opened, max_age) = (Instant::now(), limits.max_age.mul_f64(spread));
    let is_last = &|| *stage.borrow() >= Stage::Draining || opened.elapsed() >= max_age;
    let service = service_fn(move |request: Request<Incoming>| {
        let response = service.clone().oneshot(request);
        async move {
            let mut response = response.await?;
            if is_last() {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response)
        }
    });
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.idle_timeout.mul_f64(spread))
        .max_buf_size(limits.max_head_bytes)
        .max_header_size(limits.max_head_bytes)
        .serve_connection(TokioIo::new(Socket::new(stream, limits.write_timeout)), service);
    let (end, linger_time) = tokio::select! {
        biased;
        end = &mut connection => (end, LINGER),
        () = closing => {
            std::pin::Pin::new(&mut connection).graceful_shutdown();
            ((&mut connection).await, LAST_LINGER)
        }
    };
    let stream = connection.into_parts().io.into_inner().stream;
    drop(stage);
    // A peer that is gone or too slow gets nothing more.
    if end.is_ok() || end.is_err_and(|error| error.is_parse() || error.is_user()) {
        let _ = timeout(linger_time, linger(stream)).await;
    }
}

/// Closes the sending side, so that the peer sees the end of its response. Then reads and discards what the peer still
/// sends. Closing immediately while bytes are unread or still arriving would send a reset, and the peer would lose the part
/// of its response that it has not read: for example one that writes a long request before it reads.
async fn linger(mut stream: TcpStream) {
    if stream.shutdown().await.is_ok() {
        let mut buffer = vec![0; 8 * 1024];
        while let Ok(1..) = stream.read(&mut buffer).await {}
    }
}
