//! The operations whose answers are found by their address: generated puzzles, and the puzzle of a day.

use std::time::SystemTime;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::operation;
use crate::http::app::App;
use crate::http::caching;
use crate::http::request::{self, PathSegment};
use crate::operations::daily::{DAY, Day};
use crate::operations::generate::{SEED, random_seed};
use crate::operations::problem::Problem;
use crate::operations::reading::Fields;
use crate::operations::{self, AnyOperation};

/// Generates puzzles. Those with a seed never change; those without one are answered with the address of the same puzzles.
pub async fn generate(State(app): State<App>, uri: Uri) -> Result<Response, Response> {
    let query = uri.query().unwrap_or_default();
    if form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == SEED) {
        return answered(&app, known("generate"), query, [(header::CACHE_CONTROL, caching::FOR_EVER)]).await;
    }
    let separator = if query.is_empty() { "" } else { "&" };
    let query = format!("{query}{separator}{SEED}={}", random_seed());
    // Relative, so that it stays correct behind a gateway that strips a prefix of the path.
    let location = format!("generate?{query}").try_into().expect("a target and digits are valid in a header");
    let headers = [(header::CACHE_CONTROL, caching::NEVER), (header::CONTENT_LOCATION, location)];
    answered(&app, known("generate"), &query, headers).await
}

/// Redirects to the puzzle of the current date (UTC), with the same parameters.
pub async fn today(uri: Uri) -> Result<Response, Problem> {
    let daily = known("daily");
    let mut fields = Fields::default();
    fields.add_query(uri.query().unwrap_or_default(), &parameters(daily));
    (daily.read)(fields)?;
    let now = SystemTime::now();
    let since_midnight = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs() % DAY.as_secs();
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let headers = [
        (header::LOCATION, format!("daily/{}{query}", Day::of(now).date)),
        (header::CACHE_CONTROL, format!("public, max-age={}", DAY.as_secs() - since_midnight)),
    ];
    Ok((StatusCode::TEMPORARY_REDIRECT, headers).into_response())
}

/// The puzzle of the date in the path.
pub async fn daily(State(app): State<App>, PathSegment(date): PathSegment, uri: Uri) -> Result<Response, Response> {
    if Day::parse(&date, SystemTime::now()).is_none() {
        return Err(Day::not_found(&date).into_response());
    }
    let daily = known("daily");
    let date = format!("date={date}");
    let mut fields = Fields::default();
    fields.add_query(uri.query().unwrap_or_default(), &parameters(daily));
    fields.add_query(&date, daily.names);
    let call = (daily.read)(fields).map_err(IntoResponse::into_response)?;
    let response = operation::answer(&app, daily, call, true).await?;
    Ok(([(header::CACHE_CONTROL, caching::FOR_EVER)], response).into_response())
}

/// The answer to a query, with these headers.
async fn answered<const N: usize>(
    app: &App,
    operation: &'static AnyOperation,
    query: &str,
    headers: [(header::HeaderName, HeaderValue); N],
) -> Result<Response, Response> {
    let call = request::of_query(operation, query).map_err(IntoResponse::into_response)?;
    Ok((headers, operation::answer(app, operation, call, true).await?).into_response())
}

/// The parameters of the query; the date is in the path.
fn parameters(daily: &AnyOperation) -> Vec<&'static str> {
    daily.names.iter().copied().filter(|&name| name != "date").collect()
}

fn known(name: &str) -> &'static AnyOperation {
    operations::find(name).expect("an operation")
}
