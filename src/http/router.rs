//! Every route on one page.

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::middleware::{HttpService, RequestBody, RouteOf};
use super::problem::{Code, Problem};
use super::{App, batch, health, middleware, openapi, pages, paths, reference, solve, validate};

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::frame())
        .routes(routes!(solve::solve))
        .routes(routes!(batch::solve_batch))
        .routes(routes!(validate::validate))
        .routes(routes!(health::livez))
        .routes(routes!(health::readyz))
        .routes(routes!(pages::playground))
        .routes(routes!(pages::openapi_yaml))
        .routes(routes!(pages::openapi_json))
        .routes(routes!(pages::problem))
}

/// The methods of the route at this path, as the header `Allow` names them.
fn allowed(path: &str) -> &'static str {
    match path {
        paths::SOLVE | paths::SOLVE_BATCH | paths::VALIDATE => "POST, OPTIONS",
        _ => "GET, HEAD, OPTIONS",
    }
}

/// The service.
pub fn router<B: RequestBody>(app: App) -> impl HttpService<B> {
    let router = routes()
        .split_for_parts()
        .0
        .route(paths::STYLE, get(pages::style))
        .route(paths::SCRIPT, get(pages::script))
        .route(paths::ICON, get(pages::icon))
        .route(paths::REFERENCE_REDIRECT, get(reference::redirect))
        .route(paths::REFERENCE, get(reference::index))
        .route(paths::REFERENCE_ASSET, get(reference::asset));
    #[cfg(feature = "otlp")]
    let (tracer, trusted) = (app.settings.tracer.clone(), app.settings.trusted_proxies.clone());
    let service = finish(router, paths::public_route_of, app);
    #[cfg(feature = "otlp")]
    let service = middleware::trace::around(service, tracer, trusted);
    service
}

/// What operators and their probes ask: on a listener of its own, so that it answers when the service is full.
pub fn admin_router<B: RequestBody>(app: App) -> impl HttpService<B> {
    let router = Router::new()
        .route(paths::METRICS, get(health::metrics))
        .route(paths::LIVEZ, get(health::livez))
        .route(paths::READYZ, get(health::readyz));
    finish(router, paths::admin_route_of, app)
}

fn finish<B: RequestBody>(router: Router<App>, route_of: RouteOf, app: App) -> impl HttpService<B> {
    #[cfg(feature = "fault-injection")]
    let router = router.layer(axum::middleware::from_fn(super::fault::inject));
    let router = router.method_not_allowed_fallback(method_not_allowed).fallback(not_found).with_state(app.clone());
    middleware::around(router, route_of, app)
}

/// The contract of these routes.
pub(super) fn contract() -> OpenApi {
    openapi::with_optional_batch(routes().split_for_parts().1)
}

async fn not_found(request: Request) -> Problem {
    Problem::new(Code::NotFound, format!("there is nothing at {}", request.uri().path()))
}

/// What a route answers to a method that it does not have; every route has OPTIONS.
async fn method_not_allowed(request: Request) -> Response {
    let allow = allowed(request.uri().path());
    let mut response = if request.method() == Method::OPTIONS {
        StatusCode::NO_CONTENT.into_response()
    } else {
        let detail = format!("{} knows {allow}, not {}", request.uri().path(), request.method());
        Problem::new(Code::MethodNotAllowed, detail).into_response()
    };
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allow));
    response
}
