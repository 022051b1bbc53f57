//! The contract (OpenAPI 3.1), built from the operations.

mod components;
pub mod examples;
mod operations;
mod parts;
pub mod problem_schemas;
mod service;

use serde_json::{Map, Value, json};

use self::components::Components;
use crate::operations::ALL;

/// The contract.
///
/// # Panics
/// If an example of an operation fails.
#[must_use]
pub fn document() -> Value {
    let mut components = Components::default();
    let mut paths = Map::new();
    for operation in &ALL {
        paths.extend(operations::paths(operation, &mut components));
    }
    paths.extend(service::paths(&mut components));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sudoku service",
            "description": "Grids are accepted in every common notation and returned in the same one. Every 4xx and 5xx \
                response is a problem document (RFC 9457) with a stable `code`, or one line of plain text `code: detail` if \
                the response is text. `Accept` selects `application/json` or `text/plain`; without it, the response has the \
                format of the request. Every response has an `x-request-id`. Pages on any origin may call the service \
                (CORS).",
            "contact": {"name": "The maintainers of sudoku-service"},
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
            "version": env!("CARGO_PKG_VERSION"),
        },
        // Relative to the address of this document, which a gateway may serve under a prefix.
        "servers": [
            {"url": ".", "description": "The service that returned this document."},
            {"url": "http://127.0.0.1:8080", "description": "A service on this computer."},
        ],
        "security": [],
        "tags": [
            {"name": "sudoku", "description": "Operations on grids."},
            {"name": "insight", "description": "Ratings, hints, explanations and generated puzzles."},
            {"name": "batch", "description": operations::LINES},
            {"name": "service", "description": "The service itself."},
        ],
        "paths": paths,
        "components": components.finish(),
    })
}

/// The contract as YAML.
///
/// # Panics
/// If an example of an operation fails.
#[must_use]
pub fn yaml() -> String {
    yaml_serde::to_string(&document()).expect("a document of strings, numbers and lists is YAML")
}
