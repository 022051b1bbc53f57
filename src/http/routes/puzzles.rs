//! The operations whose answers are found by their address: generated puzzles, and the puzzle of a day.

use std::time::SystemTime;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
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
    let generate = known("generate");
    let read = |query: &str| {
        if form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == SEED) {
            return Ok((request::call(generate, query)?, caching::FOR_EVER, None));
        }
        let separator = if query.is_empty() { "" } else { "&" };
        let query = format!("{query}{separator}{SEED}={}", random_seed());
        // Relative, so that it stays correct behind a gateway that strips a prefix of the path.
        let location = format!("generate?{query}").try_into().expect("a target and digits are valid in a header");
        Ok((request::call(generate, &query)?, caching::NEVER, Some((header::CONTENT_LOCATION, location))))
    };
    let read = request::of_query(&app, uri.query(), read).await;
    let (call, caching, location): (_, _, Option<(HeaderName, HeaderValue)>) =
        read.map_err(IntoResponse::into_response)?;
    let headers: HeaderMap = location.into_iter().chain([(header::CACHE_CONTROL, caching)]).collect();
    Ok((headers, operation::answer(&app, generate, call, true).await?).into_response())
}

/// Redirects to the puzzle of the current date (UTC), with the same parameters.
pub async fn today(State(app): State<App>, uri: Uri) -> Result<Response, Problem> {
    let read = |query: &str| {
        let daily = known("daily");
        let mut fields = Fields::default();
        fields.add_query(query, &parameters(daily));
        (daily.read)(fields).map(drop)
    };
    request::of_query(&app, uri.query(), read).await?;
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
    let read = move |query: &str| {
        let mut fields = Fields::default();
        fields.add_query(query, &parameters(daily));
        fields.add_query(&date, daily.names);
        (daily.read)(fields)
    };
    let call = request::of_query(&app, uri.query(), read).await.map_err(IntoResponse::into_response)?;
    let response = operation::answer(&app, daily, call, true).await?;
    Ok(([(header::CACHE_CONTROL, caching::FOR_EVER)], response).into_response())
}

/// The parameters of the query; the date is in the path.
fn parameters(daily: &AnyOperation) -> Vec<&'static str> {
    daily.names.iter().copied().filter(|&name| name != "date").collect()
}

fn known(name: &str) -> &'static AnyOperation {
    operations::find(name).expect("an operation")
}
