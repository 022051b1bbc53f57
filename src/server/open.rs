//! The open connections of a listener: how many, how old, which to end.

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::sync::Notify;

use super::{
    counters::{ClosedReason, Counters},
    limits::Limits,
    shutdown::{ShutdownWatch, Stage},
    state::{Connection, Phase, Stamp, lock},
};

/// How many of the longest idle connections one look over all of them picks. Under a flood of new connections each
/// needs room; a look costs microseconds for each hundred connections, so it must not be taken for each.
const PICKED_AT_ONCE: usize = 64;

/// What all connections of a listener share.
#[derive(Debug)]
pub(super) struct Listener {
    pub(super) limits: Limits,
    pub(super) shutdown: ShutdownWatch,
    counters: Arc<Counters>,
    ticks: TickLimits,
    /// Ticks since the listener began, counted while connections are open.
    now: AtomicU64,
    connections: Mutex<Connections>,
    open: AtomicUsize,
    /// Whether the accept loop waits for a connection to end or to become idle.
    room_wanted: AtomicBool,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Connections {
    all: Vec<Arc<Connection>>,
    /// How many of them were told to end.
    ending: usize,
    /// The longest idle ones of the last look, the longest first, as they were then. One that was not among them has
    /// become idle later than they, so their order holds until they are used up.
    longest_idle: VecDeque<(Weak<Connection>, Stamp)>,
}

/// The limits in ticks. One is added to each, since a stage begins between two ticks.
#[derive(Debug)]
struct TickLimits {
    head: u64,
    idle: u64,
    write: u64,
    hangup: u64,
    linger: u64,
    arrival: u64,
}

impl Listener {
    pub(super) fn new(limits: Limits, shutdown: ShutdownWatch, counters: Arc<Counters>) -> Self {
        let tick = limits.tick();
        let ticks = |limit: Duration| limit.as_nanos().div_ceil(tick.as_nanos()) as u64 + 1;
        Self {
            ticks: TickLimits {
                head: ticks(limits.head_timeout),
                idle: ticks(limits.idle_timeout),
                write: ticks(limits.write_timeout),
                hangup: ticks(limits.hangup_grace),
                linger: ticks(limits.linger_timeout),
                arrival: ticks(limits.arrival_grace),
            },
            limits,
            shutdown,
            counters,
            now: AtomicU64::new(0),
            connections: Mutex::default(),
            open: AtomicUsize::new(0),
            room_wanted: AtomicBool::new(false),
            changed: Notify::new(),
        }
    }

    /// The tick now.
    pub(super) fn now(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }

    /// The number of open connections.
    pub(super) fn open(&self) -> usize {
        self.open.load(Ordering::SeqCst)
    }

    /// Resolves when a connection has ended or become idle since [`wants_room`](Self::wants_room) was called.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Takes in a new connection; it is open until the result is dropped.
    pub(super) fn admit(self: &Arc<Self>, peer: SocketAddr) -> Admitted {
        let connection = Arc::new(Connection::new(peer, Arc::clone(self)));
        let mut connections = lock(&self.connections);
        connection.place.store(connections.all.len(), Ordering::Relaxed);
        connections.all.push(Arc::clone(&connection));
        drop(connections);
        self.open.fetch_add(1, Ordering::SeqCst);
        self.counters.count_accepted();
        Admitted { connection, reason: ClosedReason::Failed }
    }

    fn remove(&self, connection: &Connection, reason: ClosedReason) {
        let mut connections = lock(&self.connections);
        let place = connection.place.load(Ordering::Relaxed);
        connections.all.swap_remove(place);
        if let Some(moved) = connections.all.get(place) {
            moved.place.store(place, Ordering::Relaxed);
        }
        // An order that comes after this would be counted and never taken off again.
        if connection.bar_orders().is_err() {
            connections.ending -= 1;
        }
        drop(connections);
        self.counters.count_closed(reason);
        self.open.fetch_sub(1, Ordering::SeqCst);
        self.notify_if_wanted();
    }

    /// A connection has become idle, so that it could make room.
    pub(super) fn connection_rests(&self) {
        self.notify_if_wanted();
    }

    fn notify_if_wanted(&self) {
        if self.room_wanted.load(Ordering::SeqCst) {
            self.changed.notify_one();
        }
    }

    /// Sets whether [`changed`](Self::changed) is waited for.
    pub(super) fn wants_room(&self, wanted: bool) {
        self.room_wanted.store(wanted, Ordering::SeqCst);
    }

    /// Whether there is room for one more connection.
    pub(super) fn has_room(&self) -> bool {
        self.open() < self.limits.max_connections.max(1)
    }

