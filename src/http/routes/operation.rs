//! The handler of every operation.

use std::sync::Arc;

use axum::extract::Request;
use axum::response::{IntoResponse, Response};

use crate::http::app::App;
use crate::http::caching::is_cacheable;
use crate::http::headers::server_timing;
use crate::http::{request, respond};
use crate::operations::operation::Work;
use crate::operations::problem::Problem;
use crate::operations::rate::NODE_LIMIT;
use crate::operations::{self, AnyOperation, Call};
use crate::pool::{Done, PoolError, Timing};
use crate::sudoku::logic::RatingSoFar;

/// Answers a request to an operation.
///
/// # Errors
/// The response with the problem.
pub async fn handle(app: App, operation: &'static AnyOperation, request: Request) -> Result<Response, Response> {
    let cacheable = is_cacheable(request.method());
    let call = request::of_request(&app, operation, request).await.map_err(IntoResponse::into_response)?;
    answer(&app, operation, call, cacheable).await
}

/// Answers a call on a thread of the pool. A cacheable answer must not say how long it took.
///
/// # Errors
/// The response with the problem.
pub async fn answer(
    app: &App,
    operation: &'static AnyOperation,
    call: Arc<dyn Call>,
    cacheable: bool,
) -> Result<Response, Response> {
    let held = app.memory.hold(call.room()).map_err(IntoResponse::into_response)?;
    let ran = run(app, operation, call, |call, result| (call, result)).await;
    let ((mut call, result), timing) = ran.map_err(IntoResponse::into_response)?;
    // A cache would repeat it to callers who did not wait that long.
    let timed = (!cacheable).then(|| server_timing(timing));
    let mut response = match result {
        Ok(()) => {
            if !cacheable && let Some(call) = Arc::get_mut(&mut call) {
                call.set_elapsed(timing.ran);
            }
            respond::answered(call, held)
        }
        Err(problem) => problem.into_response(),
    };
    response.headers_mut().extend(timed);
    if response.status().is_success() { Ok(response) } else { Err(response) }
}

/// Runs a call on a thread of the pool, and makes something of it there.
///
/// # Errors
/// No thread is free for it, or its time limit has passed.
pub async fn run<T: Send + 'static>(
    app: &App,
    operation: &'static AnyOperation,
    mut call: Arc<dyn Call>,
    make: impl FnOnce(Arc<dyn Call>, Result<(), Problem>) -> T + Send + 'static,
) -> Result<(T, Timing), Problem> {
    let so_far = RatingSoFar::default();
    let (guesses, bound) = (app.settings.node_limit, so_far.clone());
    let time_limit = operation.about.time_limit.unwrap_or(app.settings.request_timeout);
    let job = move |cancel: &_| {
        let work = Work::new(guesses, NODE_LIMIT, cancel, bound);
        let result = Arc::get_mut(&mut call).expect("nobody else has the call").run(&work);
        let searches = work.searches();
        (make(call, result), searches)
    };
    let Done { value: (made, searches), timing } =
        app.run(operations::kind(operation), time_limit, job).await.map_err(|error| {
            if error == PoolError::Overloaded {
                app.metrics.refused(operation);
            }
            Problem::from(error).with_rating_so_far(so_far.get())
        })?;
    app.searched(&searches, timing);
    Ok((made, timing))
}
