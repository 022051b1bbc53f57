//! Whom the code that runs works for, as far as its log lines tell.
//!
//! A tracing span tells it in every line of a request. To make, enter and drop one takes half a microsecond of the ten
//! that a request takes, and nearly no request has a line. So a [`Scope`] goes with the request instead, and makes the
//! span when there is something to log.

use std::cell::RefCell;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use pin_project_lite::pin_project;
use tracing::Span;

/// What makes a span.
pub trait Scope: Send + Sync {
    /// A span for lines of this scope.
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

/// The scope that runs on this thread: the one of [`Scoped`] or [`run_in`], else the span that is entered.
#[must_use]
pub fn current() -> Option<Arc<dyn Scope>> {
    CURRENT.with_borrow(Clone::clone).or_else(|| {
        let span = Span::current();
        (!span.is_none()).then(|| Arc::new(span) as Arc<dyn Scope>)
    })
}

/// A span for the lines of what runs on this thread.
#[must_use]
pub fn current_span() -> Span {
    current().map_or_else(Span::none, |scope| scope.span())
}

/// Does some work in this scope.
pub fn run_in<T>(scope: Option<Arc<dyn Scope>>, work: impl FnOnce() -> T) -> T {
    let mut scope = scope;
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
    /// This future in this scope.
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

/// While it lives, the scope at this place and the thread's are exchanged.
struct Entered<'a>(&'a mut Option<Arc<dyn Scope>>);

impl<'a> Entered<'a> {
    fn new(scope: &'a mut Option<Arc<dyn Scope>>) -> Self {
        let mut entered = Self(scope);
        entered.exchange();
        entered
    }

    fn exchange(&mut self) {
        CURRENT.with_borrow_mut(|current| mem::swap(current, self.0));
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.exchange();
    }
}
