//! Serves one connection from its first byte to its end.

use std::error::Error as _;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use http_body::Body;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower::{BoxError, Service};

use super::connection::{Body as Taken, Connection};
use super::counters::ClosedReason;
use super::lingering_close::lingering_close;
use super::open_connections::Admitted;
use super::phase::Phase;
use super::request_body::RequestBody;
use super::respond::respond;
use super::socket::Socket;

/// Serves one connection until it ends by itself or is ordered to end.
pub(super) async fn serve_connection<S, B>(
    stream: TcpStream,
    service: S,
    http1: Arc<http1::Builder>,
    admitted: Admitted,
) where
    S: Service<Request<RequestBody>, Response = Response<B>> + Clone,
    S::Error: Into<BoxError>,
    B: Body + 'static,
    B::Error: Into<BoxError>,
{
    let connection = Arc::clone(&admitted.connection);
    let reason = match first_byte(&stream, &connection).await {
        Err(reason) => reason,
        // Boxed, so that a silent connection does not hold memory for this future.
        Ok(()) => Box::pin(serve(stream, service, &http1, &connection)).await,
    };
    admitted.end(reason);
}

/// Waits until there is something to read. hyper allocates 16 KiB of buffers when it starts, which a silent connection
/// should not hold.
async fn first_byte(stream: &TcpStream, connection: &Connection) -> Result<(), ClosedReason> {
    // The task, and therefore its waker, stays the same while the connection is open.
    connection.set_waker(poll_fn(|cx| Poll::Ready(cx.waker().clone())).await);
    let mut byte = [0];
    tokio::select! {
        biased;
        reason = connection.order() => Err(reason),
        // Peeks at a byte instead of waiting for readiness, because a new socket may be reported as ready without data.
        peeked = stream.peek(&mut byte) => if matches!(peeked, Ok(1..)) { Ok(()) } else { Err(ClosedReason::Peer) },
    }
}

async fn serve<S, B>(
    stream: TcpStream,
    service: S,
    http1: &http1::Builder,
    connection: &Arc<Connection>,
) -> ClosedReason
where
    S: Service<Request<RequestBody>, Response = Response<B>> + Clone,
    S::Error: Into<BoxError>,
    B: Body + 'static,
    B::Error: Into<BoxError>,
{
    let socket = TokioIo::new(Socket::new(stream, Arc::clone(connection)));
    let service = service_fn(move |request| respond(service.clone(), connection, request));
    let mut http = http1.serve_connection(socket, service);
    let end = poll_fn(|cx| {
        connection.turn_started();
        loop {
            if let Some(reason) = connection.ordered() {
                return Poll::Ready(Err(reason));
            }
            if let Poll::Ready(result) = Pin::new(&mut http).poll(cx) {
                return Poll::Ready(Ok(result));
            }
            // hyper must be polled again once the rest of a dropped body has been read.
            if connection.body() != Taken::Leftover || connection.poll_leftover(cx).is_pending() {
                return Poll::Pending;
            }
        }
    })
    .await;
    let socket = http.into_parts().io.into_inner();
    match end {
        Err(reason) => {
            // Otherwise the kernel would keep the unsent data for minutes. At the end of a drain it should, because the
            // peer may still read it.
            if reason != ClosedReason::Aborted && connection.is_write_blocked() {
                socket.reset();
            }
            reason
        }
        Ok(result) => finish(socket, result, connection).await,
    }
}

/// Ends a connection that hyper has finished with.
async fn finish(socket: Socket, result: hyper::Result<()>, connection: &Connection) -> ClosedReason {
    let (reason, responded) = match &result {
        Ok(()) => (ClosedReason::Answered, true),
        // hyper has sent a response.
        Err(error) if error.is_parse() => (ClosedReason::BadRequest, true),
        // The service or the body of its response failed.
        Err(error) if error.is_user() => (ClosedReason::Failed, true),
        Err(error) if error.is_incomplete_message() || peer_is_gone(error) => (ClosedReason::Peer, false),
        Err(_) => (ClosedReason::Failed, false),
    };
    let Some(stream) = socket.into_open_stream() else {
        return if reason == ClosedReason::Answered { ClosedReason::Peer } else { reason };
    };
    if responded {
        let unread = reason == ClosedReason::BadRequest || connection.body() != Taken::Complete;
        let end = lingering_close(stream, if unread { Phase::Discarding } else { Phase::Parting }, connection).await;
        if end != ClosedReason::Answered {
            return end;
        }
    }
    reason
}

fn peer_is_gone(error: &hyper::Error) -> bool {
    let error = error.source().and_then(|source| source.downcast_ref::<io::Error>());
    error.is_some_and(|error| {
        matches!(
            error.kind(),
            io::ErrorKind::ConnectionReset
                | io::ErrorKind::ConnectionAborted
                | io::ErrorKind::BrokenPipe
                | io::ErrorKind::TimedOut
        )
    })
}
