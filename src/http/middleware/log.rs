//! Which answers are logged, once and at the edge.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::http::{Method, StatusCode, Uri};

use crate::http::problem::{Code, Problem};

/// How long refusals are summed up before they are logged.
const SUMMED_UP: Duration = Duration::from_secs(1);

/// Logs a line for each 5xx, one a second for all that were refused as overload, and one for any other answer if the
/// level `debug` is asked for.
#[derive(Clone, Default, Debug)]
pub struct OverloadLog {
    refused: Arc<AtomicU64>,
}

/// What a log line tells of an answer.
pub struct Answered<'a> {
    /// The request's method.
    pub method: &'a Method,
    /// The request's target.
    pub uri: &'a Uri,
    /// Who sent it, if that is known.
    pub client: Option<IpAddr>,
    /// The answer's status.
    pub status: StatusCode,
    /// The problem that the answer was.
    pub problem: Option<&'a Problem>,
    /// When the request's head was read.
    pub started: Instant,
}

impl OverloadLog {
    /// Logs an answer. To be called in the request's span, on a tokio runtime.
    pub fn answered(&self, answered: &Answered<'_>) {
        let &Answered { method, uri, client, status, problem, started } = answered;
        let (code, detail) = problem.map_or(("", ""), |problem| (problem.code().name(), problem.detail()));
        let (path, status_code) = (uri.path(), status.as_u16());
        let client = client.map(tracing::field::display);
        let milliseconds = started.elapsed().as_secs_f64() * 1e3;
        match problem.map(Problem::code) {
            Some(Code::Overloaded) => self.refused(),
            // The panic hook has logged it, with its place, in this span.
            Some(Code::Internal) => {}
            _ if status.is_server_error() => {
                tracing::warn!(%method, path, client, status = status_code, code, milliseconds, "{detail}");
                return;
            }
            _ => {}
        }
        tracing::debug!(%method, path, client, status = status_code, code, milliseconds, "answered: {detail}");
    }

    fn refused(&self) {
        if self.refused.fetch_add(1, Ordering::Relaxed) == 0 {
            let refused = Arc::clone(&self.refused);
            tokio::spawn(async move {
                tokio::time::sleep(SUMMED_UP).await;
                let refused = refused.swap(0, Ordering::Relaxed);
                tracing::warn!(refused, "refused as overload in the last second");
            });
        }
    }
}
