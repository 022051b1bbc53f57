//! The playground and the static files of all pages.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::{HeaderMap, Uri};
use axum::response::Response;

use super::asset::{Asset, PAGE_POLICY};
use crate::http::paths;
use crate::http::problem::Problem;

const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// Every static file: its path, its media type and its text.
const FILES: [(&str, &str, &str); 28] = [
    (paths::STYLE, CSS, include_str!("style.css")),
    ("/playground/board.css", CSS, include_str!("playground/board.css")),
    ("/playground/panels.css", CSS, include_str!("playground/panels.css")),
    ("/playground/api.js", JAVASCRIPT, include_str!("playground/api.js")),
    ("/playground/batch.js", JAVASCRIPT, include_str!("playground/batch.js")),
    ("/playground/board.js", JAVASCRIPT, include_str!("playground/board.js")),
    ("/playground/dom.js", JAVASCRIPT, include_str!("playground/dom.js")),
    ("/playground/explain.js", JAVASCRIPT, include_str!("playground/explain.js")),
    ("/playground/grid.js", JAVASCRIPT, include_str!("playground/grid.js")),
    ("/playground/hint.js", JAVASCRIPT, include_str!("playground/hint.js")),
    ("/playground/intake.js", JAVASCRIPT, include_str!("playground/intake.js")),
    ("/playground/keys.js", JAVASCRIPT, include_str!("playground/keys.js")),
    ("/playground/main.js", JAVASCRIPT, include_str!("playground/main.js")),
    ("/playground/make.js", JAVASCRIPT, include_str!("playground/make.js")),
    ("/playground/mini.js", JAVASCRIPT, include_str!("playground/mini.js")),
    ("/playground/overlay.js", JAVASCRIPT, include_str!("playground/overlay.js")),
    ("/playground/pretty.js", JAVASCRIPT, include_str!("playground/pretty.js")),
    ("/playground/print.js", JAVASCRIPT, include_str!("playground/print.js")),
    ("/playground/rate.js", JAVASCRIPT, include_str!("playground/rate.js")),
    ("/playground/repairs.js", JAVASCRIPT, include_str!("playground/repairs.js")),
    ("/playground/router.js", JAVASCRIPT, include_str!("playground/router.js")),
    ("/playground/snippets.js", JAVASCRIPT, include_str!("playground/snippets.js")),
    ("/playground/solve.js", JAVASCRIPT, include_str!("playground/solve.js")),
    ("/playground/state.js", JAVASCRIPT, include_str!("playground/state.js")),
    ("/playground/tools.js", JAVASCRIPT, include_str!("playground/tools.js")),
    ("/playground/verdict.js", JAVASCRIPT, include_str!("playground/verdict.js")),
    ("/playground/wire.js", JAVASCRIPT, include_str!("playground/wire.js")),
    ("/playground/words.js", JAVASCRIPT, include_str!("playground/words.js")),
];

/// The playground
///
/// A page on which to type, paste, check, solve, explain and rate grids, and to generate them.
#[utoipa::path(
    get,
    path = paths::ROOT,
    operation_id = "playground",
    tag = "service",
    responses((status = 200, description = "A page.", body = String, content_type = "text/html")),
)]
pub async fn page(headers: HeaderMap) -> Response {
    static PAGE: LazyLock<Asset> = LazyLock::new(|| {
        Asset::new("text/html; charset=utf-8", include_str!("playground/index.html")).with_policy(PAGE_POLICY)
    });
    PAGE.answer(&headers)
}

/// A static file.
pub async fn file(uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    static ASSETS: LazyLock<HashMap<&str, Asset>> = LazyLock::new(|| {
        FILES.into_iter().map(|(path, media_type, text)| (path, Asset::new(media_type, text))).collect()
    });
    ASSETS.get(uri.path()).map(|asset| asset.answer(&headers)).ok_or_else(|| Problem::not_found(uri.path()))
}

/// The icon of all pages. Chromium requests it whenever the fragment changes. In the playground, every digit does that.
pub async fn icon(headers: HeaderMap) -> Response {
    static ICON: LazyLock<Asset> =
        LazyLock::new(|| Asset::new("image/svg+xml", include_str!("favicon.svg")).cached_for_a_day());
    ICON.answer(&headers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/http/pages/playground");
        let mut names: Vec<String> = fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
            .filter(|name| matches!(name.rsplit_once('.'), Some((_, "js" | "css"))))
            .map(|name| format!("/playground/{name}"))
            .collect();
        names.push(paths::STYLE.to_owned());
        names.sort();
        let mut served: Vec<&str> = FILES.iter().map(|(path, ..)| *path).collect();
        served.sort_unstable();
        assert_eq!(served, names);
    }
}
