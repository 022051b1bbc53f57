//! One request and its answer: the service as hyper sees it, and the bodies that report how far they have come.

use std::{
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::{
    Request, Response,
    body::Incoming,
    header::{CONNECTION, EXPECT, HeaderMap, HeaderValue},
};
use pin_project_lite::pin_project;
use tower::{Service, ServiceExt, util::Oneshot};

use super::state::{Body as BodyState, Connection};

/// The address of the peer of a request's connection: an extension of every request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeerAddr(pub SocketAddr);

/// A request's body.
///
/// A service may answer without reading it to its end, and drop it. Then, if at most 64 KiB of it are still to come
/// (by its Content-Length), they are read and thrown away and the connection goes on. Otherwise the answer gets
/// `Connection: close`; after it the sending side is closed, and what still comes is read and thrown away within
/// [`Limits::linger_bytes`](super::Limits::linger_bytes) and
/// [`Limits::linger_timeout`](super::Limits::linger_timeout), since a close with unread bytes is a reset, which takes
/// the answer from a client that is still sending.
#[derive(Debug)]
pub struct RequestBody {
    /// `None` only while it is dropped.
    incoming: Option<Incoming>,
    /// Whom to tell how it ended; `None` once that is done.
    connection: Option<Arc<Connection>>,
    /// Whether the client waits for leave before it sends the body; it may never send it.
    awaits_leave: bool,
}

impl RequestBody {
    fn new(incoming: Incoming, awaits_leave: bool, connection: &Arc<Connection>) -> Self {
        let connection = (!incoming.is_end_stream()).then(|| Arc::clone(connection));
        Self { incoming: Some(incoming), connection, awaits_leave }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let Some(incoming) = &mut self.incoming else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(&mut *incoming).poll_frame(cx));
        let end = match &frame {
            Some(Ok(_)) => incoming.is_end_stream().then_some(BodyState::Complete),
            None => Some(BodyState::Complete),
            Some(Err(_)) => Some(BodyState::Abandoned),
        };
        if let Some(end) = end
            && let Some(connection) = self.connection.take()
        {
            connection.set_body(end);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.incoming.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.incoming.as_ref().map(Body::size_hint).unwrap_or_default()
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        if let (Some(connection), Some(incoming)) = (self.connection.take(), self.incoming.take()) {
            connection.abandon_body(incoming, !self.awaits_leave);
        }
    }
}

pin_project! {
    /// An answer's body, which reports when hyper has taken it whole.
    ///
    /// If it fails, everything before the failure is written before hyper learns of it: hyper would throw away what
    /// it has buffered. The connection then ends without the end of the body, so that no cut answer passes as whole.
    #[derive(Debug)]
    pub struct AnswerBody<B: Body> {
        #[pin]
        body: B,
        error: Option<B::Error>,
        taken: OnTaken,
    }
}

/// Reports that an answer's body was taken whole, or given up, when it is dropped.
#[derive(Debug)]
struct OnTaken(Arc<Connection>);

impl Drop for OnTaken {
    fn drop(&mut self) {
        self.0.answer_taken();
    }
}

impl<B: Body> Body for AnswerBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let this = self.project();
        if this.error.is_none() {
            match ready!(this.body.poll_frame(cx)) {
                Some(Err(error)) => *this.error = Some(error),
                frame => return Poll::Ready(frame),
            }
        }
        if this.taken.0.may_fail() { Poll::Ready(this.error.take().map(Err)) } else { Poll::Pending }
    }

    fn is_end_stream(&self) -> bool {
        self.error.is_none() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A `tower` service as hyper's service of one connection.
#[derive(Debug)]
pub(super) struct Exchange<S> {
    service: S,
    connection: Arc<Connection>,
}

impl<S> Exchange<S> {
    pub(super) fn new(service: S, connection: Arc<Connection>) -> Self {
        Self { service, connection }
    }
}

impl<S, B> hyper::service::Service<Request<Incoming>> for Exchange<S>
where
    S: Service<Request<RequestBody>, Response = Response<B>> + Clone,
    B: Body,
{
    type Response = Response<AnswerBody<B>>;
    type Error = S::Error;
    type Future = Answering<S>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let has_body = !request.body().is_end_stream();
        let awaits_leave = has_body && request.headers().contains_key(EXPECT);
        self.connection.request_begun(has_body);
        request.extensions_mut().insert(PeerAddr(self.connection.peer));
        let request = request.map(|incoming| RequestBody::new(incoming, awaits_leave, &self.connection));
        Answering { answer: self.service.clone().oneshot(request), connection: Arc::clone(&self.connection) }
    }
}

pin_project! {
    /// The service at work on one request.
    pub(super) struct Answering<S: Service<Request<RequestBody>>> {
        #[pin]
        answer: Oneshot<S, Request<RequestBody>>,
        connection: Arc<Connection>,
    }
}

impl<S, B> Future for Answering<S>
where
    S: Service<Request<RequestBody>, Response = Response<B>>,
    B: Body,
{
    type Output = Result<Response<AnswerBody<B>>, S::Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let mut response = ready!(this.answer.poll(cx))?;
        let connection = this.connection;
        settle(connection, response.headers_mut());
        connection.answer_begun();
        let taken = OnTaken(Arc::clone(connection));
        Poll::Ready(Ok(response.map(|body| AnswerBody { body, error: None, taken })))
    }
}

/// Decides whether the connection goes on after this answer, and says so in its headers.
fn settle(connection: &Connection, headers: &mut HeaderMap) {
    let draining = connection.listener().shutdown.is_draining();
    let close = match connection.body() {
        BodyState::Complete | BodyState::Arriving => draining,
        BodyState::Abandoned => true,
        BodyState::Leftover => {
            let close = draining || says_close(headers);
            if close {
                connection.drop_leftover();
            }
            close
        }
    };
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
