//! The probes for an orchestrator, and the metrics.

use axum::http::header;
use axum::response::IntoResponse;

use crate::http::app::App;
use crate::http::metrics::MEDIA_TYPE;
use crate::operations::problem::Problem;
use crate::server::Stage;

/// The answer of a probe, as long as the process runs.
pub const LIVE: &str = "ok\n";

/// The same until a shutdown begins.
///
/// # Errors
/// The service is shutting down.
pub fn readyz(app: &App) -> Result<&'static str, Problem> {
    if *app.shutdown.borrow() >= Stage::Draining { Err(Problem::shutting_down()) } else { Ok(LIVE) }
}

/// The metrics in the Prometheus format.
pub fn metrics(app: &App) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, MEDIA_TYPE)], app.metrics.render(app.pool.waiting()))
}
