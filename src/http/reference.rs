//! The interactive reference at `/docs/`, from assets that are part of the binary.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use utoipa_swagger_ui::Config;

use super::document::Document;
use super::problem::{Code, Problem};
use super::segment::Segment;

/// What the reference may load and do. It sets styles inline, which is why it is laxer than the service's own pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The contract, seen from `/docs/`; relative, so that it is found under a prefix that a gateway strips.
const CONTRACT: &str = "../openapi.json";

/// Leads to the reference, whose own addresses are relative to a path that ends with a slash.
pub async fn redirect() -> Response {
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, "docs/")]).into_response()
}

/// The reference itself.
pub async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    asset(Segment("index.html".to_owned()), headers).await
}

/// What the reference loads.
pub async fn asset(Segment(name): Segment, headers: HeaderMap) -> Result<Response, Problem> {
    static ASSETS: LazyLock<Mutex<HashMap<String, Arc<Document>>>> = LazyLock::new(Mutex::default);
    let known = ASSETS.lock().unwrap_or_else(PoisonError::into_inner).get(&name).cloned();
    if let Some(document) = known {
        return Ok(document.answer(&headers));
    }
    let document = Arc::new(load(&name)?);
    let answer = document.answer(&headers);
    ASSETS.lock().unwrap_or_else(PoisonError::into_inner).insert(name, document);
    Ok(answer)
}

/// Only files that exist become documents, so that their number is bounded.
fn load(name: &str) -> Result<Document, Problem> {
    let internal = || Problem::new(Code::Internal, "the reference is damaged");
    let config = Config::new([CONTRACT]).validator_url("none");
    let file = utoipa_swagger_ui::serve(name, Arc::new(config))
        .map_err(|_| internal())?
        .ok_or_else(|| Problem::new(Code::NotFound, format!("there is nothing at /docs/{name}")))?;
    let media_type = HeaderValue::try_from(file.content_type).map_err(|_| internal())?;
    let document = if file.gzpipped {
        Document::from_gzip(media_type, file.bytes.into_owned().into()).map_err(|_| internal())?
    } else {
        Document::compressed(media_type, file.bytes.into_owned().into())
    };
    Ok(document.with_policy(POLICY))
}
