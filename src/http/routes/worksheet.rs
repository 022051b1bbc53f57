//! The worksheet.

use std::time::Instant;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::http::app::App;
use crate::http::caching;
use crate::http::pages::asset::HTML;
use crate::http::pages::worksheet::{POLICY, Worksheet};
use crate::http::paths;
use crate::http::request::Asked;
use crate::operations::WORKSHEET;
use crate::operations::generate::{Generate, SEED, random_seed};
use crate::operations::operation::{Operation, Work};
use crate::operations::problem::Problem;
use crate::operations::rate::NODE_LIMIT;
use crate::operations::reading::Fields;
use crate::pool::PoolError;
use crate::sudoku::logic::RatingSoFar;
use crate::sudoku::solver::CancelFlag;

/// Answers with puzzles to print. Without a seed, redirects to the address of the same puzzles.
///
/// # Errors
/// Every error of the query; or no puzzle was found.
pub async fn page(State(app): State<App>, uri: Uri) -> Result<Response, Problem> {
    let read = |query: &str| {
        let mut fields = Fields::default();
        fields.add_query(query, &Worksheet::parameters());
        let worksheet = Worksheet::read(&mut fields);
        Generate::check(&worksheet.puzzles, &mut fields);
        fields.finish_options()?;
        Ok(worksheet)
    };
    let worksheet = Asked::of_query(uri.query(), read)?.read(&app).await?;
    if worksheet.puzzles.seed.is_none() {
        let query = uri.query().filter(|query| !query.is_empty()).map(|query| format!("{query}&")).unwrap_or_default();
        let location = format!("{}?{query}{SEED}={}", paths::WORKSHEET, random_seed());
        return Ok((StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, location)]).into_response());
    }
    let guesses = app.settings.node_limit;
    let puzzles = worksheet.puzzles.clone();
    let search = move |found: &mut Option<_>, cancel: &CancelFlag| {
        let work = Work::new(guesses, NODE_LIMIT, cancel, RatingSoFar::default());
        *found = Some(Generate::answer(&(), &puzzles, &work));
    };
    let write = move |found: Option<Result<_, Problem>>, _: &CancelFlag| {
        found.expect("the search has ended").map(|found| worksheet.page(&found))
    };
    let time_limit = Generate::ABOUT.time_limit.unwrap_or(app.settings.request_timeout);
    let ran = app.pool.search(WORKSHEET, Instant::now() + time_limit, None, search, write).await;
    let page = ran.map_err(|error| match error {
        PoolError::Overloaded => Problem::too_many(paths::WORKSHEET, time_limit),
        error => error.into(),
    });
    let page = page?.value?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(HTML)),
        (header::CACHE_CONTROL, caching::FOR_EVER),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    ];
    Ok((headers, app.memory.keep(page.into_bytes())?).into_response())
}
