//! The network edge of the process: listeners, the accept loop, limits on connections, draining and signals.
//!
//! [`serve`] serves the connections of one listener with any `tower` service until a [`Shutdown`] is complete. It knows
//! nothing about the service. A process calls it once per listener, each with its own [`Limits`] and [`Counters`], so
//! that a flood on one listener cannot take the connections of another.
//!
//! ```
//! use std::convert::Infallible;
//! use std::sync::Arc;
//!
//! use hyper::{Request, Response};
//! use sudoku_service::server::{Limits, Outcome, RequestBody, Shutdown, Stage, bind, serve};
//! use tokio::io::{AsyncReadExt, AsyncWriteExt};
//! use tokio::net::TcpStream;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let limits = Limits::default();
//! let listener = bind("127.0.0.1:0".parse()?, "--listen", &limits)?;
//! let address = listener.local_addr()?;
//! let service = tower::service_fn(async |request: Request<RequestBody>| {
//!     Ok::<_, Infallible>(Response::new(request.uri().path().to_owned()))
//! });
//! let shutdown = Shutdown::new();
//! let serving = tokio::spawn(serve(listener, service, limits, shutdown.watch(), Arc::default(), Arc::default()));
//!
//! let mut client = TcpStream::connect(address).await?;
//! client.write_all(b"GET /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await?;
//! let mut response = String::new();
//! client.read_to_string(&mut response).await?;
//! assert!(response.starts_with("HTTP/1.1 200 OK") && response.ends_with("/hello"));
//!
//! shutdown.advance(Stage::Closing);
//! assert_eq!(serving.await?, Outcome::Drained);
//! # Ok(())
//! # })
//! # }
//! ```
//!
//! # Guarantees
//! - A request head must arrive within [`Limits::head_timeout`], counted from the accept for a connection's first
//!   request and from the first byte for each later one. Between requests a connection may be idle for
//!   [`Limits::idle_timeout`].
//! - hyper answers a head that it cannot parse with 400, one that is too long or has too many fields with 431, and one
//!   whose target exceeds 65,534 bytes with 414. Each of these responses is empty, and the connection ends.
//! - A peer that does not read its response, or less than 64 bytes a second of it, is disconnected once it is
//!   [`Limits::write_timeout`] behind. Until then, at most [`Limits::max_head_bytes`] of the response and one frame of its body are held in memory, and
//!   [`Limits::send_buffer`] in the kernel.
//! - A response that is sent before the request was read to its end still reaches the client: see [`RequestBody`].
//! - If a peer resets its connection while its request is being served, the service's future is dropped immediately. A
//!   peer that only closes its sending side (`nc -N`, `shutdown(SHUT_WR)`) may still be reading; TCP cannot distinguish
//!   it from a peer that is gone until something is written to it. Its request is therefore served for
//!   [`Limits::hangup_grace`] after its last sign of life, and then dropped.
//! - At [`Limits::max_connections`], and when the process has no file descriptor left, one connection is closed to make
//!   room for the next: the one whose peer is furthest behind a fair rate in sending its request or reading its
//!   response. If none is behind, it is the one that has been idle the longest. A connection that only waits for the
//!   service is never closed for this.
//! - When the application reports [`Pressure`] on its memory, the connections end whose peers read most slowly, if they are
//!   behind a fair rate.
//! - A connection that is older than [`Limits::max_age`] ends with its next response.
//! - After a few pipelined requests, a connection waits until the runtime has looked at all sockets.
//!
//! # Time
//! A request takes about ten microseconds, so a timer for each of its phases would be noticeable. Instead, each
//! connection has one atomic word with its phase and the tick at which the phase started. The accept loop checks
//! all words once per tick (a tenth of the shortest limit, at most 100 ms). Limits are therefore accurate to about two
//! ticks, and never expire early. Ticks are counted, not measured: if the machine is suspended, every limit is
//! extended, and connections do not all end when it resumes.

mod accept;
mod bind;
mod connection;
mod counters;
mod descriptors;
mod limits;
mod lingering_close;
mod listener;
mod open_connections;
mod phase;
mod pressure;
mod reading;
mod request_body;
mod respond;
mod response_body;
mod serve_connection;
mod serving_thread;
mod shutdown;
mod signals;
mod socket;

pub use accept::{Outcome, serve};
pub use bind::{BindError, bind, reachable};
pub use counters::{ClosedReason, Counters};
pub use descriptors::{connections_within, raise_descriptor_limit};
pub use limits::Limits;
pub use pressure::Pressure;
pub use request_body::RequestBody;
pub use respond::PeerAddr;
pub use response_body::ResponseBody;
pub use serving_thread::ServingThread;
pub use shutdown::{Shutdown, ShutdownWatch, Stage};
pub use signals::Signals;
#[cfg(unix)]
pub use signals::is_ignored;
pub use tower::BoxError;
