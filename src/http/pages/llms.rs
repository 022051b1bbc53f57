//! What the service is, for language models that are given its address (<https://llmstxt.org>).

use std::fmt::Write as _;

use crate::http::paths;
use crate::http::settings::Settings;
use crate::operations::ALL;

/// The description of the service.
pub fn text(Settings { public_url: base, mcp, .. }: &Settings) -> String {
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
    text += &format!(
        "\n## Contract\n\n- [OpenAPI]({base}{contract}): every path, option, answer and problem, with examples.\n\
        - [Problems]({base}{problems}): what each error means and how to fix it.\n"
    );
    if *mcp {
        let tools = paths::MCP;
        text += &format!(
            "- [Tools]({base}{tools}): the same operations as tools of the Model Context Protocol, by POST.\n"
        );
    }
    text
}
