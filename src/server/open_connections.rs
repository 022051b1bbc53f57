//! The open connections of a listener, their limits, and the choice of one to end.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

use super::connection::{Connection, lock};
use super::counters::{ClosedReason, Counters};
use super::listener::{LEAST_RATE, Listener};
use super::phase::{Phase, Stamp};
use super::shutdown::Stage;

/// Maximum number of connections that one scan picks to make room. Under a flood, each new connection needs room. A
/// scan takes microseconds per hundred connections, so it must not run for each new connection.
const PICKED_AT_ONCE: usize = 64;

/// If more than one in this many connections is sending a request, a new connection waits until one of them is done or
/// overdue, instead of closing an idle one. A flood of slow senders then closes no idle connection, whose next request
/// may be in flight, and a few slow senders do not hold up new connections.
const SENDING_PART: usize = 16;

/// The open connections of one listener.
#[derive(Debug)]
pub(super) struct OpenConnections {
    pub(super) listener: Arc<Listener>,
    counters: Arc<Counters>,
    list: Mutex<List>,
    open: AtomicUsize,
}

#[derive(Debug, Default)]
struct List {
    all: Vec<Arc<Connection>>,
    /// The number of connections that were ordered to end.
    ending: usize,
    /// The connections that the last scan picked to make room, in the order in which to close them, with their stamps
    /// at that time.
    picked: VecDeque<(Weak<Connection>, Stamp)>,
    /// The tick of that scan. In another tick, other connections may be overdue.
    picked_at: u64,
}

impl OpenConnections {
    pub(super) fn new(listener: Arc<Listener>, counters: Arc<Counters>) -> Self {
        Self { listener, counters, list: Mutex::default(), open: AtomicUsize::new(0) }
    }

    /// The number of open connections.
    pub(super) fn count(&self) -> usize {
        self.open.load(Ordering::SeqCst)
    }

    /// Adds a new connection, which counts as open until the result is dropped.
    pub(super) fn admit(self: &Arc<Self>, peer: SocketAddr) -> Admitted {
        let connection = Arc::new(Connection::new(peer, Arc::clone(&self.listener)));
        let mut list = lock(&self.list);
        connection.place.store(list.all.len(), Ordering::Relaxed);
        list.all.push(Arc::clone(&connection));
        drop(list);
        self.open.fetch_add(1, Ordering::SeqCst);
        self.counters.count_accepted();
        Admitted { connection, connections: Arc::clone(self), reason: ClosedReason::Failed }
    }

    fn remove(&self, connection: &Connection, reason: ClosedReason) {
        let mut list = lock(&self.list);
        let place = connection.place.load(Ordering::Relaxed);
        list.all.swap_remove(place);
        if let Some(moved) = list.all.get(place) {
            moved.place.store(place, Ordering::Relaxed);
        }
        // A later order would be counted in `ending` and never subtracted.
        if connection.bar_orders().is_err() {
            list.ending -= 1;
        }
        drop(list);
        self.counters.count_closed(reason);
        self.open.fetch_sub(1, Ordering::SeqCst);
        self.listener.connection_changed();
    }

    /// Whether there is room for one more connection.
    pub(super) fn has_room(&self) -> bool {
        self.count() < self.listener.limits.max_connections.max(1)
    }

    /// Returns whether there is room for one more connection. If not, orders a connection to end, unless one
    /// is already ending or none can make room. [`Listener::changed`] then resolves when it is time to ask again.
    pub(super) fn make_room(&self) -> bool {
        // Set before the check, so that a change after the check is reported.
        self.listener.want_room(true);
        if self.has_room() {
            self.listener.want_room(false);
            return true;
        }
        let none_ends = lock(&self.list).ending == 0;
        if none_ends {
            self.evict();
        }
        false
    }

    /// Orders a connection to end to make room, if one can be found.
    pub(super) fn evict(&self) {
        let list = &mut *lock(&self.list);
        let now = self.listener.now();
        if list.picked_at != now {
            list.picked.clear();
        }
        for scanned in [false, true] {
            if scanned {
                list.pick(self.listener.limits.max_connections / SENDING_PART);
                list.picked_at = now;
            }
            while let Some((connection, seen)) = list.picked.pop_front() {
                let Some(connection) = connection.upgrade() else { continue };
                // The rest of an overdue request may have arrived since the scan.
                let still = seen.phase() == Ok(Phase::Idle) || connection.overdue(seen) > 0;
                if still && connection.order_end(seen, ClosedReason::Evicted) {
                    list.ending += 1;
                    return;
                }
            }
        }
    }

