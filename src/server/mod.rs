//! The network edge of the process, behind a gateway: listeners, their connections, the drain and signals.
//!
//! [`serve`] serves the connections of one listener with any `tower` service until a shutdown is complete. It knows
//! nothing about the service. A process calls it once per listener, each with its own [`Limits`] and [`Counters`], as
//! [`service`](crate::service) does.
//!
//! - At the limits of its head, hyper answers with an empty 400, 414 or 431, and the connection ends.
//! - A response that is sent before the request was read to its end still reaches the client.
//! - If a peer closes or resets its connection while its request is served, the service's future is dropped at once. A
//!   peer that only closes its sending side (`nc -N`) counts as gone, too.

mod bind;
mod limits;
mod serve;
mod shutdown;
mod socket;

#[cfg(unix)]
pub use bind::raise_descriptor_limit;
pub use bind::{bind, reachable};
pub use limits::{Counters, Limits};
pub use serve::serve;
pub use shutdown::{Signals, Stage, reached};
pub use tower::BoxError;
