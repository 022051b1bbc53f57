//! Every route on one page.

pub mod batch;
mod mcp;
mod operation;
mod probes;
mod puzzles;
mod worksheet;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};

use super::app::App;
use super::edge;
use super::edge::http_service::{HttpService, RequestBody};
use super::headers::ACCEPT_QUERY;
use super::negotiation::prefers_html;
use super::pages::{assets, contract, course, llms, playground, problem_pages, reference, robots};
use super::paths::{self, Listener, Route};
use super::request::PathSegment;
use crate::operations::operation::FoundBy;
use crate::operations::problem::{Code, Problem};
use crate::operations::{self, AnyOperation};

fn routes(app: &App) -> Router<App> {
    let tools = if app.settings.mcp { post(mcp::answer) } else { any(mcp::absent) };
    let mut router = Router::new()
        .route(paths::MCP, tools)
        .route(paths::LIVEZ, get(probes::livez))
        .route(paths::READYZ, get(probes::readyz))
        .route(paths::OPENAPI_YAML, get(contract::openapi_yaml))
        .route(paths::OPENAPI_JSON, get(contract::openapi_json))
        .route(paths::LLMS, get(llms::llms_txt))
        .route(paths::ROBOTS, get(robots::robots_txt))
        .route(paths::PROBLEMS, get(problem_pages::problems))
        .route(paths::PROBLEM, get(problem_pages::problem))
        .route(paths::ROOT, get(playground::page))
        .route(paths::WORKSHEET, get(worksheet::page).post(worksheet::own))
        .route(paths::ASSET, get(assets::asset))
        .route(paths::ICON, get(assets::asset))
        .route(paths::OLD_ICON, get(assets::asset))
        .route(paths::REFERENCE, get(reference::page));
    for operation in &operations::ALL {
        let handler = move |State(app): State<App>, request: Request| operation::handle(app, operation, request);
        let methods = match operation.found_by {
            FoundBy::Request if operation.takes_grid => get(handler).post(handler),
            FoundBy::Request if operation.path() == paths::COURSE => {
                get(move |State(app): State<App>, request: Request| course_or_list(app, operation, request))
            }
            FoundBy::Request => get(handler),
            FoundBy::Seed => {
                get(move |State(app): State<App>, request: Request| puzzles::of_seed(app, operation, request))
            }
            FoundBy::Date => {
                let of_date = move |State(app): State<App>, PathSegment(date): PathSegment, request: Request| {
                    puzzles::of_date(app, operation, date, request)
                };
                router = router.route(&operation.dated_path(), get(of_date));
                get(move |State(app): State<App>, uri: Uri| puzzles::today(app, operation, uri))
            }
        };
        router = router.route(&operation.path(), methods);
        if let Some(batches) = operation.batches {
            let handler =
                move |State(app): State<App>, request: Request| batch::answer(app, operation, batches.make, request);
            router = router.route(&operation.batch_path(), post(handler));
        }
    }
    router
}

/// The course for a browser; the list of techniques for other clients, and for those that send options.
async fn course_or_list(app: App, operation: &'static AnyOperation, request: Request) -> Result<Response, Response> {
    if prefers_html(request.extensions()) && request.uri().query().is_none() {
        return course::page(&app, request.headers()).await;
    }
    operation::handle(app, operation, request).await
}

/// The service.
pub fn router<B: RequestBody>(app: App) -> impl HttpService<B> {
    finish(routes(&app), Listener::Public, app)
}

/// The probes and metrics for operators. They have their own listener, so that they answer even when the public one is
/// full.
pub fn admin_router<B: RequestBody>(app: App) -> impl HttpService<B> {
    let router = Router::new()
        .route(paths::METRICS, get(probes::metrics))
        .route(paths::LIVEZ, get(probes::livez))
        .route(paths::READYZ, get(probes::readyz));
    finish(router, Listener::Admin, app)
}

fn finish<B: RequestBody>(router: Router<App>, listener: Listener, app: App) -> impl HttpService<B> {
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
