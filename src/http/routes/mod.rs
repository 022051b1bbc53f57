//! Every route on one page.

pub mod batch;
mod daily;
pub mod explain;
mod explain_text;
pub mod generate;
mod hint;
mod probes;
pub mod rate;
mod solve;
mod validate;

use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use super::app::App;
use super::edge;
use super::edge::http_service::{HttpService, RequestBody};
use super::negotiation::prefers_html;
use super::pages::{contract, not_found, playground, problem, reference, techniques};
use super::paths::{self, Listener};
use super::problem::{Code, Problem};

fn routes() -> OpenApiRouter<App> {
    let contract = OpenApiRouter::new()
        .routes(routes!(contract::openapi_yaml))
        .routes(routes!(contract::openapi_json))
        .layer(Extension(Arc::new(contract::Contract::new(
            || self::contract().to_yaml().expect("the contract is YAML"),
            || self::contract().to_pretty_json().expect("the contract is JSON"),
        ))));
    OpenApiRouter::with_openapi(super::contract::frame())
        .routes(in_both_forms(routes!(solve::solve), solve::solve))
        .routes(routes!(batch::solve_batch))
        .routes(in_both_forms(routes!(validate::validate), validate::validate))
        .routes(in_both_forms(routes!(rate::rate), rate::rate))
        .routes(routes!(batch::rate_batch))
        .routes(in_both_forms(routes!(hint::hint), hint::hint))
        .routes(in_both_forms(routes!(explain::explain), explain::explain))
        .routes(routes!(batch::explain_batch))
        .routes(routes!(generate::generate))
        .routes(routes!(daily::today))
        .routes(routes!(daily::daily))
        .routes(routes!(techniques::techniques))
        .routes(routes!(probes::livez))
        .routes(routes!(probes::readyz))
        .routes(routes!(playground::page))
        .merge(contract)
        .routes(routes!(problem::problems))
        .routes(routes!(problem::problem))
}

/// Adds the cacheable form of an operation on one grid to its route: a GET with the grid in the query. Its description in
/// the contract is derived from that of the POST.
fn in_both_forms<H: Handler<T, App>, T: 'static>(post: UtoipaMethodRouter<App>, handler: H) -> UtoipaMethodRouter<App> {
    post.map(|router| router.get(handler))
}

/// The methods of the route with this path, besides OPTIONS, which every route supports.
fn methods(path: &str) -> &'static str {
    match path {
        paths::SOLVE_BATCH | paths::RATE_BATCH | paths::EXPLAIN_BATCH => "POST",
        paths::SOLVE | paths::VALIDATE | paths::RATE | paths::HINT | paths::EXPLAIN => "GET, HEAD, POST",
        _ => "GET, HEAD",
    }
}

/// The service.
pub fn router<B: RequestBody>(app: App) -> impl HttpService<B> {
    let router = routes()
        .split_for_parts()
        .0
        .route(paths::STYLE, get(playground::file))
        .route(paths::ICON, get(playground::icon))
        .route(paths::PLAYGROUND_ASSET, get(playground::file))
        .route(paths::REFERENCE_REDIRECT, get(reference::redirect))
        .route(paths::REFERENCE, get(reference::index))
        .route(paths::REFERENCE_ASSET, get(reference::asset));
    #[cfg(feature = "otlp")]
    let (tracer, trusted) = (app.settings.tracer.clone(), app.settings.trusted_proxies.clone());
    let service = finish(router, Listener::Public, app);
    #[cfg(feature = "otlp")]
    let service = edge::trace::around(service, tracer, trusted);
    service
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
    let router = router.method_not_allowed_fallback(method_not_allowed);
    let not_found = async move |request: Request| {
        let path = request.uri().path();
        let nearest = listener.nearest(path);
        let hint = nearest.map(|nearest| format!("Did you mean {nearest}?")).unwrap_or_default();
        let problem = Problem::not_found(path).with_hint(&hint);
        if listener == Listener::Public && prefers_html(request.headers()) {
            not_found::answer(problem, path, nearest)
        } else {
            problem.into_response()
        }
    };
    edge::around(router.fallback(not_found).with_state(app.clone()), listener, app)
}

/// The contract of these routes.
#[must_use]
pub fn contract() -> OpenApi {
    super::contract::complete(routes().split_for_parts().1)
}

/// The answer of a route to a method that it does not support, or to OPTIONS.
async fn method_not_allowed(request: Request) -> Response {
    let methods = methods(request.uri().path());
    let mut response = if request.method() == Method::OPTIONS {
        StatusCode::NO_CONTENT.into_response()
    } else {
        let detail = format!("{} is not allowed; use {methods}", request.method());
        Problem::new(Code::MethodNotAllowed, detail).into_response()
    };
    let allow = HeaderValue::try_from(format!("{methods}, OPTIONS")).expect("names of methods are valid in a header");
    response.headers_mut().insert(header::ALLOW, allow);
    response
}
