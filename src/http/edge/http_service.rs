//! The services and request bodies that the server supports.

use std::convert::Infallible;

use axum::body::{Bytes, HttpBody};
use axum::http::Request;
use axum::response::Response;
use tower::{BoxError, Service};

/// The body of a request.
pub trait RequestBody: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + 'static {}

impl<B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + 'static> RequestBody for B {}

/// A service that answers requests with this type of body.
pub trait HttpService<B>:
    Service<Request<B>, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

impl<B, S> HttpService<B> for S where
    S: Service<Request<B>, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}
