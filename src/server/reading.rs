//! How fast a peer reads a response.

use std::sync::atomic::{AtomicU64, Ordering};

use super::listener::Listener;

/// The progress of a peer in reading the current response of its connection.
#[derive(Default, Debug)]
pub(super) struct Reading {
    /// Bytes that the peer has taken.
    taken: AtomicU64,
    /// Ticks for which the response has waited for the peer, excluding a wait in progress.
    waited: AtomicU64,
    /// The tick since which a write has been waiting for the peer, plus one; 0 if none is.
    blocked: AtomicU64,
}

impl Reading {
    /// The next response begins.
    pub(super) fn start(&self) {
        self.taken.store(0, Ordering::Relaxed);
        self.waited.store(0, Ordering::Relaxed);
    }

    /// A write must wait for the peer.
    pub(super) fn blocked(&self, now: u64) {
        if self.blocked.load(Ordering::Relaxed) == 0 {
            self.blocked.store(now + 1, Ordering::Relaxed);
        }
    }

    /// The peer has taken this many bytes.
    pub(super) fn taken(&self, count: usize, now: u64) {
        self.taken.store(self.taken.load(Ordering::Relaxed) + count as u64, Ordering::Relaxed);
        if let Some(since) = self.blocked_since() {
            self.waited.store(self.waited.load(Ordering::Relaxed) + now - since, Ordering::Relaxed);
            self.blocked.store(0, Ordering::Relaxed);
        }
    }

    /// The tick since which a write has been waiting for the peer.
    pub(super) fn blocked_since(&self) -> Option<u64> {
        self.blocked.load(Ordering::Relaxed).checked_sub(1)
    }

    /// The number of ticks by which the peer is behind this many bytes per second. What it has read earlier does not excuse a
    /// wait in progress.
    pub(super) fn behind(&self, rate: u64, listener: &Listener) -> u64 {
        let Some(since) = self.blocked_since() else { return 0 };
        let waiting = listener.now().saturating_sub(since);
        let due = listener.ticks_at(rate, self.taken.load(Ordering::Relaxed));
        (self.waited.load(Ordering::Relaxed) + waiting).saturating_sub(due).max(waiting)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::listener::LEAST_RATE;
    use super::*;
    use crate::server::{Limits, Shutdown};

    #[test]
    fn a_peer_that_reads_little_by_little_falls_behind() {
        let listener = Listener::new(Limits::default(), Shutdown::new().watch());
        let second = listener.ticks(Duration::from_secs(1)) - 1;
        // After a hundred seconds, each of which has brought some bytes.
        let behind = |bytes: usize| {
            let reading = Reading::default();
            for _ in 0..100 {
                reading.blocked(listener.now());
                for _ in 0..second {
                    listener.next_tick();
                }
                reading.taken(bytes, listener.now());
            }
            reading.blocked(listener.now());
            reading.behind(LEAST_RATE, &listener) / second
        };
        assert_eq!((behind(100), behind(64), behind(32), behind(1)), (0, 0, 50, 98));
    }
}
