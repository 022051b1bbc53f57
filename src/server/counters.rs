//! Counters of a listener, for metrics.

use std::sync::atomic::{AtomicU64, Ordering};

/// Why a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ClosedReason {
    /// The peer closed or reset it between requests or during one.
    Peer,
    /// The last response carried `Connection: close`: its request, the age of the connection or a drain required that,
    /// or the request was not read to its end.
    Answered,
    /// It exceeded the idle timeout.
    Idle,
    /// Its request head did not arrive in time.
    HeadTimeout,
    /// Its peer did not read its response.
    WriteTimeout,
    /// Its peer closed its sending side and read nothing while its request was served.
    HungUp,
    /// It was the most overdue or the longest idle connection when room was needed for another.
    Evicted,
    /// After an early response, its peer continued to send beyond the limits for discarding.
    LingerTimeout,
    /// hyper could not parse a request head.
    BadRequest,
    /// The service or the response body failed, or reading or writing failed for a reason other than the peer.
    Failed,
    /// It was idle when the server shut down.
    Drained,
    /// It did not finish by the drain deadline, or a second signal aborted it.
    Aborted,
}

impl ClosedReason {
    /// All reasons, in the order of their discriminants.
    pub const ALL: [Self; 12] = [
        Self::Peer,
        Self::Answered,
        Self::Idle,
        Self::HeadTimeout,
        Self::WriteTimeout,
        Self::HungUp,
        Self::Evicted,
        Self::LingerTimeout,
        Self::BadRequest,
        Self::Failed,
        Self::Drained,
        Self::Aborted,
    ];

    /// The reason's name in metrics: lower case, words joined by underscores.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Peer => "peer",
            Self::Answered => "answered",
            Self::Idle => "idle",
            Self::HeadTimeout => "head_timeout",
            Self::WriteTimeout => "write_timeout",
            Self::HungUp => "hung_up",
            Self::Evicted => "evicted",
            Self::LingerTimeout => "linger_timeout",
            Self::BadRequest => "bad_request",
            Self::Failed => "failed",
            Self::Drained => "drained",
            Self::Aborted => "aborted",
        }
    }
}

/// Counters of a listener. All but [`open`](Self::open) only grow.
#[derive(Debug, Default)]
pub struct Counters {
    accepted: AtomicU64,
    accept_errors: AtomicU64,
    closed: [AtomicU64; ClosedReason::ALL.len()],
}

impl Counters {
    /// Connections accepted.
    #[must_use]
    pub fn accepted(&self) -> u64 {
        self.accepted.load(Ordering::Relaxed)
    }

    /// Currently open connections.
    #[must_use]
    pub fn open(&self) -> u64 {
        // Closed connections are counted first, so that one that ends in between still counts as open.
        let closed: u64 = ClosedReason::ALL.iter().map(|&reason| self.closed(reason)).sum();
        self.accepted().saturating_sub(closed)
    }

    /// Connections closed for this reason.
    #[must_use]
    pub fn closed(&self, reason: ClosedReason) -> u64 {
        self.closed[reason as usize].load(Ordering::Acquire)
    }

    /// Failed calls of `accept`.
    #[must_use]
    pub fn accept_errors(&self) -> u64 {
        self.accept_errors.load(Ordering::Relaxed)
    }

    pub(super) fn count_accepted(&self) {
        self.accepted.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn count_accept_error(&self) {
        self.accept_errors.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn count_closed(&self, reason: ClosedReason) {
        self.closed[reason as usize].fetch_add(1, Ordering::Release);
    }
}
