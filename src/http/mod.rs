//! The transport: the only code that knows axum and serde.
//!
//! The folders follow the path of a request: `edge` (middleware for every request), `routes` (one file per operation),
//! `request` (from bytes to a grid and options), the [pool](crate::pool), and back through `answer` or [`problem`].
//!
//! A handler has three steps: an extractor reads the request, the pool runs the work, and a responder carries the
//! result to the edge, which writes it in the negotiated format. An operation consists of its options, its handler, its
//! response type, and a row in the contract's table of operations.

mod answer;
mod app;
mod caching;
mod contract;
mod edge;
mod headers;
pub mod lines;
mod memory;
mod metrics;
mod negotiation;
mod pages;
mod paths;
pub mod problem;
mod process_metrics;
mod request;
mod routes;
mod settings;

pub use app::App;
pub use edge::cors::Origins;
pub use paths::READYZ;
pub use process_metrics::ProcessMetrics;
pub use routes::{admin_router, contract as openapi, router};
pub use settings::{BatchLimits, BodyLimits, HeadLimits, Settings};
