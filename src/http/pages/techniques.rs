//! The list of techniques of the human solver.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::asset::Asset;
use crate::http::answer::steps::number;
use crate::http::paths;
use crate::sudoku::logic;

/// A technique of the human solver.
#[derive(Serialize, ToSchema)]
pub struct TechniqueDescription {
    /// The stable id.
    id: &'static str,
    /// The name in English.
    name: &'static str,
    /// The lowest rating of a step.
    lowest: f64,
    /// The highest rating of a step that is known to occur.
    highest: f64,
    /// What the technique does.
    sentence: &'static str,
    /// Whether it assumes that the puzzle has one solution.
    needs_uniqueness: bool,
}

/// All techniques
///
/// The techniques of the human solver, in the order in which it tries them.
#[utoipa::path(
    get,
    path = paths::TECHNIQUES,
    operation_id = "techniques",
    tag = "insight",
    responses((status = 200, description = "The techniques.", body = Vec<TechniqueDescription>)),
)]
pub async fn techniques(headers: HeaderMap) -> Response {
    static LIST: LazyLock<Asset> = LazyLock::new(|| {
        let describe = |row: &logic::TechniqueInfo| TechniqueDescription {
            id: row.id,
            name: row.name,
            lowest: number(row.lowest),
            highest: number(row.highest),
            sentence: row.sentence,
            needs_uniqueness: row.needs_uniqueness,
        };
        let list: Vec<TechniqueDescription> = logic::TABLE.iter().map(describe).collect();
        Asset::new("application/json", serde_json::to_vec(&list).expect("a list of strings and numbers is JSON"))
    });
    LIST.answer(&headers)
}
