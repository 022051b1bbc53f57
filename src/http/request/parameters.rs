//! The extractor of operations without a body.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::asked::Options;
use super::fields::Fields;
use crate::http::problem::Problem;

/// The options in a query. If extraction fails, the rejection is a [`Problem`].
pub struct Parameters<O>(pub O);

impl<O: Options> Parameters<O> {
    /// Reads the options from a query.
    ///
    /// # Errors
    /// Every invalid parameter.
    pub fn read(query: &str) -> Result<Self, Problem> {
        let mut fields = Fields::default();
        fields.add_query(query, O::NAMES);
        let options = O::read(&mut fields);
        fields.finish_options()?;
        Ok(Self(options))
    }
}

impl<O: Options, S: Send + Sync> FromRequestParts<S> for Parameters<O> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        Self::read(parts.uri.query().unwrap_or_default())
    }
}
