//! The contract as a document.

use std::sync::{Arc, OnceLock};

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::asset::Asset;
use crate::http::app::App;
use crate::http::paths;
use crate::http::problem::Problem;
use crate::pool::Class;

/// The contract in both formats.
pub struct Contract {
    yaml: Format,
    json: Format,
}

/// The contract in one format, made when it is first requested.
struct Format {
    media_type: &'static str,
    make: fn() -> String,
    asset: OnceLock<Asset>,
}

impl Contract {
    /// The contract as these functions make it.
    pub const fn new(yaml: fn() -> String, json: fn() -> String) -> Self {
        Self { yaml: Format::new("application/yaml", yaml), json: Format::new("application/json", json) }
    }
}

impl Format {
    const fn new(media_type: &'static str, make: fn() -> String) -> Self {
        Self { media_type, make, asset: OnceLock::new() }
    }

    async fn answer(&self, app: &App, headers: &HeaderMap) -> Result<Response, Problem> {
        if let Some(asset) = self.asset.get() {
            return Ok(asset.answer(headers));
        }
        // The pool makes it, because that solves, rates and explains all examples.
        let make = self.make;
        let made = app.run(Class::Light, app.settings.request_timeout, move |_| make()).await?.value;
        Ok(self.asset.get_or_init(|| Asset::new(self.media_type, made)).answer(headers))
    }
}

/// The contract as YAML
#[utoipa::path(
    get,
    path = paths::OPENAPI_YAML,
    operation_id = "openapi_yaml",
    tag = "service",
    responses((status = 200, description = "This document.", body = HashMap<String, serde_json::Value>, content_type = "application/yaml")),
)]
pub async fn openapi_yaml(
    State(app): State<App>,
    Extension(contract): Extension<Arc<Contract>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    contract.yaml.answer(&app, &headers).await
}

/// The contract as JSON
#[utoipa::path(
    get,
    path = paths::OPENAPI_JSON,
    operation_id = "openapi_json",
    tag = "service",
    responses((status = 200, description = "This document.", body = HashMap<String, serde_json::Value>, content_type = "application/json")),
)]
pub async fn openapi_json(
    State(app): State<App>,
    Extension(contract): Extension<Arc<Contract>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    contract.json.answer(&app, &headers).await
}
