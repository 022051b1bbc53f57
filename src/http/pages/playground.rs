//! The playground and the static files of all pages.

use std::collections::HashMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;

use super::asset::{Asset, CSS, HTML, JAVASCRIPT, PAGE_POLICY};
use crate::http::app::App;
use crate::http::paths;
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
pub async fn page(state: State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    answer(state, paths::ROOT, &headers).await
}

/// A static file.
pub async fn file(state: State<App>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    answer(state, uri.path(), &headers).await
}

async fn answer(State(app): State<App>, path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let assets = app.made(|documents| &documents.playground, |_| assets()).await?;
    assets.get(path).map(|asset| asset.answer(headers)).ok_or_else(|| Problem::not_found(path))
}

/// The page and every file, by path.
fn assets() -> HashMap<&'static str, Asset> {
    let page = Asset::new(HTML, include_str!("playground/index.html")).with_policy(PAGE_POLICY);
    // Chromium requests the icon whenever the fragment changes. In the playground, every digit does that.
    let icon = Asset::new("image/svg+xml", include_str!("favicon.svg")).cached_for_a_day();
    let files = FILES.into_iter().map(|(path, media_type, text)| (path, Asset::new(media_type, text)));
    files.chain([(paths::ROOT, page), (paths::ICON, icon)]).collect()
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
