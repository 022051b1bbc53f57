//! The request that the current log lines belong to.
//!
//! A tracing span would add the request to every line, but creating, entering and dropping one takes half a microsecond
//! of the ten that a request takes, and few requests log a line. Instead, a [`Scope`] accompanies the request and
//! creates the span when there is something to log.

use std::cell::RefCell;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use pin_project_lite::pin_project;
use tracing::Span;

/// Creates spans for the log lines of a request.
pub trait Scope: Send + Sync {
    /// A span for the log lines of this scope.
    fn span(&self) -> Span;
}

impl Scope for Span {
    fn span(&self) -> Span {
        self.clone()
    }
}

thread_local! {
    static CURRENT: RefCell<Option<Arc<dyn Scope>>> = const { RefCell::new(None) };
}

/// The current scope of this thread: the one set by [`Scoped`] or [`run_in`], otherwise the current span.
#[must_use]
pub fn current() -> Option<Arc<dyn Scope>> {
    CURRENT.with_borrow(Clone::clone).or_else(|| {
        let span = Span::current();
        (!span.is_none()).then(|| Arc::new(span) as Arc<dyn Scope>)
    })
}

/// A span for the log lines of the current scope.
#[must_use]
pub fn current_span() -> Span {
    current().map_or_else(Span::none, |scope| scope.span())
}

/// Runs `work` in this scope.
pub fn run_in<T>(mut scope: Option<Arc<dyn Scope>>, work: impl FnOnce() -> T) -> T {
    let _entered = Entered::new(&mut scope);
    work()
}

pin_project! {
    /// A future that runs in a scope.
    pub struct Scoped<F> {
        scope: Option<Arc<dyn Scope>>,
        #[pin]
        future: F,
    }
}

impl<F> Scoped<F> {
    /// Wraps a future so that it runs in this scope.
    pub fn new(scope: Arc<dyn Scope>, future: F) -> Self {
        Self { scope: Some(scope), future }
    }
}

impl<F: Future> Future for Scoped<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        let _entered = Entered::new(this.scope);
        this.future.poll(cx)
    }
}

/// Swaps a scope with the thread's own until it is dropped.
struct Entered<'a>(&'a mut Option<Arc<dyn Scope>>);

impl<'a> Entered<'a> {
    fn new(scope: &'a mut Option<Arc<dyn Scope>>) -> Self {
        let mut entered = Self(scope);
        entered.swap();
        entered
    }

    fn swap(&mut self) {
        CURRENT.with_borrow_mut(|current| mem::swap(current, self.0));
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.swap();
    }
}
