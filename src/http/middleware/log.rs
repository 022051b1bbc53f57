//! Which answers are logged, once and at the edge.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::http::{Method, StatusCode, Uri};
use tracing::Level;

use crate::http::problem::{Code, Problem};
use crate::scope::Scope;

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
    /// The time from the request's head to here.
    pub took: Duration,
}

impl OverloadLog {
    /// Logs an answer in the request's scope. To be called on a tokio runtime.
    pub fn answered(&self, answered: &Answered<'_>, scope: &impl Scope) {
        let &Answered { method, uri, client, status, problem, took } = answered;
        let code = problem.map(Problem::code);
        if code == Some(Code::Overloaded) {
            self.refused();
        }
        // Overload is summed up, and the panic hook has logged a defect with its place.
        let warn = status.is_server_error() && !matches!(code, Some(Code::Overloaded | Code::Internal));
        if !warn && !tracing::enabled!(Level::DEBUG) {
            return;
        }
        let _entered = scope.span().entered();
        let (code, detail) = problem.map_or(("", ""), |problem| (problem.code().name(), problem.detail()));
        let (path, status, client) = (uri.path(), status.as_u16(), client.map(tracing::field::display));
        let milliseconds = took.as_secs_f64() * 1e3;
        if warn {
            tracing::warn!(%method, path, client, status, code, milliseconds, "{detail}");
        } else {
            tracing::debug!(%method, path, client, status, code, milliseconds, "answered: {detail}");
        }
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