    /// Whether there is room for one more connection. If not, the longest idle one has been told to end, or one has
    /// been already, or none is idle; [`changed`](Self::changed) then tells when to ask again.
    pub(super) fn make_room(&self) -> bool {
        // Wanted before it is looked for, so that what changes after the look is told.
        self.wants_room(true);
        if self.has_room() {
            self.wants_room(false);
            return true;
        }
        let connections = lock(&self.connections);
        let none_ends = connections.ending == 0;
        drop(connections);
        if none_ends {
            self.evict_longest_idle();
        }
        false
    }

    /// Tells the connection that has been idle longest to end. Whether there was one.
    pub(super) fn evict_longest_idle(&self) -> bool {
        let connections = &mut *lock(&self.connections);
        for looked in [false, true] {
            if looked {
                connections.pick_longest_idle(|stamp| self.could_make_room(stamp));
            }
            while let Some((connection, seen)) = connections.longest_idle.pop_front() {
                let Some(connection) = connection.upgrade() else { continue };
                if connection.order_end(seen, ClosedReason::Evicted) {
                    connections.ending += 1;
                    return true;
                }
            }
        }
        false
    }

    fn could_make_room(&self, stamp: Stamp) -> bool {
        match stamp.phase() {
            Ok(Phase::Idle | Phase::Discarding | Phase::Parting) => true,
            Ok(Phase::Silent) => self.now() - stamp.tick() >= self.ticks.arrival,
            Ok(Phase::Head | Phase::Busy) | Err(_) => false,
        }
    }

    /// One tick passes: every connection that is over a limit is told to end.
    pub(super) fn tick(&self) {
        let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        let closing = self.shutdown.stage() >= Stage::Closing;
        let connections = &mut *lock(&self.connections);
        for connection in &connections.all {
            let seen = connection.stamp();
            if let Some(reason) = self.over_limit(connection, seen, now, closing) {
                connections.ending += usize::from(connection.order_end(seen, reason));
            }
        }
    }

    fn over_limit(&self, connection: &Connection, seen: Stamp, now: u64, closing: bool) -> Option<ClosedReason> {
        let age = now.saturating_sub(seen.tick());
        let passed = |since: Option<u64>, limit| since.is_some_and(|tick| now.saturating_sub(tick) >= limit);
        let phase = seen.phase().ok()?;
        if passed(connection.write_blocked_since(), self.ticks.write) {
            return Some(ClosedReason::WriteTimeout);
        }
        match phase {
            Phase::Silent | Phase::Idle if closing && age >= self.ticks.arrival => Some(ClosedReason::Drained),
            Phase::Silent | Phase::Head => (age >= self.ticks.head).then_some(ClosedReason::HeadTimeout),
            Phase::Idle => (age >= self.ticks.idle).then_some(ClosedReason::Idle),
            Phase::Discarding => (age >= self.ticks.linger).then_some(ClosedReason::LingerTimeout),
            Phase::Parting => (age >= self.ticks.arrival).then_some(ClosedReason::Answered),
            Phase::Busy => passed(connection.peer_finished_since(), self.ticks.hangup).then_some(ClosedReason::HungUp),
        }
    }

    /// Tells every connection to end; the number of those that were serving a request.
    pub(super) fn abort_all(&self) -> usize {
        let connections = &mut *lock(&self.connections);
        let mut serving = 0;
        for connection in &connections.all {
            loop {
                let seen = connection.stamp();
                let Ok(phase) = seen.phase() else { break };
                if connection.order_end(seen, ClosedReason::Aborted) {
                    connections.ending += 1;
                    serving += usize::from(matches!(phase, Phase::Head | Phase::Busy));
                    break;
                }
            }
        }
        serving
    }
}

impl Connections {
    fn pick_longest_idle(&mut self, could_make_room: impl Fn(Stamp) -> bool) {
        let mut idle: Vec<_> = (self.all.iter())
            .map(|connection| (connection.stamp(), connection))
            .filter(|&(stamp, _)| could_make_room(stamp))
            .collect();
        if idle.len() > PICKED_AT_ONCE {
            idle.select_nth_unstable_by_key(PICKED_AT_ONCE, |(stamp, _)| stamp.tick());
            idle.truncate(PICKED_AT_ONCE);
        }
        idle.sort_unstable_by_key(|(stamp, _)| stamp.tick());
        self.longest_idle = idle.into_iter().map(|(stamp, connection)| (Arc::downgrade(connection), stamp)).collect();
    }
}

/// A connection's membership in its listener: it ends when this is dropped, also by a panic.
pub(super) struct Admitted {
    pub(super) connection: Arc<Connection>,
    reason: ClosedReason,
}

impl Admitted {
    /// Ends the connection's membership for `reason`.
    pub(super) fn end(mut self, reason: ClosedReason) {
        self.reason = reason;
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.connection.listener().remove(&self.connection, self.reason);
    }
}
