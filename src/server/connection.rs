//! The state of one connection, shared by its task, its socket, its requests and the accept loop.

use std::future::poll_fn;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use http_body::Body as _;
use hyper::body::Incoming;

use super::counters::ClosedReason;
use super::listener::{FAIR_RATE, Listener};
use super::phase::{AtomicStamp, Phase, Stamp};
use super::reading::Reading;

/// How much of the current request's body the service has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Body {
    /// The service has read all of it, or there is none.
    Complete,
    /// The service still owns it and may read more.
    Arriving,
    /// The service dropped it before its end, and the rest will not be read.
    Abandoned,
    /// The service dropped it before its end, and the connection's task reads the rest.
    Leftover,
}

const BODIES: [Body; 4] = [Body::Complete, Body::Arriving, Body::Abandoned, Body::Leftover];

/// The progress of the current response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Progress {
    None,
    Started,
    /// Its body has failed. The data before the failure is still in hyper's buffer, which hyper would discard.
    Failing,
    /// Its body has failed, and the data before the failure has been written.
    Failed,
    /// hyper has taken all of it, but may still hold it in its buffer.
    Taken,
}

const PROGRESS: [Progress; 5] =
    [Progress::None, Progress::Started, Progress::Failing, Progress::Failed, Progress::Taken];

/// Maximum size of the rest of a request body that is read after an early response, to keep the connection. Most
/// clients send the body right after the head, often in a separate packet that is in flight when the response is ready.
const LEFTOVER_BYTES: u64 = 64 * 1024;

/// The number of pipelined requests after which a connection waits until the runtime has looked at all sockets. By itself,
/// hyper yields after sixteen, and tokio looks at sockets only after 61 such turns while a task is always ready.
const TURN: usize = 4;

/// One open connection.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) peer: SocketAddr,
    pub(super) listener: Arc<Listener>,
    /// Its place in the list of open connections. Accessed only under the list's lock.
    pub(super) place: AtomicUsize,
    stamp: AtomicStamp,
    /// The tick after which it ends with its next response.
    expires: u64,
    /// Bytes of the current request that have arrived.
    received: AtomicU64,
    /// Ticks for which the current request has waited for bytes, excluding a wait in progress.
    waited: AtomicU64,
    /// The tick since which a read has been waiting for the peer, plus one; 0 if none is.
    read_blocked: AtomicU64,
    /// How fast the peer reads the current response.
    reading: Reading,
    /// The tick of the last sign of life of a peer that has closed its sending side, plus one; 0 if it has not.
    peer_finished: AtomicU64,
    /// Requests that have started since the connection's task was last polled.
    turn: AtomicUsize,
    body: AtomicU8,
    progress: AtomicU8,
    leftover: Mutex<Option<Incoming>>,
    waker: Mutex<Option<Waker>>,
}

impl Connection {
    pub(super) fn new(peer: SocketAddr, listener: Arc<Listener>) -> Self {
        Self {
            peer,
            stamp: AtomicStamp::new(Phase::Silent, listener.now()),
            expires: listener.now() + spread(listener.ticks(listener.limits.max_age)),
            received: AtomicU64::new(0),
            waited: AtomicU64::new(0),
            read_blocked: AtomicU64::new(listener.now() + 1),
            listener,
            place: AtomicUsize::new(0),
            reading: Reading::default(),
            peer_finished: AtomicU64::new(0),
            turn: AtomicUsize::new(0),
            body: AtomicU8::new(Body::Complete as u8),
            progress: AtomicU8::new(Progress::None as u8),
            leftover: Mutex::new(None),
            waker: Mutex::new(None),
        }
    }

    pub(super) fn stamp(&self) -> Stamp {
        self.stamp.load()
    }

    /// Enters `phase` unless the connection has been ordered to end.
    pub(super) fn enter(&self, phase: Phase) {
        self.stamp.enter(phase, self.listener.now());
    }

    /// Orders the connection to end if its stamp is still `seen`. Returns whether this succeeded.
    pub(super) fn order_end(&self, seen: Stamp, reason: ClosedReason) -> bool {
        let ordered = self.stamp.order_end(seen, reason);
        if ordered {
            self.wake();
        }
        ordered
    }

    /// Makes every later order fail. If an order has already succeeded, returns its reason as the error.
    pub(super) fn bar_orders(&self) -> Result<Phase, ClosedReason> {
        self.stamp.bar_orders()
    }

    /// The reason of the order to end, if there is one.
    pub(super) fn ordered(&self) -> Option<ClosedReason> {
        self.stamp().phase().err()
    }

    /// Waits until the connection is ordered to end. Must be awaited by the connection's own task, which the order wakes.
    pub(super) fn order(&self) -> impl Future<Output = ClosedReason> {
        poll_fn(|_| self.ordered().map_or(Poll::Pending, Poll::Ready))
    }

