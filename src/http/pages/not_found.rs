//! The page that a browser sees at an unknown path.

use axum::Extension;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::asset::PAGE_POLICY;
use super::frame::{escape, page};
use crate::http::respond::Page;
use crate::operations::problem::Problem;

/// The answer to a browser at this path: the problem as a page, with a link to the nearest path.
pub fn answer(problem: Problem, path: &str, nearest: Option<&str>) -> Response {
    // Relative, so that it works behind a gateway that strips a prefix.
    let root = match path.matches('/').count() {
        0 | 1 => "./".to_owned(),
        depth => "../".repeat(depth - 1),
    };
    let link = |nearest: &str| format!("<p>Did you mean <a href=\"{root}{}\">{nearest}</a>?</p>", &nearest[1..]);
    let main = include_str!("not_found.html")
        .replace("{{nearest}}", &nearest.map(link).unwrap_or_default())
        .replace("{{root}}", &root)
        .replace("{{path}}", &escape(path));
    let headers = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY)),
        (header::VARY, HeaderValue::from_static("accept")),
    ];
    (headers, Extension(Page(page(&root, "Not found", &main))), problem).into_response()
}
