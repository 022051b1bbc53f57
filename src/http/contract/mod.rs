//! The contract (OpenAPI 3.1), built from the operations.

mod components;
pub mod examples;
mod lines;
mod operations;
pub mod problem_schemas;
mod service;
mod shortened;

use serde_json::{Map, Value, json};

use self::components::Components;
use crate::http::edge::tracking_parameters;
use crate::operations::ALL;
use crate::operations::reading::names;

/// What all operations have in common.
fn conventions() -> String {
    format!(
        "Grids are accepted in every common notation and returned in the same one. Every 4xx and 5xx response is a problem \
         document (RFC 9457) with a stable `code`, or one line of plain text `code: detail` if the response is text. \
         `Accept` selects `application/json` or `text/plain`; without it, the response has the format of the request. An \
         answer with a grid can be a picture, too: `image/svg+xml` or `image/png`, unless `Accept` names `text/html`. \
         `format` in the query takes precedence. An option that is null or empty is absent; `allow` must not be empty. In a \
         query, a list is separated by commas or repeated, and a GET ignores what others add to links: {}. QUERY (RFC \
         10008) does what POST does, but its answer may be cached; batches do not have it. Every response has the header \
         `x-request-id`, the answer to a POST also `server-timing`, and that to a GET `etag` and `cache-control`. Pages on \
         any origin may call the service (CORS).",
        names::quoted(&tracking_parameters::IGNORED)
    )
}

/// What callers can rely on; `deploy/README.md` has the same in full.
const PROMISES: &str = "Every operation is safe to retry, a POST included: none changes anything. Operations, options, members \
    of answers, problems and words in answers may be added at any time, so ignore what you do not know. Nothing is removed, \
    renamed, narrowed or made required without a new minor version before 1.0 and a new major version after it. A code keeps \
    its meaning and status. The same seed, options and `generator` give the same puzzles; other puzzles have another \
    `generator`. A rating on the same `scale` is that of Sudoku Explainer 1.2.1. With the default settings, count on bodies of 16 \
    KiB, queries of 8 KiB, lines of 4 KiB and batches of any length. The latest release receives fixes. Use is free under either \
    licence, without warranty.";

/// The contract of a service that callers reach at this URL or path prefix, or at an unknown one if it is empty.
///
/// # Panics
/// If an example of an operation fails.
pub fn document(public_url: &str) -> Value {
    let mut components = Components::default();
    let mut paths = Map::new();
    for operation in &ALL {
        paths.extend(operations::paths(operation, &mut components));
    }
    paths.extend(service::paths(&mut components));
    let paths = Value::Object(paths);
    let components = components.finish(&paths);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sudoku service",
            "description": format!("{}\n\n{PROMISES}", conventions()),
            "contact": contact(env!("CARGO_PKG_REPOSITORY")),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
            "version": env!("CARGO_PKG_VERSION"),
        },
        // Programs that import the document make an address of its host and this one, which fails for `.` and `./`.
        "servers": [{
            "url": if public_url.is_empty() { "/" } else { public_url },
            "description": "The service that returned this document.",
        }],
        "security": [],
        "tags": [
            {"name": "sudoku", "description": "Operations on grids."},
            {"name": "insight", "description": "Ratings, hints, explanations and generated puzzles."},
            {"name": "batch", "description": operations::LINES},
            {"name": "service", "description": "The service itself."},
        ],
        "paths": paths,
        "components": components,
    })
}

/// Who maintains the service, at the address of its repository if that is known.
fn contact(repository: &str) -> Value {
    let mut contact = json!({"name": "The maintainers of sudoku-service"});
    if !repository.is_empty() {
        contact["url"] = repository.into();
    }
    contact
}

/// The same as YAML.
///
/// # Panics
/// If an example of an operation fails.
pub fn yaml(public_url: &str) -> String {
    let plain = yaml_serde::to_string(&document(public_url)).expect("a document of strings, numbers and lists is YAML");
    plain.lines().flat_map(|line| [quoted(line), "\n".to_owned()]).collect()
}

/// A line with quotes around a string that YAML 1.1, which many tools still read, takes for a truth value or a date.
fn quoted(line: &str) -> String {
    let start = line.rfind(": ").or(line.rfind("- ")).map_or(0, |found| found + 2);
    let (before, value) = line.split_at(start);
    let is_truth = matches!(value.to_ascii_lowercase().as_str(), "y" | "n" | "yes" | "no" | "on" | "off");
    let is_date = value.len() == 10
        && value.char_indices().all(|(i, c)| if i == 4 || i == 7 { c == '-' } else { c.is_ascii_digit() });
    if is_truth || is_date { format!("{before}'{value}'") } else { line.to_owned() }
}
