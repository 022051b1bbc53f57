//! One connection from its first byte to its end.

use std::{
    error::Error as _,
    future::poll_fn,
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use http_body::Body;
use hyper::{Request, Response, server::conn::http1};
use hyper_util::rt::TokioIo;
use tokio::{io::ReadBuf, net::TcpStream};
use tower::Service;

use super::{
    BoxError,
    counters::ClosedReason,
    exchange::{Exchange, RequestBody},
    linger::linger,
    open::Admitted,
    socket::Socket,
    state::{Body as BodyState, Connection, Phase},
};

/// Serves one connection until it ends, of itself or because it is told to.
pub(super) async fn run<S, B>(stream: TcpStream, service: S, http1: Arc<http1::Builder>, admitted: Admitted)
where
    S: Service<Request<RequestBody>, Response = Response<B>> + Clone,
    S::Error: Into<BoxError>,
    B: Body + 'static,
    B::Error: Into<BoxError>,
{
    let connection = Arc::clone(&admitted.connection);
    let reason = match first_byte(&stream, &connection).await {
        Err(reason) => reason,
        // Boxed, so that a silent connection does not carry the room for it.
        Ok(()) => Box::pin(serve(stream, service, &http1, &connection)).await,
    };
    admitted.end(reason);
}

/// Waits until there is something to read. hyper allocates its buffers when it begins, 16 KiB together, and a silent
/// connection shall not have them.
async fn first_byte(stream: &TcpStream, connection: &Connection) -> Result<(), ClosedReason> {
    let mut known = false;
    poll_fn(|cx| {
        if !known {
            // The task, and so its waker, stays the same for as long as the connection lives.
            connection.set_waker(cx.waker());
            known = true;
        }
        if let Some(reason) = connection.ordered() {
            return Poll::Ready(Err(reason));
        }
        // Asks for a byte instead of for readiness, which a new socket may be said to have without any.
        match stream.poll_peek(cx, &mut ReadBuf::new(&mut [0])) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(Ok(1..)) => Poll::Ready(Ok(())),
            Poll::Ready(Ok(0) | Err(_)) => Poll::Ready(Err(ClosedReason::Peer)),
        }
    })
    .await
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
    let mut http = http1.serve_connection(socket, Exchange::new(service, Arc::clone(connection)));
    let end = poll_fn(|cx| {
        loop {
            if let Some(reason) = connection.ordered() {
                return Poll::Ready(Err(reason));
            }
            if let Poll::Ready(result) = Pin::new(&mut http).poll(cx) {
                return Poll::Ready(Ok(result));
            }
            if !read_leftover(connection, cx) {
                return Poll::Pending;
            }
        }
    })
    .await;
    let socket = http.into_parts().io.into_inner();
    match end {
        Err(ClosedReason::WriteTimeout) => {
            socket.reset();
            ClosedReason::WriteTimeout
        }
        Err(reason) => reason,
        Ok(result) => finish(socket, result, connection).await,
    }
}

/// Whether hyper should look again because the rest of an abandoned body has been read.
fn read_leftover(connection: &Connection, cx: &mut Context<'_>) -> bool {
    connection.body() == BodyState::Leftover && connection.poll_leftover(cx).is_ready()
}

/// Ends a connection that hyper is done with.
async fn finish(socket: Socket, result: hyper::Result<()>, connection: &Connection) -> ClosedReason {
    let (reason, answered) = match &result {
        Ok(()) => (ClosedReason::Answered, true),
        // hyper has answered it.
        Err(error) if error.is_parse() => (ClosedReason::BadRequest, true),
        // The answer's body failed, or the service.
        Err(error) if error.is_user() => (ClosedReason::Failed, true),
        Err(error) if error.is_incomplete_message() || peer_is_gone(error) => (ClosedReason::Peer, false),
        Err(_) => (ClosedReason::Failed, false),
    };
    let Some(stream) = socket.into_open_stream() else {
        return if reason == ClosedReason::Answered { ClosedReason::Peer } else { reason };
    };
    if answered {
        let unread = reason == ClosedReason::BadRequest || connection.body() != BodyState::Complete;
        let end = linger(stream, if unread { Phase::Discarding } else { Phase::Parting }, connection).await;
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
