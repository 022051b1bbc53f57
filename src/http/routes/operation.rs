//! The handler of every operation.

use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::response::{IntoResponse, Response};

use crate::http::app::App;
use crate::http::caching;
use crate::http::headers::server_timing;
use crate::http::request::{self, Inquiry};
use crate::http::respond::Preferences;
use crate::operations::call_job::CallJob;
use crate::operations::problem::Problem;
use crate::operations::{AnyOperation, Call, time_limit};
use crate::pool::{Done, Kind, PoolError, Timing};
use crate::sudoku::logic::RatingSoFar;
use crate::sudoku::solver::CancelFlag;

/// Answers a request to an operation.
///
/// # Errors
/// The response with the problem.
pub async fn handle(app: App, operation: &'static AnyOperation, request: Request) -> Result<Response, Response> {
    let (head, body) = request.into_parts();
    let asked = request::of_request(&app, operation, &head, body).await.map_err(IntoResponse::into_response)?;
    let wanted = Preferences::of(&head, caching::FOR_A_DAY, &app.memory);
    // A search may take long, and a head 16 KiB.
    drop(head);
    answer(&app, operation, asked, wanted).await
}

/// Answers a call on a thread of the pool.
///
/// # Errors
/// The response with the problem.
pub async fn answer(
    app: &App,
    operation: &'static AnyOperation,
    asked: Inquiry<Box<dyn Call>>,
    wanted: Preferences,
) -> Result<Response, Response> {
    // The options of a long request, which are not known yet, may ask for several solutions.
    let (may_be_sheet, is_heavy) =
        if let Inquiry::Read(call) = &asked { (call.may_be_sheet(), call.is_heavy()) } else { (true, false) };
    let (timed, kind) = (!wanted.is_cacheable(), wanted.kind(operation, may_be_sheet, is_heavy));
    let ran = run(app, operation, kind, asked, |call, ran, cancel| wanted.write(call, ran, cancel)).await;
    let (written, timing) = ran.map_err(IntoResponse::into_response)?;
    written.and_then(|written| Ok(written?.response(timing))).map_err(|problem| {
        let mut response = problem.into_response();
        response.headers_mut().extend(timed.then(|| server_timing(timing)));
        response
    })
}

/// Runs a call on a thread of the pool as a job of this kind, and writes its answer there: the call, and how long it ran.
/// What was too long to be read before is read there, too.
///
/// # Errors
/// No thread is free for it, or its time limit has passed.
pub async fn run<T: Send + 'static>(
    app: &App,
    operation: &'static AnyOperation,
    kind: Kind,
    asked: Inquiry<Box<dyn Call>>,
    write: impl FnOnce(Box<dyn Call>, Duration, &CancelFlag) -> T + Send + 'static,
) -> Result<(Result<T, Problem>, Timing), Problem> {
    let so_far = RatingSoFar::default();
    let time_limit = time_limit(operation, kind).unwrap_or(app.settings.request_timeout);
    let read = move || asked.read_here();
    let job = CallJob::new(read, write, app.settings.node_limit, so_far.clone());
    let ran = app.pool.search(kind, Instant::now() + time_limit, job, CallJob::search, CallJob::write).await;
    let Done { value: (written, searches), timing } = ran.map_err(|error| {
        if error == PoolError::Overloaded {
            app.metrics.refused(operation);
            return Problem::too_many(&operation.path(), time_limit);
        }
        Problem::from(error).with_rating_so_far(so_far.get())
    })?;
    app.searched(&searches, timing);
    Ok((written, timing))
}
