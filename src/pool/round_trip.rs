//! A job that returns to its caller.

use std::time::Instant;

use tokio::sync::oneshot::{self, Sender};

use super::light::Job;

/// A job, then its result, in the same memory.
///
/// The memory returns to the caller with the result. If the solver thread freed it, the two threads would contend for the
/// lock of glibc's allocator: that took a tenth of the CPU time of a request.
pub(super) struct RoundTrip<F, T> {
    job: Option<(F, Sender<Box<Self>>)>,
    result: Option<T>,
}

impl<F: FnOnce(Instant) -> (T, Instant) + Send, T: Send> RoundTrip<F, T> {
    /// The job, which gets the time of its start and returns that of its end, and its future result: `None` if the job is
    /// dropped before it runs.
    pub(super) fn new(run: F) -> (Box<Self>, impl Future<Output = Option<T>> + Send) {
        let (reply, returned) = oneshot::channel();
        (Box::new(Self { job: Some((run, reply)), result: None }), async { returned.await.ok()?.result })
    }
}

impl<F: FnOnce(Instant) -> (T, Instant) + Send, T: Send> Job for RoundTrip<F, T> {
    fn run(mut self: Box<Self>, started: Instant) -> Instant {
        let Some((run, reply)) = self.job.take() else { return started };
        let (result, ended) = run(started);
        self.result = Some(result);
        // The caller may have left in the meantime.
        let _ = reply.send(self);
        ended
    }
}
