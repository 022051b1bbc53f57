//! The contract, generated from the code.

pub mod examples;
mod operations;
pub mod problems;
pub mod schemas;

use serde_json::json;
use utoipa::openapi::{ComponentsBuilder, OpenApi};

use self::schemas::part;
use super::problem::{GridError, RequestError};

pub use operations::complete;

/// The contract without its paths, which the router adds.
pub fn frame() -> OpenApi {
    let mut document: OpenApi = part(json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sudoku service",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Grids are accepted in every common notation and returned in the same one. Every 4xx and 5xx \
                response is a problem document (RFC 9457) with a stable `code`, or one line of plain text `code: detail` \
                if the response is text. `Accept` selects `application/json` or `text/plain`; without it, the response \
                has the format of the request. Every response has an `x-request-id`. Pages on any origin may call the \
                service (CORS).",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "./", "description": "The service that returned this document."}],
        "tags": [
            {"name": "sudoku", "description": "Operations on grids."},
            {"name": "insight", "description": "Ratings, hints and explanations."},
            {"name": "service", "description": "The service itself."},
        ],
        "paths": {},
    }));
    // The router adds the schemas that the types of the operations refer to.
    let components = ComponentsBuilder::new()
        .schema_from::<schemas::LevelName>()
        .schema_from::<schemas::SymmetryName>()
        .schema_from::<schemas::NotationName>()
        .schema_from::<RequestError>()
        .schema_from::<GridError>()
        .schema_from::<problems::AnyProblem>()
        .schemas_from_iter(problems::problem_schemas());
    document.components = Some(components.build());
    document
}
