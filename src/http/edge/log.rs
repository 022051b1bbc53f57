//! The log of responses. Each response is logged at most once, here.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::http::{Method, StatusCode, Uri};
use tracing::Level;

use crate::operations::problem::{Code, Problem, one_line};
use crate::request_scope;
use crate::telemetry::milliseconds;

/// Logs each 5xx, a summary of overload rejections once per second, and other responses at the level `debug`.
#[derive(Clone, Default, Debug)]
pub struct OverloadLog {
    rejected: Arc<AtomicU64>,
}

impl OverloadLog {
    /// Logs a response that was sent so long after the head of its request. Must be called on a tokio runtime.
    pub fn answered(&self, method: &Method, uri: &Uri, status: StatusCode, problem: Option<&Problem>, took: Duration) {
        let code = problem.map(Problem::code);
        if code == Some(Code::Overloaded) && self.rejected.fetch_add(1, Ordering::Relaxed) == 0 {
            let rejected = Arc::clone(&self.rejected);
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_secs(1)).await;
                let rejected = rejected.swap(0, Ordering::Relaxed);
                tracing::warn!(rejected, "rejected requests because of overload in the last second");
            });
        }
        // Not the status of the response, since a tool answers with 200 even if it has a problem. Overload is logged as a
        // summary, and the panic hook has already logged a panic.
        let warn = code.is_some_and(|code| code.status() >= 500 && !matches!(code, Code::Overloaded | Code::Internal));
        if !warn && !tracing::enabled!(Level::DEBUG) {
            return;
        }
        let _entered = request_scope::span().entered();
        let (code, detail) = problem.map_or(("", ""), |problem| (problem.code().name(), problem.detail()));
        // The caller chose the path, and a detail may quote the request.
        let [path, detail] = [uri.path(), detail].map(one_line);
        let (path, status, milliseconds) = (&*path, status.as_u16(), milliseconds(took));
        if warn {
            tracing::warn!(%method, path, status, code, milliseconds, "{detail}");
        } else {
            tracing::debug!(%method, path, status, code, milliseconds, "answered: {detail}");
        }
    }
}
