//! The handler of every operation.

use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};

use crate::http::app::App;
use crate::http::caching;
use crate::http::headers::server_timing;
use crate::http::request::{self, Asked};
use crate::http::respond::Wanted;
use crate::operations::operation::Work;
use crate::operations::problem::Problem;
use crate::operations::rate::NODE_LIMIT;
use crate::operations::{self, AnyOperation, Call};
use crate::pool::{Class, Done, PoolError, Timing};
use crate::sudoku::logic::RatingSoFar;
use crate::sudoku::solver::CancelFlag;

/// Answers a request to an operation.
///
/// # Errors
/// The response with the problem.
// Not an async function: its future, which every request allocates, would reserve space for the whole request in addition to
// its parts.
pub fn handle(
    app: App,
    operation: &'static AnyOperation,
    request: Request,
) -> impl Future<Output = Result<Response, Response>> + Send {
    let (mut head, body) = request.into_parts();
    async move {
        let asked = request::of_request(&app, operation, &head, body).await.map_err(IntoResponse::into_response)?;
        let wanted = Wanted::of(&head, caching::FOR_A_DAY);
        answer(&app, operation, asked, wanted, &mut head.headers).await
    }
}

/// Answers a call on a thread of the pool. The headers of the answer take over the memory of these headers of the request:
/// hyper uses it for the next request, so a connection allocates it once. It is more than glibc keeps for a thread.
///
/// # Errors
/// The response with the problem.
pub async fn answer(
    app: &App,
    operation: &'static AnyOperation,
    asked: Asked<Box<dyn Call>>,
    wanted: Wanted,
    headers: &mut HeaderMap,
) -> Result<Response, Response> {
    let (timed, class) = (!wanted.is_cacheable(), wanted.class(operation));
    let ran = run(app, operation, class, asked, |call, ran, cancel| wanted.write(call, ran, cancel)).await;
    let (written, timing) = ran.map_err(IntoResponse::into_response)?;
    headers.clear();
    let headers = std::mem::take(headers);
    written.and_then(|written| written.response(timing, headers, &app.memory)).map_err(|problem| {
        let mut response = problem.into_response();
        response.headers_mut().extend(timed.then(|| server_timing(timing)));
        response
    })
}

/// Runs a call on a thread of the pool as a job of this class, and writes its answer there: the call, and how long it ran.
/// What was too long to be read before is read there, too.
///
/// # Errors
/// No thread is free for it, or its time limit has passed.
// Not an async function: its future would reserve space for the arguments in addition to the job.
pub fn run<T: Send + 'static>(
    app: &App,
    operation: &'static AnyOperation,
    class: Class,
    asked: Asked<Box<dyn Call>>,
    write: impl FnOnce(Box<dyn Call>, Duration, &CancelFlag) -> T + Send + 'static,
) -> impl Future<Output = Result<(Result<T, Problem>, Timing), Problem>> + Send {
    let so_far = RatingSoFar::default();
    let (guesses, bound) = (app.settings.node_limit, so_far.clone());
    let time_limit = operation.about.time_limit.unwrap_or(app.settings.request_timeout);
    let job = move |cancel: &CancelFlag| {
        let work = Work::new(guesses, NODE_LIMIT, cancel, bound);
        let written = asked.read_here().and_then(|mut call| {
            let started = Instant::now();
            call.run(&work)?;
            Ok(write(call, started.elapsed(), cancel))
        });
        (written, work.searches())
    };
    // Boxed, because each future around it would reserve space for it twice, and the future of a request would be large for
    // glibc: that took a twentieth of the CPU time of a request.
    let ran = Box::pin(app.run(operations::kind(operation, class), time_limit, job));
    async move {
        let Done { value: (written, searches), timing } = ran.await.map_err(|error| {
            if error == PoolError::Overloaded {
                app.metrics.refused(operation);
            }
            Problem::from(error).with_rating_so_far(so_far.get())
        })?;
        app.searched(&searches, timing);
        Ok((written, timing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Maximum size in bytes of what glibc does not count as large. To find large memory, it first joins all small pieces that
    /// are free.
    const SMALL: usize = 1000;

    /// What the router adds, in bytes.
    const ADDED: usize = 24;

    #[test]
    fn the_future_of_a_request_fits_into_small_memory() {
        fn size<F>(_: impl Fn(App, &'static AnyOperation, Request) -> F) -> usize {
            size_of::<F>()
        }
        // The router allocates it together with the request.
        let size = size(handle) + size_of::<Request>() + ADDED;
        assert!(size <= SMALL, "{size} bytes");
    }
}
