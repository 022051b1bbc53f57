//! The scripts, styles and icons of all pages. A page asks for scripts and styles under names with their version, so that
//! a client may keep them for ever.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::extract::Request;
use axum::http::header;
use axum::response::Response;

use super::asset::{Asset, CSS, JAVASCRIPT};
use super::bundle::bundle;
use crate::http::app::App;
use crate::http::caching::{self, fingerprint};
use crate::operations::problem::Problem;

/// Pairs the path of each module, without its extension, with its text.
macro_rules! modules {
    ($($path:literal)+) => {
        &[$(($path, include_str!(concat!($path, ".js")))),+]
    };
}

/// The modules of the playground. A module follows those that it imports.
const PLAYGROUND: &[(&str, &str)] = modules! {
    "playground/dom" "playground/grid" "playground/words" "playground/state" "playground/api" "playground/overlay"
    "playground/board" "playground/prose" "playground/task" "playground/repairs" "playground/hint"
    "playground/explain" "playground/rate" "playground/batch" "playground/make" "playground/steps" "playground/verdict"
    "playground/solve" "playground/intake" "playground/keys" "playground/tools"
    "playground/router" "playground/pretty" "playground/snippets" "playground/wire" "playground/main"
};

/// The scripts: the name of each, and its modules. The playground imports the filter only when somebody opens it.
const SCRIPTS: [(&str, &[(&str, &str)]); 3] = [
    ("playground.js", PLAYGROUND),
    ("filter.js", modules! { "playground/dom" "playground/filter" }),
    ("reference.js", modules! { "playground/dom" "playground/pretty" "reference/reference" }),
];

/// The styles: the name of each, and its parts.
const STYLES: [(&str, &[&str]); 5] = [
    ("style.css", &[include_str!("style.css")]),
    ("playground.css", &[include_str!("playground/board.css"), include_str!("playground/panels.css")]),
    ("filter.css", &[include_str!("playground/filter.css")]),
    ("reference.css", &[include_str!("reference/reference.css")]),
    ("course.css", &[include_str!("course/course.css")]),
];

/// The version of all scripts and styles: a fingerprint of what they are made of.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let scripts = SCRIPTS.iter().flat_map(|(_, modules)| modules.iter().map(|(_, text)| *text));
    let styles = STYLES.iter().flat_map(|(_, parts)| parts.iter().copied());
    fingerprint(scripts.chain(styles).collect::<String>().as_bytes())
});

/// A page with the version of its scripts and styles in place of `{{version}}`.
pub fn versioned(page: &str) -> String {
    page.replace("{{version}}", &VERSION)
}

/// A script, a style or an icon.
pub async fn asset(app: App, request: Request) -> Result<Response, Problem> {
    let assets = app.made(|documents| &documents.assets, |_| assets()).await?;
    let path = request.uri().path();
    let asset = assets.get(path).ok_or_else(|| Problem::not_found(path))?;
    Ok(asset.answer(request.headers()))
}

/// The name of a script or a style with its version.
fn kept(name: &str) -> String {
    name.replacen('.', &format!("-{}.", *VERSION), 1)
}

/// Every script, style and icon, by path.
fn assets() -> HashMap<String, Asset> {
    let imported = |script: String| script.replace("./filter.js", &format!("./{}", kept("filter.js")));
    let scripts = SCRIPTS.map(|(name, modules)| (name, Asset::new(JAVASCRIPT, imported(bundle(modules)))));
    let styles = STYLES.map(|(name, parts)| (name, Asset::new(CSS, parts.concat())));
    let for_ever = (header::CACHE_CONTROL, caching::FOR_EVER);
    let files = scripts.into_iter().chain(styles);
    let files = files.map(|(name, asset)| (format!("/assets/{}", kept(name)), asset.with(for_ever.clone())));
    // Chromium requests the icon whenever the fragment changes. In the playground, every digit does that.
    let icons = [
        ("/favicon.svg", Asset::new("image/svg+xml", include_str!("favicon.svg"))),
        ("/favicon.ico", Asset::new("image/x-icon", &include_bytes!("favicon.ico")[..])),
    ];
    files
        .chain(icons.map(|(path, icon)| (path.to_owned(), icon.with((header::CACHE_CONTROL, caching::FOR_A_DAY)))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn every_module_of_the_playground_follows_those_that_it_imports() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/http/pages/playground");
        let files = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
        // The filter is a script of its own.
        assert_eq!(PLAYGROUND.len() + 1, files.filter(|path| path.extension().is_some_and(|end| end == "js")).count());
        for (number, (path, text)) in PLAYGROUND.iter().enumerate() {
            // Types in comments are no imports.
            let code = text.lines().filter(|line| !line.contains("@import") && !line.trim_start().starts_with('*'));
            for imported in code.filter_map(|line| line.split_once("from \"./")).map(|(_, imported)| imported) {
                // A program that the page shows imports the types of the contract, which are no module of the page.
                let Some((name, "")) = imported.split('"').next().and_then(|file| file.rsplit_once(".js")) else {
                    continue;
                };
                let before = PLAYGROUND[..number].iter().any(|(path, _)| path.ends_with(&format!("/{name}")));
                assert!(before, "{path} imports {name}");
            }
        }
    }
}
