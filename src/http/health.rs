//! The probes.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::App;
use super::metrics::MEDIA_TYPE;
use super::problem::{Code, Problem};
use super::problem_schema::{PageProblems, ReadinessProblems};

/// Liveness
///
/// Answers as long as the process runs.
#[utoipa::path(
    get,
    path = super::paths::LIVEZ,
    operation_id = "livez",
    tag = "service",
    responses(
        (status = 200, description = "The process is alive.", body = String, content_type = "text/plain", example = json!("ok")),
        PageProblems,
    ),
)]
pub async fn livez() -> Response {
    ok()
}

/// Readiness
///
/// Answers 200 until a shutdown begins.
#[utoipa::path(
    get,
    path = super::paths::READYZ,
    operation_id = "readyz",
    tag = "service",
    responses(
        (status = 200, description = "The service takes requests.", body = String, content_type = "text/plain", example = json!("ok")),
        ReadinessProblems,
    ),
)]
pub async fn readyz(State(app): State<App>) -> Result<Response, Problem> {
    if app.is_draining() { Err(Problem::new(Code::ShuttingDown, "the service is shutting down")) } else { Ok(ok()) }
}

fn ok() -> Response {
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (no_store, "ok\n").into_response()
}

/// What the service counts.
pub async fn metrics(State(app): State<App>) -> Response {
    ([(header::CONTENT_TYPE, MEDIA_TYPE)], app.metrics.render(app.pool.waiting())).into_response()
}