    /// Sets the waker of the connection's task. Must be called before the first call of [`ordered`](Self::ordered) or
    /// [`order`](Self::order): an order given earlier finds no waker, but that call sees it.
    pub(super) fn set_waker(&self, waker: Waker) {
        *lock(&self.waker) = Some(waker);
    }

    fn wake(&self) {
        if let Some(waker) = &*lock(&self.waker) {
            waker.wake_by_ref();
        }
    }

    // Events of the socket.

    pub(super) fn bytes_arrived(&self, count: usize) {
        let blocked = self.read_blocked.load(Ordering::Relaxed);
        if blocked != 0 {
            self.read_blocked.store(0, Ordering::Relaxed);
        }
        let (mut received, mut waited) = (self.received.load(Ordering::Relaxed), self.waited.load(Ordering::Relaxed));
        let current = self.stamp();
        match current.phase() {
            Ok(Phase::Idle) => {
                (received, waited) = (0, 0);
                self.enter(Phase::Head);
            }
            // On a new connection, the time limit for the head starts with the accept.
            Ok(Phase::Silent) => self.stamp.enter(Phase::Head, current.tick()),
            Ok(Phase::Head | Phase::Busy | Phase::Discarding | Phase::Parting) | Err(_) => {
                waited += blocked.checked_sub(1).map_or(0, |since| self.listener.now() - since);
            }
        }
        self.received.store(received + count as u64, Ordering::Relaxed);
        self.waited.store(waited, Ordering::Relaxed);
    }

    pub(super) fn read_blocked(&self) {
        if self.read_blocked.load(Ordering::Relaxed) == 0 {
            self.read_blocked.store(self.listener.now() + 1, Ordering::Relaxed);
        }
    }

    /// The number of ticks by which the peer is behind a fair rate in sending its request, reading its response or
    /// closing its side; 0 if it is not behind.
    pub(super) fn overdue(&self, seen: Stamp) -> u64 {
        let now = self.listener.now();
        let since = |tick: Option<u64>| tick.map_or(0, |tick| now.saturating_sub(tick));
        let sending = || {
            let waiting = since(self.read_blocked.load(Ordering::Relaxed).checked_sub(1));
            let fair = self.listener.ticks_at(FAIR_RATE, self.received.load(Ordering::Relaxed));
            (self.waited.load(Ordering::Relaxed) + waiting).saturating_sub(fair)
        };
        let behind = match seen.phase() {
            Ok(Phase::Silent | Phase::Head) => sending(),
            Ok(Phase::Busy) if self.body() == Body::Arriving => sending().max(self.behind_in_reading(FAIR_RATE)),
            Ok(Phase::Busy) => self.behind_in_reading(FAIR_RATE),
            Ok(Phase::Discarding | Phase::Parting) => since(Some(seen.tick())),
            Ok(Phase::Idle) | Err(_) => 0,
        };
        behind.saturating_sub(self.listener.ticks(self.listener.limits.arrival_grace))
    }

    /// Whether a request is still being sent, so that the connection may become overdue.
    pub(super) fn is_sending(&self, seen: Stamp) -> bool {
        match seen.phase() {
            Ok(Phase::Silent | Phase::Head) => true,
            Ok(Phase::Busy) => self.body() == Body::Arriving,
            Ok(Phase::Idle | Phase::Discarding | Phase::Parting) | Err(_) => false,
        }
    }

    /// Whether the connection is old enough to end with its next response.
    pub(super) fn is_expired(&self) -> bool {
        self.listener.now() >= self.expires
    }

    pub(super) fn write_blocked(&self) {
        self.reading.blocked(self.listener.now());
    }

    pub(super) fn bytes_taken(&self, count: usize) {
        self.reading.taken(count, self.listener.now());
        if self.peer_finished.load(Ordering::Relaxed) != 0 {
            self.peer_finished();
        }
    }

    pub(super) fn peer_finished(&self) {
        self.peer_finished.store(self.listener.now() + 1, Ordering::Relaxed);
    }

    /// Whether a write waits for the peer.
    pub(super) fn is_write_blocked(&self) -> bool {
        self.reading.blocked_since().is_some()
    }

    /// The number of ticks by which the peer is behind this many bytes per second in reading its response.
    pub(super) fn behind_in_reading(&self, rate: u64) -> u64 {
        self.reading.behind(rate, &self.listener)
    }

    /// The tick of the last sign of life of a peer that has closed its sending side.
    pub(super) fn peer_finished_since(&self) -> Option<u64> {
        self.peer_finished.load(Ordering::Relaxed).checked_sub(1)
    }

    // Events of a request and its response.

    /// Must be called whenever the connection's task is polled.
    pub(super) fn turn_started(&self) {
        self.turn.store(0, Ordering::Relaxed);
    }

    /// Whether the current request must wait for the next turn.
    pub(super) fn turn_is_over(&self) -> bool {
        self.turn.load(Ordering::Relaxed) > TURN
    }

