//! The limits of connections in ticks.

use std::time::Duration;

use super::limits::Limits;

/// Bytes per second that a peer is expected to transfer. When there is no room for a new connection, that of a slower
/// peer is closed. The slowest mobile networks in use transfer about ten times as much.
const FAIR_RATE: u64 = 2 * 1024;

/// The limits in ticks, plus one because a phase starts between two ticks.
#[derive(Debug)]
pub(super) struct TickLimits {
    pub(super) head: u64,
    pub(super) idle: u64,
    pub(super) write: u64,
    pub(super) hangup: u64,
    pub(super) linger: u64,
    pub(super) arrival: u64,
    pub(super) max_age: u64,
    /// Bytes per tick at the fair rate.
    pub(super) fair_bytes: u64,
}

impl TickLimits {
    pub(super) fn new(limits: &Limits) -> Self {
        let tick = limits.tick();
        let ticks = |limit: Duration| limit.as_nanos().div_ceil(tick.as_nanos()) as u64 + 1;
        Self {
            head: ticks(limits.head_timeout),
            idle: ticks(limits.idle_timeout),
            write: ticks(limits.write_timeout),
            hangup: ticks(limits.hangup_grace),
            linger: ticks(limits.linger_timeout),
            arrival: ticks(limits.arrival_grace),
            max_age: ticks(limits.max_age),
            fair_bytes: (FAIR_RATE * tick.as_millis() as u64 / 1000).max(1),
        }
    }
}
