//! The request that the current log lines belong to.
//!
//! A tracing span around every request would add its id to each line, but making, entering and dropping it takes a twentieth
//! of the processor time of a request, and few requests log a line. Instead, a function accompanies the request, which makes
//! the span when there is something to log.

use std::sync::Arc;

use tracing::Span;

/// Makes a span for the log lines of a request.
pub type Scope = Arc<dyn Fn() -> Span + Send + Sync>;

tokio::task_local! {
    /// The scope of the request that the current task or job works for.
    pub static SCOPE: Scope;
}

/// A span for log lines: of the request, or otherwise the one that has been entered.
#[must_use]
pub fn span() -> Span {
    SCOPE.try_with(|scope| scope()).unwrap_or_else(|_| Span::current())
}
