//! The transport: the only code that knows axum.
//!
//! The folders follow the path of a request: `edge` (middleware for every request), `routes` (one handler for every
//! operation), `request` (from a head and a body to a call), the [pool](crate::pool), and back through `respond`.
//!
//! A handler has three steps: `request` reads a call of an [operation](crate::operations), the pool runs it, and a
//! responder carries it to the edge, which writes the answer in the negotiated format.

mod app;
mod caching;
mod contract;
mod edge;
mod headers;
mod memory;
mod metrics;
mod negotiation;
mod pages;
mod paths;
mod process_metrics;
mod request;
mod respond;
mod routes;
mod settings;

pub use app::App;
pub use contract::{document as openapi, yaml as openapi_yaml};
pub use edge::cors::Origins;
pub use edge::router;
pub use paths::{Listener, READYZ};
pub use settings::{BatchLimits, BodyLimits, MAX_HEAD, MAX_TARGET, Settings};
