//! The contract, generated from the code.

pub mod examples;
mod operations;
pub mod problems;
pub mod schemas;

use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, LicenseBuilder, OpenApi, ServerBuilder};

use super::answer::cells::{Cell, Conflict, House};
use super::problem::{GridError, RequestError};

pub use operations::complete;

/// The contract without its paths, which the router adds.
pub fn frame() -> OpenApi {
    let mut document = OpenApi::default();
    document.info = InfoBuilder::new()
        .title("Sudoku service")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Grids are accepted in every common notation and returned in the same one. Every 4xx and 5xx response is a \
             problem document (RFC 9457) with a stable `code`, or one line of plain text `code: detail` if the response \
             is text. `Accept` selects `application/json` or `text/plain`; without it, the response has the format of \
             the request. Every response has an `x-request-id`. Pages on any origin may call the service (CORS).",
        ))
        .license(Some(LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0")).build()))
        .build();
    document.servers = Some(vec![
        ServerBuilder::new().url("./").description(Some("The service that returned this document.")).build(),
    ]);
    document.tags = Some(vec![
        TagBuilder::new().name("sudoku").description(Some("Operations on grids.")).build(),
        TagBuilder::new().name("insight").description(Some("Ratings, hints and explanations.")).build(),
        TagBuilder::new().name("service").description(Some("The service itself.")).build(),
    ]);
    let components = ComponentsBuilder::new()
        .schema_from::<schemas::Grid>()
        .schema_from::<schemas::AnswerGrid>()
        .schema_from::<schemas::PuzzleGrid>()
        .schema_from::<schemas::CellName>()
        .schema_from::<schemas::LevelName>()
        .schema_from::<schemas::SymmetryName>()
        .schema_from::<schemas::NotationName>()
        .schema_from::<schemas::NotationOrSame>()
        .schema_from::<schemas::HintLevel>()
        .schema_from::<Cell>()
        .schema_from::<House>()
        .schema_from::<schemas::HouseKind>()
        .schema_from::<Conflict>()
        .schema_from::<RequestError>()
        .schema_from::<GridError>()
        .schema_from::<problems::AnyProblem>()
        .schemas_from_iter(problems::problem_schemas());
    document.components = Some(components.build());
    document
}
