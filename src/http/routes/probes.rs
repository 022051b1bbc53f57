//! The probes for an orchestrator, and the metrics.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use crate::http::app::App;
use crate::http::metrics::MEDIA_TYPE;
use crate::operations::problem::Problem;
use crate::server::Stage;

/// Liveness
///
/// Answers 200 as long as the process runs.
pub async fn livez() -> &'static str {
    "ok\n"
}

/// Readiness
///
/// Answers 200 until a shutdown begins.
pub async fn readyz(State(app): State<App>) -> Result<&'static str, Problem> {
    if *app.shutdown.borrow() >= Stage::Draining { Err(Problem::shutting_down()) } else { Ok("ok\n") }
}

/// The metrics in the Prometheus format.
pub async fn metrics(State(app): State<App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, MEDIA_TYPE)], app.metrics.render(app.pool.waiting()))
}
