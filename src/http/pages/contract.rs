//! The contract as a document.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::asset::Asset;
use crate::http::app::App;
use crate::http::contract;
use crate::operations::problem::Problem;

/// The contract as YAML.
pub async fn openapi_yaml(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let made =
        app.made(|documents| &documents.yaml, |public_url| Asset::new("application/yaml", contract::yaml(public_url)));
    Ok(made.await?.answer(&headers))
}

/// The contract as JSON.
pub async fn openapi_json(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let json = |public_url: &str| Asset::new("application/json", contract::document(public_url).to_string());
    Ok(app.made(|documents| &documents.json, json).await?.answer(&headers))
}
