//! What crawlers may visit (RFC 9309): the pages, but no link that occupies a solver thread for seconds.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;

use super::asset::{Asset, TEXT};
use crate::http::app::App;
use crate::http::paths;
use crate::operations::problem::Problem;

/// The rules for crawlers.
pub async fn robots_txt(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let make = |public_url: &str| Asset::new(TEXT, text(public_url));
    Ok(app.made(|documents| &documents.robots, make).await?.answer(&headers))
}

/// The rules. A rule is a path from the root of the host, and holds for everything that begins with it.
fn text(public_url: &str) -> String {
    let prefix = public_url.parse().map_or_else(|_| String::new(), |url: Uri| url.path().to_owned());
    let rules = paths::heavy_gets().map(|path| format!("Disallow: {}{path}\n", prefix.trim_end_matches('/')));
    "User-agent: *\n".to_owned() + &rules.collect::<String>()
}
