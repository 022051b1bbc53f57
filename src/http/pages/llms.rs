//! What the service is, for language models that are given its address (<https://llmstxt.org>).

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::asset::{Asset, TEXT};
use crate::http::app::App;
use crate::http::paths;
use crate::operations::ALL;
use crate::operations::problem::Problem;

/// The description of the service.
pub async fn llms_txt(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let make: fn(&str) -> Asset = if app.settings.mcp {
        |public_url| Asset::new(TEXT, text(public_url) + &tools(public_url))
    } else {
        |public_url| Asset::new(TEXT, text(public_url))
    };
    Ok(app.made(|documents| &documents.llms, make).await?.answer(&headers))
}

/// The line about tools.
fn tools(base: &str) -> String {
    format!("- [Tools]({base}{}): the same operations as tools of the Model Context Protocol, by POST.\n", paths::MCP)
}

fn text(base: &str) -> String {
    let about = env!("CARGO_PKG_DESCRIPTION");
    let mut text = format!(
        "# {}\n\n> {about}.\n\nPOST a grid as the body, or GET with `?grid=`: 81 cells, row by row, with `.` or 0 for a \
        blank; nearly every other notation is read, too. The answer is JSON if you accept `application/json`, otherwise \
        text. Nothing is kept between requests. An error says what is wrong, where, and how to fix it.\n\n## Operations\n\n",
        env!("CARGO_PKG_NAME")
    );
    for operation in &ALL {
        let (about, path) = (&operation.about, operation.path());
        let sentence = about.description.split_once(". ").map_or(about.description, |(first, _)| first);
        let batch = operation.batches.map(|_| format!(" Many: POST {}.", operation.batch_path())).unwrap_or_default();
        let sentence = sentence.trim_end_matches('.');
        writeln!(text, "- [{}]({base}{path}): {sentence}.{batch}", about.title)
            .expect("writing to a string cannot fail");
    }
    let (contract, problems) = (paths::OPENAPI_JSON, paths::PROBLEMS);
    text + &format!(
        "\n## Contract\n\n- [OpenAPI]({base}{contract}): every path, option, answer and problem, with examples.\n\
        - [Problems]({base}{problems}): what each error means and how to fix it.\n"
    )
}
