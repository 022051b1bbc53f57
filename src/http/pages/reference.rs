//! The interactive reference at `/docs/`: our page around Swagger UI, served from files embedded in the binary.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use utoipa_swagger_ui::Config;

use super::asset::Asset;
use crate::http::problem::{Code, Problem};
use crate::http::request::PathSegment;

/// The content security policy of the reference. Swagger UI sets inline styles, so the policy is laxer than that of our
/// own pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The contract as seen from `/docs/`: relative, so that it is found behind a gateway that strips a prefix.
const CONTRACT: &str = "../openapi.json";

/// Our own files, which replace Swagger UI's page and settings.
const FILES: [(&str, &str, &str); 3] = [
    ("index.html", "text/html; charset=utf-8", include_str!("reference/index.html")),
    ("reference.css", "text/css; charset=utf-8", include_str!("reference/reference.css")),
    ("reference.js", "text/javascript; charset=utf-8", include_str!("reference/reference.js")),
];

/// Redirects to the reference, whose links are relative to a path that ends with a slash.
pub async fn redirect() -> Response {
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, "docs/")]).into_response()
}

/// The page of the reference.
pub async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    asset(PathSegment("index.html".to_owned()), headers).await
}

/// A file of the reference.
pub async fn asset(PathSegment(name): PathSegment, headers: HeaderMap) -> Result<Response, Problem> {
    static ASSETS: LazyLock<Mutex<HashMap<String, Arc<Asset>>>> = LazyLock::new(Mutex::default);
    let known = ASSETS.lock().unwrap_or_else(PoisonError::into_inner).get(&name).cloned();
    if let Some(document) = known {
        return Ok(document.answer(&headers));
    }
    let document = Arc::new(load(&name)?);
    let answer = document.answer(&headers);
    ASSETS.lock().unwrap_or_else(PoisonError::into_inner).insert(name, document);
    Ok(answer)
}

/// Loads a file of the reference. Fails for an unknown name, so that the cache is bounded.
fn load(name: &str) -> Result<Asset, Problem> {
    if let Some((_, media_type, text)) = FILES.into_iter().find(|(own, ..)| *own == name) {
        return Ok(Asset::new(media_type, text).with_policy(POLICY));
    }
    let internal = || Problem::new(Code::Internal, "a file of the reference cannot be read");
    let file = utoipa_swagger_ui::serve(name, Arc::new(Config::new([CONTRACT])))
        .map_err(|_| internal())?
        .ok_or_else(|| Problem::not_found(&format!("/docs/{name}")))?;
    let media_type = HeaderValue::try_from(file.content_type).map_err(|_| internal())?;
    let document = if file.gzpipped {
        Asset::from_gzip(media_type, file.bytes.into_owned().into()).map_err(|_| internal())?
    } else {
        Asset::compressed(media_type, file.bytes.into_owned().into())
    };
    Ok(document.with_policy(POLICY))
}
