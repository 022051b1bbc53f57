//! The contract as a document.

use std::sync::{Arc, OnceLock};

use axum::Extension;
use axum::http::HeaderMap;
use axum::response::Response;

use super::asset::Asset;
use crate::http::paths;

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

    fn answer(&self, headers: &HeaderMap) -> Response {
        self.asset.get_or_init(|| Asset::new(self.media_type, (self.make)())).answer(headers)
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
pub async fn openapi_yaml(Extension(contract): Extension<Arc<Contract>>, headers: HeaderMap) -> Response {
    contract.yaml.answer(&headers)
}

/// The contract as JSON
#[utoipa::path(
    get,
    path = paths::OPENAPI_JSON,
    operation_id = "openapi_json",
    tag = "service",
    responses((status = 200, description = "This document.", body = HashMap<String, serde_json::Value>, content_type = "application/json")),
)]
pub async fn openapi_json(Extension(contract): Extension<Arc<Contract>>, headers: HeaderMap) -> Response {
    contract.json.answer(&headers)
}
