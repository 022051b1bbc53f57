//! The part of a path that a route leaves open.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use super::problem::{Code, Problem};

/// A path's last segment, percent-decoded. Where that is not UTF-8, nothing can be there.
pub struct Segment(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Segment {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(segment)) => Ok(Self(segment)),
            Err(_) => Err(Problem::new(Code::NotFound, format!("there is nothing at {}", parts.uri.path()))),
        }
    }
}
