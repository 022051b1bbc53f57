//! Every route on one page.

pub mod batch;
mod documents;
mod mcp;
mod operation;
mod probes;
mod puzzles;
mod worksheet;

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::app::App;
use super::headers::ACCEPT_QUERY;
use super::negotiation::prefers_html;
use super::pages::{assets, course, playground, problem_pages};
use super::paths::{Route, Served};
use crate::operations::problem::{Code, Problem};

/// Answers a request to a route.
pub async fn answer(app: App, route: &'static Route, request: Request) -> Response {
    if matches!(route.serves, Served::Tools) && !app.settings.mcp {
        return Problem::not_found(request.uri().path()).into_response();
    }
    if !route.methods().contains(&request.method().as_str()) {
        return method_not_allowed(route, request.method());
    }
    match route.serves {
        Served::Course(_) if prefers_html(request.extensions()) && request.uri().query().is_none() => {
            course::page(app, request).await.into_response()
        }
        Served::Operation(operation) | Served::Course(operation) => {
            operation::handle(app, operation, request).await.into_response()
        }
        Served::Seeded(operation) => puzzles::of_seed(app, operation, request).await.into_response(),
        Served::Today(operation) => puzzles::today(app, operation, request).await.into_response(),
        Served::Dated(operation) => puzzles::of_date(app, operation, request).await.into_response(),
        Served::Batch(operation, make) => batch::answer(app, operation, make, request).await.into_response(),
        Served::Document(document) => documents::answer(app, document, request).await.into_response(),
        Served::Playground => playground::page(app, request).await.into_response(),
        Served::Worksheet if request.method() == Method::POST => worksheet::own(app, request).await.into_response(),
        Served::Worksheet => worksheet::page(app, request).await.into_response(),
        Served::Problem => problem_pages::problem(app, request).await.into_response(),
        Served::Assets => assets::asset(app, request).await.into_response(),
        Served::Tools => mcp::answer(app, request).await.into_response(),
        Served::Livez => probes::LIVE.into_response(),
        Served::Readyz => probes::readyz(&app).into_response(),
        Served::Metrics => probes::metrics(&app).into_response(),
    }
}

/// The answer of a route to a method that it does not support, or to OPTIONS.
fn method_not_allowed(route: &Route, method: &Method) -> Response {
    let methods = route.methods().join(", ");
    let mut response = if method == Method::OPTIONS {
        StatusCode::NO_CONTENT.into_response()
    } else {
        Problem::new(Code::MethodNotAllowed, format!("{method} is not allowed; use {methods}")).into_response()
    };
    let allow = HeaderValue::try_from(format!("{methods}, OPTIONS")).expect("names of methods are valid in a header");
    response.headers_mut().insert(header::ALLOW, allow);
    if route.takes_query() {
        let types = const { HeaderValue::from_static("\"application/json\", \"text/plain\"") };
        response.headers_mut().insert(ACCEPT_QUERY, types);
    }
    response
}
