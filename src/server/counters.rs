//! What a listener has done so far, for whoever exports it.

use std::sync::atomic::{AtomicU64, Ordering};

/// Why a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ClosedReason {
    /// The peer closed or reset it, between requests or in the middle of one.
    Peer,
    /// The last answer said `Connection: close`, as its request or a drain asked for, or because the request was
    /// not read whole.
    Answered,
    /// It rested longer than the idle timeout.
    Idle,
    /// Its request head did not arrive in time.
    HeadTimeout,
    /// Its peer did not read its answer.
    WriteTimeout,
    /// Its peer closed its sending side and gave no sign of life while its request was served.
    HungUp,
    /// It was the longest idle when room was needed for another.
    Evicted,
    /// Its peer went on sending, after an answer that came early, beyond what is read and thrown away.
    LingerTimeout,
    /// hyper could not parse a request head.
    BadRequest,
    /// The service or the body of its answer failed, or reading or writing did for a reason that is not the peer's.
    Failed,
    /// It was idle when the server shut down.
    Drained,
    /// It was not done by the drain's deadline, or a second signal cut it off.
    Aborted,
}

impl ClosedReason {
    /// Every reason, in the order of their numbers.
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

/// What a listener has done since it was made. All counts only grow, but [`open`](Self::open).
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

    /// Connections open now.
    #[must_use]
    pub fn open(&self) -> u64 {
        // The closed are read first: a connection that ends in between is then still counted as open.
        let closed: u64 = ClosedReason::ALL.iter().map(|&reason| self.closed(reason)).sum();
        self.accepted().saturating_sub(closed)
    }

    /// Connections closed for this reason.
    #[must_use]
    pub fn closed(&self, reason: ClosedReason) -> u64 {
        self.closed[reason as usize].load(Ordering::Acquire)
    }

    /// Calls of `accept` that failed.
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
