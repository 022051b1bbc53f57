//! The interactive reference at `/docs/`: the contract for people, with a form that sends each request.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};

use super::asset::{Asset, HTML, PAGE_POLICY};
use super::assets::versioned;
use crate::http::app::App;
use crate::http::headers::links_to_contract;
use crate::operations::problem::Problem;

/// The page. Its script reads the contract.
pub async fn page(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let page = |_: &str| Asset::new(HTML, versioned(include_str!("reference/index.html"))).with_policy(PAGE_POLICY);
    let page = app.made(|documents| &documents.reference, page).await?.answer(&headers);
    Ok(([links_to_contract("../")], page).into_response())
}
