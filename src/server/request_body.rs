//! A request's body, which reports how it ended.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;

use super::connection::{Body as Taken, Connection};

/// A request's body.
///
/// A service may respond without reading the body to its end, and drop it. If at most 64 KiB are still to arrive
/// according to `Content-Length`, they are read and discarded, and the connection is kept. Otherwise, or if the client
/// waits for `100 Continue`, the response carries `Connection: close`. The sending side is then closed, and data that
/// still arrives is read and discarded within [`Limits::linger_bytes`](super::Limits::linger_bytes) and
/// [`Limits::linger_timeout`](super::Limits::linger_timeout). A close with unread bytes would send a reset, and a
/// client that is still sending would lose the response.
#[derive(Debug)]
pub struct RequestBody {
    /// `None` only during drop.
    incoming: Option<Incoming>,
    /// Receives the report that the body has ended; `None` after that.
    connection: Option<Arc<Connection>>,
    /// Whether the client waits for `100 Continue` before it sends the body; it may never send it.
    expects_continue: bool,
}

impl RequestBody {
    pub(super) fn new(incoming: Incoming, expects_continue: bool, connection: &Arc<Connection>) -> Self {
        let connection = (!incoming.is_end_stream()).then(|| Arc::clone(connection));
        Self { incoming: Some(incoming), connection, expects_continue }
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
            Some(Ok(_)) => incoming.is_end_stream().then_some(Taken::Complete),
            None => Some(Taken::Complete),
            Some(Err(_)) => Some(Taken::Abandoned),
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
            connection.abandon_body(incoming, !self.expects_continue);
        }
    }
}
