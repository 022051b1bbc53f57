//! The playground and its static files.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;

use super::asset::{Asset, PAGE_POLICY};
use crate::http::paths;

/// The playground
///
/// A page on which to type, paste, check and solve grids.
#[utoipa::path(
    get,
    path = paths::ROOT,
    operation_id = "playground",
    tag = "service",
    responses((status = 200, description = "A page.", body = String, content_type = "text/html")),
)]
pub async fn page(headers: HeaderMap) -> Response {
    static PAGE: LazyLock<Asset> =
        LazyLock::new(|| Asset::new("text/html; charset=utf-8", include_str!("index.html")).with_policy(PAGE_POLICY));
    PAGE.answer(&headers)
}

/// The style sheet of all pages.
pub async fn style(headers: HeaderMap) -> Response {
    static STYLE: LazyLock<Asset> = LazyLock::new(|| Asset::new("text/css; charset=utf-8", include_str!("style.css")));
    STYLE.answer(&headers)
}

/// The script of the playground.
pub async fn script(headers: HeaderMap) -> Response {
    static SCRIPT: LazyLock<Asset> =
        LazyLock::new(|| Asset::new("text/javascript; charset=utf-8", include_str!("playground.js")));
    SCRIPT.answer(&headers)
}

/// The icon of all pages. Chromium requests it whenever the fragment changes, which in the playground is at every digit.
pub async fn icon(headers: HeaderMap) -> Response {
    static ICON: LazyLock<Asset> =
        LazyLock::new(|| Asset::new("image/svg+xml", include_str!("favicon.svg")).cached_for_a_day());
    ICON.answer(&headers)
}
