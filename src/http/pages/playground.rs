//! The playground: a page on which to type, paste, check, solve, explain and rate grids, and to generate them.

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::asset::{Asset, HTML, PAGE_POLICY};
use super::assets::versioned;
use super::frame::escape;
use crate::http::app::App;
use crate::http::caching;
use crate::http::headers::links_to_contract;
use crate::http::settings::Settings;
use crate::operations::problem::Problem;
use crate::operations::reading::names::GRID;
use crate::sudoku::notation;

/// Maximum length in bytes of a query whose grid is shown where the link is shared: any grid on one line.
const LONGEST_SHARED: usize = 256;

/// The page.
pub async fn page(app: App, request: Request) -> Result<Response, Problem> {
    let page = |_: &Settings| Asset::page(versioned(include_str!("playground/index.html"))).with(links_to_contract(""));
    let page = app.made(|documents| &documents.playground, page).await?;
    let Some(tags) = shared_picture(&app.settings.public_url, request.uri().query().unwrap_or_default()) else {
        return Ok(page.answer(request.headers()));
    };
    let page = page.text().replacen("</title>\n", &format!("</title>\n{tags}\n"), 1);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(HTML)),
        (header::CACHE_CONTROL, caching::REVALIDATED),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY)),
        links_to_contract(""),
    ];
    Ok((headers, app.memory.keep(page.into_bytes())?).into_response())
}

/// The tags (Open Graph) that make a shared link show the grid in its query. Their address must be absolute, so there are
/// none unless the service knows its own URL.
fn shared_picture(public_url: &str, query: &str) -> Option<String> {
    if !public_url.starts_with("http") || query.len() > LONGEST_SHARED {
        return None;
    }
    let (_, text) = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == GRID)?;
    let grid = notation::parse(&text).ok()?.grid;
    let url = escape(public_url);
    Some(format!(
        "<meta property=\"og:title\" content=\"Sudoku\">\n<meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:image\" content=\"{url}/validate?grid={grid}&amp;format=png&amp;size=630\">\n\
         <meta property=\"og:image:width\" content=\"630\">\n<meta property=\"og:image:height\" content=\"630\">\n\
         <meta property=\"og:image:alt\" content=\"A sudoku with {} clues\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">",
        grid.clues()
    ))
}
