//! The phase of a connection and the order to end it, in one atomic word.

use std::sync::atomic::{AtomicU64, Ordering};

use super::counters::ClosedReason;

/// The phase of a connection. Its discriminant is stored in a [`Stamp`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Phase {
    /// Accepted; no byte has arrived yet.
    Silent,
    /// Part of a request head has arrived.
    Head,
    /// A request is being served, or its response is being written.
    Busy,
    /// The last response is written, and nothing of the next request has arrived.
    Idle,
    /// The last response is written; the rest of its request is being discarded.
    Discarding,
    /// The last response and its end are written, and its request was read to the end. The peer has yet to close its
    /// side.
    Parting,
}

const PHASES: [Phase; 6] = [Phase::Silent, Phase::Head, Phase::Busy, Phase::Idle, Phase::Discarding, Phase::Parting];

/// Flag in a [`Stamp`] whose low bits hold the reason of an order to end.
const ORDERED: u8 = 0x80;

/// A phase and the tick at which it started, or an order to end:
///
/// ```text
///  63                                   8 7     0
/// +--------------------------------------+-------+
/// | tick                                 | phase |   or 0x80 + reason
/// +--------------------------------------+-------+
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp(u64);

impl Stamp {
    fn new(phase: Phase, tick: u64) -> Self {
        Self(tick << 8 | u64::from(phase as u8))
    }

    /// The phase, or the reason of the order to end.
    pub(super) fn phase(self) -> Result<Phase, ClosedReason> {
        let low = self.0 as u8;
        if low & ORDERED == 0 {
            Ok(PHASES[usize::from(low)])
        } else {
            Err(ClosedReason::ALL[usize::from(low & !ORDERED)])
        }
    }

    /// The tick at which the phase started.
    pub(super) fn tick(self) -> u64 {
        self.0 >> 8
    }
}

/// A [`Stamp`] that several threads change.
///
/// Since it is one word, a thread that orders an idle connection to end and a task that finds a new request on it
/// cannot both succeed. The exchange of one of them fails, so nothing waits for an eviction that does not happen.
#[derive(Debug)]
pub(super) struct AtomicStamp(AtomicU64);

impl AtomicStamp {
    pub(super) fn new(phase: Phase, tick: u64) -> Self {
        Self(AtomicU64::new(Stamp::new(phase, tick).0))
    }

    pub(super) fn load(&self) -> Stamp {
        Stamp(self.0.load(Ordering::SeqCst))
    }

    /// Enters `phase` unless there is an order to end.
    pub(super) fn enter(&self, phase: Phase, tick: u64) {
        let current = self.load();
        if current.phase().is_ok() {
            // The exchange fails only if there is an order, which then takes precedence.
            self.exchange(current, Stamp::new(phase, tick));
        }
    }

    /// Orders the connection to end if the stamp is still `seen`. Returns whether this succeeded.
    pub(super) fn order_end(&self, seen: Stamp, reason: ClosedReason) -> bool {
        self.exchange(seen, Stamp(seen.0 & !0xff | u64::from(ORDERED | reason as u8)))
    }

    /// Makes every later order fail. If an order has already succeeded, returns its reason as the error.
    pub(super) fn bar_orders(&self) -> Result<Phase, ClosedReason> {
        let barred = u64::from(ORDERED | ClosedReason::Failed as u8);
        Stamp(self.0.swap(barred, Ordering::SeqCst)).phase()
    }

    fn exchange(&self, seen: Stamp, next: Stamp) -> bool {
        self.0.compare_exchange(seen.0, next.0, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }
}
