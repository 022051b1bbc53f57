//! The worksheet.

use std::time::Instant;

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::http::app::App;
use crate::http::caching;
use crate::http::pages::asset::HTML;
use crate::http::pages::worksheet::{self, POLICY, Worksheet};
use crate::http::paths;
use crate::http::request::{self, Inquiry, body};
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
pub async fn page(app: App, request: Request) -> Result<Response, Problem> {
    let uri = request.into_parts().0.uri;
    let read = |query: &str| {
        let mut fields = Fields::default();
        fields.add_query(query, &Worksheet::parameters());
        let worksheet = Worksheet::read(&mut fields);
        Generate::check(&worksheet.puzzles, &mut fields);
        fields.finish_options()?;
        Ok(worksheet)
    };
    let worksheet = Inquiry::of_query(uri.query(), read)?.read(&app).await?;
    if worksheet.puzzles.seed.is_none() {
        let query = request::with(uri.query().unwrap_or_default(), SEED, &random_seed());
        let location = format!("{}?{query}", paths::WORKSHEET);
        return Ok((StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, location)]).into_response());
    }
    let address = format!("{}{uri}", app.settings.public_url);
    let make = move |work: &Work| Ok(worksheet.page(&Generate::answer(&(), &worksheet.puzzles, work)?, &address));
    print(&app, make, caching::FOR_EVER).await
}

/// Answers with the puzzles of the body to print.
///
/// # Errors
/// Every error of the options, or of the puzzles.
pub async fn own(app: App, request: Request) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let body = body::read(&app.settings.body, &app.memory, &head, body).await?;
    let query = head.uri.query().unwrap_or_default().to_owned();
    let address = format!("{}{}", app.settings.public_url, paths::WORKSHEET);
    let make = move |work: &Work| worksheet::of_text(body.text()?.text, &query, &address, work);
    print(&app, make, caching::NEVER).await
}

/// Makes a page on a thread of the pool.
async fn print(
    app: &App,
    make: impl Fn(&Work) -> Result<String, Problem> + Send + 'static,
    caching: HeaderValue,
) -> Result<Response, Problem> {
    let guesses = app.settings.node_limit;
    let search = move |page: &mut Option<_>, cancel: &CancelFlag| {
        *page = Some(make(&Work::new(guesses, NODE_LIMIT, cancel, RatingSoFar::default())));
    };
    let write = |page: Option<Result<_, Problem>>, _: &CancelFlag| page.expect("the search has ended");
    let time_limit = Generate::ABOUT.time_limit.unwrap_or(app.settings.request_timeout);
    let ran = app.pool.search(WORKSHEET, Instant::now() + time_limit, None, search, write).await;
    let page = ran.map_err(|error| match error {
        PoolError::Overloaded => Problem::too_many(paths::WORKSHEET, time_limit),
        error => error.into(),
    });
    let page: String = page?.value?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(HTML)),
        (header::CACHE_CONTROL, caching),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    ];
    Ok((headers, app.memory.keep(page.into_bytes())?).into_response())
}
