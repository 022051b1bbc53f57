//! The parameter of a path.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::operations::problem::Problem;

/// The last segment of a path, percent-decoded. A segment that is not UTF-8 is not found.
pub struct PathSegment(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathSegment {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(segment)) => Ok(Self(segment)),
            Err(_) => Err(Problem::not_found(parts.uri.path())),
        }
    }
}
