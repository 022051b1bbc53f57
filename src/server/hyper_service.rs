//! Adapts a `tower` service to hyper, for one connection.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use http_body::Body;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, EXPECT, HeaderMap, HeaderValue};
use hyper::{Request, Response};
use pin_project_lite::pin_project;
use tower::util::Oneshot;
use tower::{Service, ServiceExt};

use super::connection::{Body as Taken, Connection};
use super::request_body::RequestBody;
use super::response_body::ResponseBody;

/// The address of the peer, an extension of every request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeerAddr(pub SocketAddr);

/// The service of one connection.
#[derive(Debug)]
pub(super) struct HyperService<S> {
    service: S,
    connection: Arc<Connection>,
}

impl<S> HyperService<S> {
    pub(super) fn new(service: S, connection: Arc<Connection>) -> Self {
        Self { service, connection }
    }
}

impl<S, B> hyper::service::Service<Request<Incoming>> for HyperService<S>
where
    S: Service<Request<RequestBody>, Response = Response<B>> + Clone,
    B: Body,
{
    type Response = Response<ResponseBody<B>>;
    type Error = S::Error;
    type Future = ResponseFuture<S>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let has_body = !request.body().is_end_stream();
        let expects_continue = has_body && request.headers().contains_key(EXPECT);
        self.connection.request_started(has_body);
        request.extensions_mut().insert(PeerAddr(self.connection.peer));
        let request = request.map(|incoming| RequestBody::new(incoming, expects_continue, &self.connection));
        ResponseFuture { response: self.service.clone().oneshot(request), connection: Arc::clone(&self.connection) }
    }
}

pin_project! {
    /// The response to one request.
    pub(super) struct ResponseFuture<S: Service<Request<RequestBody>>> {
        #[pin]
        response: Oneshot<S, Request<RequestBody>>,
        connection: Arc<Connection>,
    }
}

impl<S, B> Future for ResponseFuture<S>
where
    S: Service<Request<RequestBody>, Response = Response<B>>,
    B: Body,
{
    type Output = Result<Response<ResponseBody<B>>, S::Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let mut response = ready!(this.response.poll(cx))?;
        announce_end(this.connection, response.headers_mut());
        this.connection.response_started();
        Poll::Ready(Ok(response.map(|body| ResponseBody::new(body, this.connection))))
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
