//! The contract, generated from the code.

use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{InfoBuilder, LicenseBuilder, OpenApi, RefOr, ServerBuilder};

use super::paths;
use super::problem_schema::{self, problem_schemas};
use super::router;
use super::schema;
use super::wire::{Cell, Conflict, GridError, House, HouseKind, RequestError};
use utoipa::openapi::ComponentsBuilder;

/// The contract without the routes, which the router adds.
pub fn frame() -> OpenApi {
    let mut document = OpenApi::default();
    document.info = InfoBuilder::new()
        .title("Sudoku service")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "A grid is accepted in every notation that people paste, and answered in the same one. Every 4xx and 5xx answer is a \
             problem document (RFC 9457) with a stable `code`, or one line of plain text `code: detail` where text is the form of \
             the answer; `Accept` chooses between `application/json` and `text/plain`, and without it the answer has the form of \
             the request. Every answer has an `x-request-id`; any origin may call (CORS).",
        ))
        .license(Some(LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0")).build()))
        .build();
    document.servers =
        Some(vec![ServerBuilder::new().url("./").description(Some("Where this document came from.")).build()]);
    document.tags = Some(vec![
        TagBuilder::new().name("sudoku").description(Some("Solving and judging grids.")).build(),
        TagBuilder::new().name("service").description(Some("The service itself.")).build(),
    ]);
    let components = ComponentsBuilder::new()
        .schema_from::<schema::Grid>()
        .schema_from::<schema::AnswerGrid>()
        .schema_from::<Cell>()
        .schema_from::<House>()
        .schema_from::<HouseKind>()
        .schema_from::<Conflict>()
        .schema_from::<RequestError>()
        .schema_from::<GridError>()
        .schema_from::<problem_schema::AnyProblem>()
        .schemas_from_iter(problem_schemas());
    document.components = Some(components.build());
    document
}

/// Says that a batch may come without a body, which is a batch of no puzzles and answered without a line.
///
/// The macro can only say so of a body that may also be null, as which generated clients would send it.
pub fn with_optional_batch(mut document: OpenApi) -> OpenApi {
    let body = document
        .paths
        .paths
        .get_mut(paths::SOLVE_BATCH)
        .and_then(|path| path.post.as_mut())
        .and_then(|operation| operation.request_body.as_mut());
    if let Some(RefOr::T(body)) = body {
        body.required = None;
    }
    document
}

/// The contract as YAML: what `sudoku-service openapi` prints.
#[must_use]
pub fn yaml() -> String {
    router::contract().to_yaml().expect("the contract is YAML")
}

/// The contract as JSON.
#[must_use]
pub fn json() -> String {
    router::contract().to_pretty_json().expect("the contract is JSON")
}
