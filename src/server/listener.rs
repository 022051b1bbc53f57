//! The state shared by the connections of a listener: limits, shutdown, clock, and the signal that there is room.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use super::limits::Limits;
use super::shutdown::ShutdownWatch;

/// Bytes per second that a peer is expected to transfer. When there is no room for a new connection or memory is short, the
/// connection of a slower peer is closed. The slowest mobile networks in use transfer about ten times as much.
pub(super) const FAIR_RATE: u64 = 2 * 1024;

/// Bytes per second that a peer must read on average, apart from [`Limits::write_timeout`]. One byte a minute would keep an
/// answer in memory for days.
pub(super) const LEAST_RATE: u64 = 64;

/// The part of a listener that its connections use.
#[derive(Debug)]
pub(super) struct Listener {
    pub(super) limits: Limits,
    pub(super) shutdown: ShutdownWatch,
    /// The time between two ticks.
    tick: Duration,
    /// Ticks since the listener started, counted while connections are open.
    now: AtomicU64,
    /// Whether the accept loop is waiting for a connection to end or become idle.
    room_wanted: AtomicBool,
    changed: Notify,
}

impl Listener {
    pub(super) fn new(limits: Limits, shutdown: ShutdownWatch) -> Self {
        Self {
            tick: limits.tick(),
            limits,
            shutdown,
            now: AtomicU64::new(0),
            room_wanted: AtomicBool::new(false),
            changed: Notify::new(),
        }
    }

    /// A time limit in ticks, rounded up. One tick is added because a phase starts between two ticks.
    pub(super) fn ticks(&self, limit: Duration) -> u64 {
        limit.as_nanos().div_ceil(self.tick.as_nanos()) as u64 + 1
    }

    /// The number of ticks in which a peer transfers this many bytes at this rate, in bytes per second.
    pub(super) fn ticks_at(&self, rate: u64, bytes: u64) -> u64 {
        bytes * 1000 / (rate * self.tick.as_millis() as u64).max(1)
    }

    /// The current tick.
    pub(super) fn now(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }

    /// Starts the next tick, and returns it.
    pub(super) fn next_tick(&self) -> u64 {
        self.now.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Sets whether [`changed`](Self::changed) is awaited.
    pub(super) fn want_room(&self, wanted: bool) {
        self.room_wanted.store(wanted, Ordering::SeqCst);
    }

    /// Resolves once a connection has ended or become idle since [`want_room`](Self::want_room) was called.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Reports that a connection has ended or become idle.
    pub(super) fn connection_changed(&self) {
        if self.room_wanted.load(Ordering::SeqCst) {
            self.changed.notify_one();
        }
    }
}
