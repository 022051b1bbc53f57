//! The response of a `tower` service to one request of a connection.

use std::net::SocketAddr;
use std::sync::Arc;

use http_body::Body;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, EXPECT, HeaderMap, HeaderValue};
use hyper::{Request, Response};
use tower::{Service, ServiceExt};

use super::connection::{Body as Taken, Connection};
use super::request_body::RequestBody;
use super::response_body::ResponseBody;

/// The address of the peer, an extension of every request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeerAddr(pub SocketAddr);

/// Calls `service` with a request, and reports to the connection how both bodies end.
pub(super) fn respond<S, B>(
    service: S,
    connection: &Arc<Connection>,
    mut request: Request<Incoming>,
) -> impl Future<Output = Result<Response<ResponseBody<B>>, S::Error>>
where
    S: Service<Request<RequestBody>, Response = Response<B>>,
    B: Body,
{
    let has_body = !request.body().is_end_stream();
    let expects_continue = has_body && request.headers().contains_key(EXPECT);
    connection.request_started(has_body);
    request.extensions_mut().insert(PeerAddr(connection.peer));
    let request = request.map(|incoming| RequestBody::new(incoming, expects_continue, connection));
    async move {
        if connection.turn_is_over() {
            // Unlike a task that only wakes itself, this one runs again after the runtime has looked at its sockets.
            tokio::task::yield_now().await;
        }
        let mut response = service.oneshot(request).await?;
        announce_end(connection, response.headers_mut());
        connection.response_started();
        Ok(response.map(|body| ResponseBody::new(body, connection)))
    }
}

/// Adds `Connection: close` if the connection ends after this response.
fn announce_end(connection: &Connection, headers: &mut HeaderMap) {
    let body = connection.body();
    let close = connection.listener.shutdown.is_draining() || connection.is_expired() || body == Taken::Abandoned;
    if body == Taken::Leftover && (close || says_close(headers)) {
        connection.drop_leftover();
    }
    if close && !says_close(headers) {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
}

fn says_close(headers: &HeaderMap) -> bool {
    (headers.get_all(CONNECTION).iter())
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|option| option.trim().eq_ignore_ascii_case("close"))
}
