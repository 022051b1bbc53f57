//! The interactive reference at `/docs/`: our page around Swagger UI, served from files embedded in the binary.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::asset::{Asset, CSS, HTML, JAVASCRIPT};
use crate::http::app::App;
use crate::http::request::PathSegment;
use crate::operations::problem::Problem;

/// The content security policy of the reference. Swagger UI sets inline styles, so the policy is laxer than that of our
/// own pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Our own files, which replace Swagger UI's page and settings.
const OWN: [(&str, &str, &str); 3] = [
    ("index.html", HTML, include_str!("reference/index.html")),
    ("reference.css", CSS, include_str!("reference/reference.css")),
    ("reference.js", JAVASCRIPT, include_str!("reference/reference.js")),
];

/// The files of Swagger UI that our page loads.
const SWAGGER_UI: [(&str, &str); 2] = [("swagger-ui.css", CSS), ("swagger-ui-bundle.js", JAVASCRIPT)];

/// Redirects to the reference, whose links are relative to a path that ends with a slash.
pub async fn redirect() -> Response {
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, "docs/")]).into_response()
}

/// The page of the reference.
pub async fn index(state: State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    asset(state, PathSegment("index.html".to_owned()), headers).await
}

/// A file of the reference.
pub async fn asset(
    State(app): State<App>,
    PathSegment(name): PathSegment,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let assets = app.made(|documents| &documents.reference, |_| assets()).await?;
    let asset = assets.get(&*name).ok_or_else(|| Problem::not_found(&format!("/docs/{name}")))?;
    Ok(asset.answer(&headers))
}

/// Every file, by name.
fn assets() -> HashMap<&'static str, Asset> {
    let own = OWN.map(|(name, media_type, text)| (name, Asset::new(media_type, text)));
    let vendored = SWAGGER_UI.map(|(name, media_type)| (name, Asset::from_gzip(media_type, swagger_ui(name))));
    own.into_iter().chain(vendored).map(|(name, asset)| (name, asset.with_policy(POLICY))).collect()
}

/// A file of Swagger UI in the gzip format, in which the binary embeds it.
fn swagger_ui(name: &str) -> Vec<u8> {
    let file = utoipa_swagger_ui::serve(name, Arc::default()).expect("only Swagger UI's own settings can fail");
    file.expect("the file belongs to Swagger UI").bytes.into_owned()
}
