//! The playground and the static files of all pages.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::{HeaderMap, Uri};
use axum::response::Response;

use super::asset::{Asset, CSS, HTML, JAVASCRIPT, PAGE_POLICY};
use crate::operations::problem::Problem;

/// Pairs each file with its path and media type.
macro_rules! files {
    ($($media_type:ident: $($name:literal)+;)+) => {
        [$($((concat!("/", $name), $media_type, include_str!($name))),+),+]
    };
}

/// Every static file: its path, its media type and its text.
const FILES: [(&str, &str, &str); 28] = files! {
    CSS: "style.css" "playground/board.css" "playground/panels.css";
    JAVASCRIPT:
        "playground/api.js" "playground/batch.js" "playground/board.js" "playground/dom.js" "playground/explain.js"
        "playground/grid.js" "playground/hint.js" "playground/intake.js" "playground/keys.js" "playground/main.js"
        "playground/make.js" "playground/mini.js" "playground/overlay.js" "playground/pretty.js"
        "playground/print.js" "playground/rate.js" "playground/repairs.js" "playground/router.js"
        "playground/snippets.js" "playground/solve.js" "playground/state.js" "playground/tools.js"
        "playground/verdict.js" "playground/wire.js" "playground/words.js";
};

/// The playground
///
/// A page on which to type, paste, check, solve, explain and rate grids, and to generate them.
pub async fn page(headers: HeaderMap) -> Response {
    static PAGE: LazyLock<Asset> =
        LazyLock::new(|| Asset::new(HTML, include_str!("playground/index.html")).with_policy(PAGE_POLICY));
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
    use crate::http::paths;
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
