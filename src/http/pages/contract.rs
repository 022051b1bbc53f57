//! The contract as a document.

use std::sync::OnceLock;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::asset::Asset;
use crate::http::app::App;
use crate::http::contract;
use crate::operations::problem::Problem;
use crate::pool::Class;

/// The contract as YAML.
pub async fn openapi_yaml(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    static YAML: OnceLock<Asset> = OnceLock::new();
    answer(&YAML, &app, &headers, || Asset::new("application/yaml", contract::yaml())).await
}

/// The contract as JSON.
pub async fn openapi_json(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    static JSON: OnceLock<Asset> = OnceLock::new();
    answer(&JSON, &app, &headers, || Asset::new("application/json", contract::document().to_string())).await
}

/// The document, which the pool makes once: that solves, rates and explains all examples. Requests that arrive meanwhile
/// wait for it on threads of the pool, not on one of the runtime.
async fn answer(
    asset: &'static OnceLock<Asset>,
    app: &App,
    headers: &HeaderMap,
    make: fn() -> Asset,
) -> Result<Response, Problem> {
    if let Some(asset) = asset.get() {
        return Ok(asset.answer(headers));
    }
    let made = app.run(Class::Light, app.settings.request_timeout, move |_| asset.get_or_init(make)).await?;
    Ok(made.value.answer(headers))
}