    /// Orders the slowest readers among the overdue connections to end, because the application needs the memory of their
    /// answers.
    pub(super) fn relieve(&self) {
        let list = &mut *lock(&self.list);
        let reading = list.all.iter().filter(|connection| connection.is_write_blocked());
        let overdue = reading.map(|connection| (connection.stamp(), connection));
        let overdue = overdue.map(|(stamp, connection)| (u64::MAX - connection.overdue(stamp), stamp, connection));
        let mut slow: Vec<_> = overdue.filter(|&(order, ..)| order < u64::MAX).collect();
        slow.sort_unstable_by_key(|&(order, ..)| order);
        for (_, seen, connection) in slow.into_iter().take(PICKED_AT_ONCE) {
            list.ending += usize::from(connection.order_end(seen, ClosedReason::Evicted));
        }
    }

    /// Starts the next tick: every connection that exceeds a limit is ordered to end.
    pub(super) fn tick(&self) {
        let now = self.listener.next_tick();
        let closing = self.listener.shutdown.stage() >= Stage::Closing;
        let list = &mut *lock(&self.list);
        for connection in &list.all {
            let seen = connection.stamp();
            if let Some(reason) = self.exceeded(connection, seen, now, closing) {
                list.ending += usize::from(connection.order_end(seen, reason));
            }
        }
    }

    /// The limit that a connection exceeds, as the reason to close it.
    fn exceeded(&self, connection: &Connection, seen: Stamp, now: u64, closing: bool) -> Option<ClosedReason> {
        let limits = &self.listener.limits;
        let passed = |since: u64, limit| now.saturating_sub(since) >= self.listener.ticks(limit);
        let (phase, start) = (seen.phase().ok()?, seen.tick());
        if connection.behind_in_reading(LEAST_RATE) >= self.listener.ticks(limits.write_timeout) {
            return Some(ClosedReason::WriteTimeout);
        }
        let (since, limit, reason) = match phase {
            Phase::Silent | Phase::Idle if closing && passed(start, limits.arrival_grace) => {
                return Some(ClosedReason::Drained);
            }
            Phase::Silent | Phase::Head => (start, limits.head_timeout, ClosedReason::HeadTimeout),
            Phase::Idle => (start, limits.idle_timeout, ClosedReason::Idle),
            Phase::Discarding => (start, limits.linger_timeout, ClosedReason::LingerTimeout),
            Phase::Parting => (start, limits.arrival_grace, ClosedReason::Answered),
            Phase::Busy => (connection.peer_finished_since()?, limits.hangup_grace, ClosedReason::HungUp),
        };
        passed(since, limit).then_some(reason)
    }

    /// Orders every connection to end. Returns the number of those that were serving a request.
    pub(super) fn abort_all(&self) -> usize {
        let list = &mut *lock(&self.list);
        let mut serving = 0;
        for connection in &list.all {
            loop {
                let seen = connection.stamp();
                let Ok(phase) = seen.phase() else { break };
                if connection.order_end(seen, ClosedReason::Aborted) {
                    list.ending += 1;
                    serving += usize::from(matches!(phase, Phase::Head | Phase::Busy));
                    break;
                }
            }
        }
        serving
    }
}

impl List {
    /// Picks the overdue connections. If there are none and at most `few` are sending a request, picks the idle ones.
    fn pick(&mut self, few: usize) {
        let seen = || self.all.iter().map(|connection| (connection.stamp(), connection));
        let overdue = seen().map(|(stamp, connection)| (u64::MAX - connection.overdue(stamp), stamp, connection));
        let mut picked: Vec<_> = overdue.filter(|&(order, ..)| order < u64::MAX).collect();
        if picked.is_empty() && seen().filter(|(stamp, connection)| connection.is_sending(*stamp)).count() <= few {
            let idle = seen().filter(|(stamp, _)| stamp.phase() == Ok(Phase::Idle));
            picked = idle.map(|(stamp, connection)| (stamp.tick(), stamp, connection)).collect();
        }
        if picked.len() > PICKED_AT_ONCE {
            picked.select_nth_unstable_by_key(PICKED_AT_ONCE, |&(order, ..)| order);
            picked.truncate(PICKED_AT_ONCE);
        }
        picked.sort_unstable_by_key(|&(order, ..)| order);
        self.picked = picked.into_iter().map(|(_, stamp, connection)| (Arc::downgrade(connection), stamp)).collect();
    }
}

/// An entry in the list of open connections. Dropping it removes the entry, even during a panic.
pub(super) struct Admitted {
    pub(super) connection: Arc<Connection>,
    connections: Arc<OpenConnections>,
    reason: ClosedReason,
}

impl Admitted {
    /// Ends the connection for `reason`.
    pub(super) fn end(mut self, reason: ClosedReason) {
        self.reason = reason;
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.connections.remove(&self.connection, self.reason);
    }
}
