//! What one connection's task, its socket, its requests and the accept loop know of it together.

use std::{
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering},
    },
    task::{Context, Poll, Waker},
};

use http_body::Body as _;
use hyper::body::Incoming;

use super::{counters::ClosedReason, open::Listener};

/// The stage that a connection is in. The number is its place in a [`Stamp`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Phase {
    /// Accepted; not a byte has come yet.
    Silent,
    /// A part of a request head has come.
    Head,
    /// A request is being served, or its answer written.
    Busy,
    /// The last answer is written, and nothing of a next request has come.
    Idle,
    /// The last answer is written; the rest of its request is being thrown away.
    Discarding,
    /// The last answer and its end are written, and its request was read whole; the peer's own end is awaited.
    Parting,
}

const PHASES: [Phase; 6] = [Phase::Silent, Phase::Head, Phase::Busy, Phase::Idle, Phase::Discarding, Phase::Parting];

/// Set in a [`Stamp`] whose low bits are the reason for which the connection was told to end.
const ORDERED: u8 = 0x80;

/// A phase and the tick at which it began, or an order to end, in one word:
///
/// ```text
///  63                                   8 7     0
/// +--------------------------------------+-------+
/// | tick                                 | phase |   or 0x80 + reason
/// +--------------------------------------+-------+
/// ```
///
/// Because it is one word, whoever tells an idle connection to end and the task that finds a new request on it cannot
/// both succeed: the loser's exchange fails, and nobody waits for an eviction that does not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp(u64);

impl Stamp {
    fn new(phase: Phase, tick: u64) -> Self {
        Self(tick << 8 | u64::from(phase as u8))
    }

    /// The phase, or the reason for which the connection was told to end.
    pub(super) fn phase(self) -> Result<Phase, ClosedReason> {
        let low = self.0 as u8;
        if low & ORDERED == 0 {
            Ok(PHASES[usize::from(low)])
        } else {
            Err(ClosedReason::ALL[usize::from(low & !ORDERED)])
        }
    }

    /// The tick at which the phase began.
    pub(super) fn tick(self) -> u64 {
        self.0 >> 8
    }
}

/// How much of the current request's body was taken by the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Body {
    /// All of it, or there is none.
    Complete,
    /// The service still holds it.
    Arriving,
    /// The service let go of it before its end, and the rest will not be read.
    Abandoned,
    /// The service let go of it before its end, and the connection's task reads the rest.
    Leftover,
}

const BODIES: [Body; 4] = [Body::Complete, Body::Arriving, Body::Abandoned, Body::Leftover];

/// How far the current request's answer has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Answer {
    None,
    Begun,
    /// Its body has failed; what came before is still in hyper's buffer, which hyper would throw away.
    Failing,
    /// Its body has failed, and what came before is written.
    Failed,
    /// hyper has taken all of it, though it may still be in its buffer.
    Taken,
}

const ANSWERS: [Answer; 5] = [Answer::None, Answer::Begun, Answer::Failing, Answer::Failed, Answer::Taken];

/// The most of a request body that is read to its end, after an answer that came before it, to keep the connection.
/// Most clients send a body right behind its head, often in a packet of its own that is on its way when the answer
/// is made.
const LEFTOVER_BYTES: u64 = 64 * 1024;

/// One open connection.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) peer: SocketAddr,
    listener: Arc<Listener>,
    /// Its place in the listener's list; only touched under the list's lock.
    pub(super) place: AtomicUsize,
    stamp: AtomicU64,
    /// The tick since which the peer takes nothing of what is written, plus one; 0 if it does.
    write_blocked: AtomicU64,
    /// The tick of the last sign of a peer that closed its sending side, plus one; 0 if it did not.
    peer_finished: AtomicU64,
    body: AtomicU8,
    answer: AtomicU8,
    leftover: Mutex<Option<Incoming>>,
    waker: Mutex<Option<Waker>>,
}

impl Connection {
    pub(super) fn new(peer: SocketAddr, listener: Arc<Listener>) -> Self {
        let stamp = Stamp::new(Phase::Silent, listener.now());
        Self {
            peer,
            listener,
            place: AtomicUsize::new(0),
            stamp: AtomicU64::new(stamp.0),
            write_blocked: AtomicU64::new(0),
            peer_finished: AtomicU64::new(0),
            body: AtomicU8::new(Body::Complete as u8),
            answer: AtomicU8::new(Answer::None as u8),
            leftover: Mutex::new(None),
            waker: Mutex::new(None),
        }
    }

    pub(super) fn listener(&self) -> &Listener {
        &self.listener
    }

    pub(super) fn stamp(&self) -> Stamp {
        Stamp(self.stamp.load(Ordering::SeqCst))
    }

    /// Goes into `phase` unless the connection was told to end.
    pub(super) fn enter(&self, phase: Phase) {
        self.enter_since(phase, self.listener.now());
    }

    fn enter_since(&self, phase: Phase, tick: u64) {
        let current = self.stamp();
        if current.phase().is_ok() {
            let next = Stamp::new(phase, tick).0;
            // Only an order can have come in between; it stands.
            let _ = self.stamp.compare_exchange(current.0, next, Ordering::SeqCst, Ordering::SeqCst);
        }
    }

    /// Tells the connection to end, if it still is as `seen`. Whether it was.
    pub(super) fn order_end(&self, seen: Stamp, reason: ClosedReason) -> bool {
        let order = seen.0 & !0xff | u64::from(ORDERED | reason as u8);
        let ordered = self.stamp.compare_exchange(seen.0, order, Ordering::SeqCst, Ordering::SeqCst).is_ok();
        if ordered {
            self.wake();
        }
        ordered
    }

