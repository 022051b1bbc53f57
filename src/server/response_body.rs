//! A response's body, which reports when hyper has taken it.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;

use super::connection::Connection;

pin_project! {
    /// A response's body.
    ///
    /// If the body fails, all data before the failure is written before hyper sees the error, since hyper would discard
    /// its buffer. The connection then ends without the end of the body, so that a truncated response cannot pass as
    /// complete.
    #[derive(Debug)]
    pub struct ResponseBody<B: Body> {
        #[pin]
        body: B,
        error: Option<B::Error>,
        taken: OnTaken,
    }
}

impl<B: Body> ResponseBody<B> {
    pub(super) fn new(body: B, connection: &Arc<Connection>) -> Self {
        Self { body, error: None, taken: OnTaken(Arc::clone(connection)) }
    }
}

/// Reports on drop that hyper has taken a response's body to its end or given it up.
#[derive(Debug)]
struct OnTaken(Arc<Connection>);

impl Drop for OnTaken {
    fn drop(&mut self) {
        self.0.response_taken();
    }
}

impl<B: Body> Body for ResponseBody<B> {
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
