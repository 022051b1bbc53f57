//! The contract, generated from the code.

pub mod examples;
mod operations;
pub mod problems;
pub mod schemas;

use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;

use super::problem::{GridError, RequestError};

pub use operations::complete;

/// The fixed part of the contract.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Sudoku service",
        description = "Grids are accepted in every common notation and returned in the same one. Every 4xx and 5xx \
            response is a problem document (RFC 9457) with a stable `code`, or one line of plain text `code: detail` if \
            the response is text. `Accept` selects `application/json` or `text/plain`; without it, the response has the \
            format of the request. Every response has an `x-request-id`. Pages on any origin may call the service \
            (CORS).",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    servers((url = "./", description = "The service that returned this document.")),
    tags(
        (name = "sudoku", description = "Operations on grids."),
        (name = "insight", description = "Ratings, hints and explanations."),
        (name = "service", description = "The service itself."),
    ),
    components(schemas(
        schemas::LevelName,
        schemas::SymmetryName,
        schemas::NotationName,
        RequestError,
        GridError,
        problems::AnyProblem,
    )),
)]
struct Frame;

/// The contract without its paths, which the router adds with the schemas that they refer to.
pub fn frame() -> OpenApi {
    let mut document = Frame::openapi();
    document.components.get_or_insert_default().schemas.extend(problems::problem_schemas());
    document
}
