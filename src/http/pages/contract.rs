//! The contract as a document.

use std::sync::{Arc, OnceLock};

use axum::Extension;
use axum::http::HeaderMap;
use axum::response::Response;
use utoipa::openapi::OpenApi;

use super::asset::Asset;
use crate::http::paths;

/// The contract in both formats, each made when it is first requested.
pub struct Contract {
    make: fn() -> OpenApi,
    yaml: OnceLock<Asset>,
    json: OnceLock<Asset>,
}

impl Contract {
    /// The contract that this function makes.
    pub const fn new(make: fn() -> OpenApi) -> Self {
        Self { make, yaml: OnceLock::new(), json: OnceLock::new() }
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
    let yaml = || Asset::new("application/yaml", (contract.make)().to_yaml().expect("the contract is YAML"));
    contract.yaml.get_or_init(yaml).answer(&headers)
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
    let json = || Asset::new("application/json", (contract.make)().to_pretty_json().expect("the contract is JSON"));
    contract.json.get_or_init(json).answer(&headers)
}
