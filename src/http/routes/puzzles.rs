//! The operations whose answers are found by a seed or a date: generated puzzles, and the puzzle of a day.

use std::time::SystemTime;

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::operation;
use crate::http::app::App;
use crate::http::caching;
use crate::http::paths::last_segment;
use crate::http::request::{self, Inquiry};
use crate::http::respond::Preferences;
use crate::operations::AnyOperation;
use crate::operations::daily::{DATE, DAY, Day};
use crate::operations::generate::{SEED, random_seed};
use crate::operations::problem::Problem;
use crate::operations::reading::{Arguments, Request as Called};

/// Answers an operation with a seed. The answers with a seed never change; those without one name the address of the same
/// answer.
///
/// # Errors
/// The response with the problem.
pub async fn of_seed(app: App, operation: &'static AnyOperation, request: Request) -> Result<Response, Response> {
    let (head, _) = request.into_parts();
    let query = head.uri.query().unwrap_or_default();
    let has_seed = request::is_sent(SEED, query);
    let seed = (!has_seed).then(random_seed);
    let seeded =
        move |query: &str| seed.as_ref().map_or_else(|| query.to_owned(), |seed| request::with(query, SEED, seed));
    let location = (!has_seed).then(|| format!("{}?{}", operation.path(), seeded(query)));
    let location = location.map(|path| HeaderValue::try_from(path).expect("a target and digits are valid in a header"));
    let wanted = Preferences::of(&head, if has_seed { caching::FOR_EVER } else { caching::NEVER }, &app.memory);
    let read = move |query: &str| operation.call(Called::of_query(&seeded(query)));
    let asked = Inquiry::of_query(Some(query), read).map_err(IntoResponse::into_response)?;
    let mut response = operation::answer(&app, operation, asked, wanted).await?;
    response.headers_mut().extend(location.map(|location| (header::CONTENT_LOCATION, location)));
    Ok(response)
}

/// Redirects to the address of the current date (UTC), with the same parameters.
///
/// # Errors
/// Every error of the query.
pub async fn today(app: App, operation: &'static AnyOperation, request: Request) -> Result<Response, Problem> {
    let uri = request.into_parts().0.uri;
    Inquiry::of_query(uri.query(), |query| operation.call(Called::of_query(query)))?.read(&app).await?;
    let now = SystemTime::now();
    let since_midnight = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs() % DAY.as_secs();
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let headers = [
        (header::LOCATION, format!("{}/{}{query}", operation.path(), Day::of(now).date)),
        (header::CACHE_CONTROL, format!("public, max-age={}", DAY.as_secs() - since_midnight)),
    ];
    Ok((StatusCode::TEMPORARY_REDIRECT, headers).into_response())
}

/// Answers an operation for the date in the path.
///
/// # Errors
/// The response with the problem.
pub async fn of_date(app: App, operation: &'static AnyOperation, request: Request) -> Result<Response, Response> {
    let date = last_segment(request.uri().path());
    if Day::parse(&date, SystemTime::now()).is_none() {
        return Err(Day::not_found(&date).into_response());
    }
    let date = Arguments { pairs: vec![(DATE.to_owned(), date)], are_flags: false };
    let read = move |query: &str| operation.call(Called { query, defaults: Some(&date), ..Called::default() });
    let (head, _) = request.into_parts();
    let asked = Inquiry::of_query(head.uri.query(), read).map_err(IntoResponse::into_response)?;
    let wanted = Preferences::of(&head, caching::FOR_EVER, &app.memory);
    operation::answer(&app, operation, asked, wanted).await
}
