//! The types of services that the server can serve.

use std::convert::Infallible;

use axum::body::{Bytes, HttpBody};
use axum::http::Request;
use axum::response::Response;
use tower::Service;

use crate::server::BoxError;

/// A body that requests may have.
pub trait RequestBody: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + 'static {}

impl<B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + 'static> RequestBody for B {}

/// A service that answers requests with such a body.
pub trait HttpService<B>:
    Service<Request<B>, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

impl<B, S> HttpService<B> for S where
    S: Service<Request<B>, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}