    pub(super) fn request_started(&self, has_body: bool) {
        self.turn.fetch_add(1, Ordering::Relaxed);
        self.set_body(if has_body { Body::Arriving } else { Body::Complete });
        self.set_progress(Progress::None);
        self.reading.start();
        self.enter(Phase::Busy);
    }

    pub(super) fn body(&self) -> Body {
        BODIES[usize::from(self.body.load(Ordering::Acquire))]
    }

    pub(super) fn set_body(&self, body: Body) {
        self.body.store(body as u8, Ordering::Release);
    }

    /// Takes a body that the service dropped before its end. If the rest is small and certain to arrive, keeps it to
    /// read and discard the rest. Otherwise hyper closes the connection.
    pub(super) fn abandon_body(&self, body: Incoming, certain: bool) {
        let small = body.size_hint().upper().is_some_and(|bytes| bytes <= LEFTOVER_BYTES);
        if small && certain && self.progress() == Progress::None {
            *lock(&self.leftover) = Some(body);
            self.set_body(Body::Leftover);
            self.wake();
        } else {
            self.set_body(Body::Abandoned);
        }
    }

    /// Gives up the rest of the body, so that hyper closes the connection after the response.
    pub(super) fn drop_leftover(&self) {
        self.set_body(Body::Abandoned);
        *lock(&self.leftover) = None;
    }

    /// Reads and discards the part of the kept body that has arrived. Ready once nothing is left of it.
    pub(super) fn poll_leftover(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut leftover = lock(&self.leftover);
        let Some(body) = leftover.as_mut() else { return Poll::Ready(()) };
        let outcome = loop {
            match Pin::new(&mut *body).poll_frame(cx) {
                Poll::Ready(Some(Ok(_))) => {}
                Poll::Ready(None) => break Body::Complete,
                Poll::Ready(Some(Err(_))) => break Body::Abandoned,
                Poll::Pending => return Poll::Pending,
            }
        };
        *leftover = None;
        self.set_body(outcome);
        if self.stamp().phase() == Ok(Phase::Discarding) {
            self.enter(Phase::Idle);
        }
        Poll::Ready(())
    }

    pub(super) fn response_started(&self) {
        self.set_progress(Progress::Started);
    }

    /// Reports that hyper has taken the whole response or given it up.
    pub(super) fn response_taken(&self) {
        self.set_progress(Progress::Taken);
    }

    /// Whether all data before the failure of the response's body has been written. If not, the next flush wakes the
    /// connection's task.
    pub(super) fn may_fail(&self) -> bool {
        let written = self.progress() == Progress::Failed;
        if !written {
            self.set_progress(Progress::Failing);
        }
        written
    }

    fn progress(&self) -> Progress {
        PROGRESS[usize::from(self.progress.load(Ordering::Acquire))]
    }

    fn set_progress(&self, progress: Progress) {
        self.progress.store(progress as u8, Ordering::Release);
    }

    /// Must be called when hyper has written everything it had while a request is being served. Returns whether that
    /// ended the request.
    pub(super) fn all_written(&self) -> bool {
        match self.progress() {
            Progress::None | Progress::Started | Progress::Failed => false,
            Progress::Failing => {
                self.set_progress(Progress::Failed);
                self.wake();
                false
            }
            Progress::Taken => {
                self.set_progress(Progress::None);
                self.enter(if self.body() == Body::Leftover { Phase::Discarding } else { Phase::Idle });
                self.listener.connection_changed();
                true
            }
        }
    }
}

/// A random number from 0.9 to 1.1 times `ticks`.
fn spread(ticks: u64) -> u64 {
    let tenth = ticks / 10;
    // Each `RandomState` has new random keys, which is random enough here.
    let random = RandomState::new().build_hasher().finish();
    ticks - tenth + random % (2 * tenth + 1)
}

/// Locks a mutex and ignores poisoning: the value stays consistent even if code in this module panics.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::{Limits, Shutdown};

    #[test]
    fn connections_opened_together_end_at_times_spread_over_a_tenth_either_way() {
        let listener = Arc::new(Listener::new(Limits::default(), Shutdown::new().watch()));
        let (age, peer) = (listener.ticks(listener.limits.max_age), SocketAddr::from(([127, 0, 0, 1], 1)));
        let (earliest, latest) = (age - age / 10, age + age / 10);
        let mut tenths = [0; 10];
        for _ in 0..1_000 {
            let expires = Connection::new(peer, Arc::clone(&listener)).expires;
            assert!((earliest..=latest).contains(&expires), "{expires} is not within a tenth of {age}");
            tenths[((expires - earliest) * 10 / (latest - earliest + 1)) as usize] += 1;
        }
        // One of them is empty with a probability of 10^-45.
        assert!(tenths.iter().all(|&count| count > 0), "{tenths:?}");
    }
}
