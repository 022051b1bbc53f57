//! Every route on one page.

pub mod batch;
mod documents;
mod mcp;
mod operation;
mod probes;
mod puzzles;
mod worksheet;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get, post};

use super::app::App;
use super::edge;
use super::edge::http_service::{HttpService, RequestBody};
use super::headers::ACCEPT_QUERY;
use super::negotiation::prefers_html;
use super::pages::{assets, course, playground, problem_pages};
use super::paths::{self, Listener, ROUTES, Route, Served};
use super::request::PathSegment;
use crate::operations::AnyOperation;
use crate::operations::problem::{Code, Problem};

fn methods(app: &App, serves: Served) -> MethodRouter<App> {
    match serves {
        Served::Operation(operation) => {
            let handler = move |State(app): State<App>, request: Request| operation::handle(app, operation, request);
            if operation.takes_grid { get(handler).post(handler) } else { get(handler) }
        }
        Served::Course(operation) => {
            get(move |State(app): State<App>, request: Request| course_or_list(app, operation, request))
        }
        Served::Seeded(operation) => {
            get(move |State(app): State<App>, request: Request| puzzles::of_seed(app, operation, request))
        }
        Served::Today(operation) => get(move |State(app): State<App>, uri: Uri| puzzles::today(app, operation, uri)),
        Served::Dated(operation) => {
            get(move |State(app): State<App>, PathSegment(date): PathSegment, request: Request| {
                puzzles::of_date(app, operation, date, request)
            })
        }
        Served::Batch(operation, make) => {
            post(move |State(app): State<App>, request: Request| batch::answer(app, operation, make, request))
        }
        Served::Document(document) => {
            get(move |State(app): State<App>, request: Request| documents::answer(app, document, request))
        }
        Served::Playground => get(playground::page),
        Served::Worksheet => get(worksheet::page).post(worksheet::own),
        Served::Problem => get(problem_pages::problem),
        Served::Assets => get(assets::asset),
        Served::Tools if app.settings.mcp => post(mcp::answer),
        Served::Tools => any(mcp::absent),
        Served::Livez => get(probes::livez),
        Served::Readyz => get(probes::readyz),
        Served::Metrics => get(probes::metrics),
    }
}

/// The course for a browser; the list of techniques for other clients, and for those that send options.
async fn course_or_list(app: App, operation: &'static AnyOperation, request: Request) -> Result<Response, Response> {
    if prefers_html(request.extensions()) && request.uri().query().is_none() {
        return course::page(&app, request.headers()).await;
    }
    operation::handle(app, operation, request).await
}

/// The service of a listener. That for operators answers even when the public one is full.
pub fn router<B: RequestBody>(app: App, listener: Listener) -> impl HttpService<B> {
    let routes = ROUTES.iter().filter(|route| route.is_on(listener));
    let router = routes.fold(Router::new(), |all, route| all.route(&route.pattern, methods(&app, route.serves)));
    #[cfg(feature = "fault-injection")]
    let router = router.layer(axum::middleware::from_fn(edge::fault::inject));
    let router =
        router.method_not_allowed_fallback(async move |request: Request| method_not_allowed(listener, &request));
    let hint = match listener {
        Listener::Public => {
            format!("The reference is at {}{}", app.settings.public_url, paths::REFERENCE)
        }
        Listener::Admin => String::new(),
    };
    let not_found = async move |uri: Uri| Problem::not_found(uri.path()).with_hint(&hint);
    edge::around(router.fallback(not_found).with_state(app.clone()), listener, app)
}

/// The answer of a route to a method that it does not support, or to OPTIONS.
fn method_not_allowed(listener: Listener, request: &Request) -> Response {
    let route = listener.route_of(request.uri().path());
    let methods = route.map_or("GET, HEAD", Route::methods);
    let mut response = if request.method() == Method::OPTIONS {
        StatusCode::NO_CONTENT.into_response()
    } else {
        let detail = format!("{} is not allowed; use {methods}", request.method());
        Problem::new(Code::MethodNotAllowed, detail).into_response()
    };
    let allow = HeaderValue::try_from(format!("{methods}, OPTIONS")).expect("names of methods are valid in a header");
    response.headers_mut().insert(header::ALLOW, allow);
    if route.is_some_and(Route::takes_query) {
        response
            .headers_mut()
            .insert(ACCEPT_QUERY, const { HeaderValue::from_static("\"application/json\", \"text/plain\"") });
    }
    response
}