    /// No order can succeed from here on. `Err` with the reason if one has.
    pub(super) fn bar_orders(&self) -> Result<Phase, ClosedReason> {
        let barred = u64::from(ORDERED | ClosedReason::Failed as u8);
        Stamp(self.stamp.swap(barred, Ordering::SeqCst)).phase()
    }

    /// The reason for which the connection was told to end, if it was.
    pub(super) fn ordered(&self) -> Option<ClosedReason> {
        self.stamp().phase().err()
    }

    /// Sets whom an order wakes. To be called before the first look at [`ordered`](Self::ordered): an order that
    /// comes before finds no waker, but is then seen.
    pub(super) fn set_waker(&self, waker: &Waker) {
        *lock(&self.waker) = Some(waker.clone());
    }

    fn wake(&self) {
        if let Some(waker) = &*lock(&self.waker) {
            waker.wake_by_ref();
        }
    }

    // What the socket reports.

    pub(super) fn bytes_arrived(&self) {
        let current = self.stamp();
        match current.phase() {
            // The head's time began with the accept.
            Ok(Phase::Silent) => self.enter_since(Phase::Head, current.tick()),
            Ok(Phase::Idle) => self.enter(Phase::Head),
            Ok(Phase::Head | Phase::Busy | Phase::Discarding | Phase::Parting) | Err(_) => {}
        }
    }

    pub(super) fn write_blocked(&self) {
        if self.write_blocked.load(Ordering::Relaxed) == 0 {
            self.write_blocked.store(self.listener.now() + 1, Ordering::Relaxed);
        }
    }

    pub(super) fn bytes_taken(&self) {
        if self.write_blocked.load(Ordering::Relaxed) != 0 {
            self.write_blocked.store(0, Ordering::Relaxed);
        }
        if self.peer_finished.load(Ordering::Relaxed) != 0 {
            self.peer_finished();
        }
    }

    pub(super) fn peer_finished(&self) {
        self.peer_finished.store(self.listener.now() + 1, Ordering::Relaxed);
    }

    /// The tick since which the peer takes nothing of its answer.
    pub(super) fn write_blocked_since(&self) -> Option<u64> {
        self.write_blocked.load(Ordering::Relaxed).checked_sub(1)
    }

    /// The tick of the last sign of a peer that closed its sending side.
    pub(super) fn peer_finished_since(&self) -> Option<u64> {
        self.peer_finished.load(Ordering::Relaxed).checked_sub(1)
    }

    // What the exchange reports.

    pub(super) fn request_begun(&self, has_body: bool) {
        let body = if has_body { Body::Arriving } else { Body::Complete };
        self.set_body(body);
        self.set_answer(Answer::None);
        self.enter(Phase::Busy);
    }

    pub(super) fn body(&self) -> Body {
        BODIES[usize::from(self.body.load(Ordering::Acquire))]
    }

    pub(super) fn set_body(&self, body: Body) {
        self.body.store(body as u8, Ordering::Release);
    }

    /// Takes a body that the service let go of before its end. If its rest is small and surely comes, it is kept to
    /// be thrown away; otherwise hyper will close the connection for it.
    pub(super) fn abandon_body(&self, body: Incoming, surely_comes: bool) {
        let small = body.size_hint().upper().is_some_and(|bytes| bytes <= LEFTOVER_BYTES);
        if small && surely_comes && self.answer() == Answer::None {
            *lock(&self.leftover) = Some(body);
            self.set_body(Body::Leftover);
            self.wake();
        } else {
            self.set_body(Body::Abandoned);
        }
    }

    /// Gives up the rest of the body, so that hyper closes the connection after the answer.
    pub(super) fn drop_leftover(&self) {
        if self.body() == Body::Leftover {
            self.set_body(Body::Abandoned);
            *lock(&self.leftover) = None;
        }
    }

    /// Reads and throws away what has come of a small rest. Ready when there is none, or none any more.
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

    pub(super) fn answer_begun(&self) {
        self.set_answer(Answer::Begun);
    }

    /// hyper has taken the whole answer, or has given it up.
    pub(super) fn answer_taken(&self) {
        self.set_answer(Answer::Taken);
    }

    /// Whether everything before the failure of the answer's body is written; if not, the next flush wakes its reader.
    pub(super) fn may_fail(&self) -> bool {
        let written = self.answer() == Answer::Failed;
        if !written {
            self.set_answer(Answer::Failing);
        }
        written
    }

    fn answer(&self) -> Answer {
        ANSWERS[usize::from(self.answer.load(Ordering::Acquire))]
    }

    fn set_answer(&self, answer: Answer) {
        self.answer.store(answer as u8, Ordering::Release);
    }

    /// To be called while a request is served, when everything that hyper has to write is written. Whether that ended
    /// the request.
    pub(super) fn all_written(&self) -> bool {
        match self.answer() {
            Answer::None | Answer::Begun | Answer::Failed => false,
            Answer::Failing => {
                self.set_answer(Answer::Failed);
                self.wake();
                false
            }
            Answer::Taken => {
                self.set_answer(Answer::None);
                self.enter(if self.body() == Body::Leftover { Phase::Discarding } else { Phase::Idle });
                self.listener.connection_rests();
                true
            }
        }
    }
}

/// A lock is only poisoned if code in this module panicked while it held it; what it guards is whole even then.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
