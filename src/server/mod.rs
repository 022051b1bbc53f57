//! The process edge: listeners, the accept loop, the bounds on a connection, the drain and the signals.
//!
//! [`serve`] answers the connections of one listener with any `tower` service until a [`Shutdown`] has run its
//! course. It knows nothing of what the service does. A process calls it once for each listener, each with its own
//! [`Limits`] and [`Counters`], so that a flood on one cannot take the other's connections.
//!
//! # What a connection can rely on, and what it cannot do
//! - A request head must arrive within [`Limits::head_timeout`], counted from the accept for a connection's first
//!   request and from the first byte for each later one. Between requests a connection may rest for
//!   [`Limits::idle_timeout`].
//! - hyper answers a head that it cannot parse with 400, one that is too long or has too many fields with 431, one
//!   whose target is over 65,534 bytes with 414; each answer is empty, and the connection ends.
//! - A peer that does not read its answer is cut off after [`Limits::write_timeout`] without progress; until then at
//!   most [`Limits::max_head_bytes`] of answer (and one frame of its body) wait in memory for it, and
//!   [`Limits::send_buffer`] in the kernel.
//! - An answer that is sent before the request was read to its end reaches the client: see [`RequestBody`].
//! - A peer that resets its connection while its request is served ends the service's future at once: it is
//!   dropped. A peer that merely closes its sending side (`nc -N`, `shutdown(SHUT_WR)`) may still be reading, and TCP
//!   does not tell it from one that is gone until something is written to it. Its request is therefore served for
//!   [`Limits::hangup_grace`] after the last sign of it, and dropped when this has passed.
//! - At [`Limits::max_connections`], and when the process has no file descriptor left, the connection that has been
//!   idle longest makes room for the next.
//!
//! # How time is kept
//! A request costs about ten microseconds, so a timer for each of its stages would be felt. Instead each connection
//! carries one atomic word, its stage and the tick at which it entered it, and the accept loop looks over all words
//! once a tick. Limits are therefore kept to about two ticks (a tenth of the shortest limit, at most 100 ms each),
//! never early. Ticks are counted, not measured: a machine that was suspended stretches every limit instead of ending
//! every connection when it wakes.

mod accept;
mod bind;
mod connection;
mod counters;
mod exchange;
mod limits;
mod linger;
mod open;
mod shutdown;
mod signals;
mod socket;
mod state;

pub use accept::{Outcome, serve};
pub use bind::{BindError, bind};
pub use counters::{ClosedReason, Counters};
pub use exchange::{AnswerBody, PeerAddr, RequestBody};
pub use limits::Limits;
pub use shutdown::{Shutdown, ShutdownWatch, Stage};
pub use signals::Signals;

/// The error of a service or of its answer's body.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;
