//! The steps that every request goes through, in this order:
//!
//! 1. it gets an id, and a scope that adds the id to its log lines;
//! 2. a CORS preflight is answered, and every other response gets CORS headers, problems included;
//! 3. a head without exactly one `Host`, or with a target or headers that exceed their limit, is rejected;
//! 4. its route handles it; a panic becomes the problem `internal`;
//! 5. a problem is written in the negotiated format, within the memory for answers;
//! 6. the response gets the common headers, is counted, and is logged if necessary.
//!
//! This is one function rather than a router in a stack of layers: a generic layer costs up to 0.8 µs for each request, which
//! takes 10 µs of CPU time in all, and a router boxes each layer again for each of its routes.

pub mod cors;
mod head_check;
pub mod log;
pub mod request_id;
pub mod tracking_parameters;

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use tower::{BoxError, Service, ServiceExt, service_fn};
use tower_http::decompression::RequestDecompression;

use super::app::App;
use super::caching;
use super::headers::{X_REQUEST_ID, links_to_contract};
use super::negotiation::AnswerFormat;
use super::paths::{self, Listener, QUERY, Route};
use super::request::multipart;
use super::respond::{self, ToolProblem};
use super::routes;
use crate::operations::answer::format::TEXT;
use crate::operations::problem::{Code, Problem};
#[cfg(feature = "fault-injection")]
use crate::pool::fault_injection::{self, Fault};
use crate::request_scope::SCOPE;

/// The service of a listener. That for operators answers even when the public one is full.
pub fn router<B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + 'static>(
    app: App,
    listener: Listener,
) -> impl Service<axum::http::Request<B>, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
    service_fn(move |request: axum::http::Request<B>| {
        let app = app.clone();
        let (id, scope) = request_id::of(request.headers());
        SCOPE.scope(scope, async move { Ok(edge(&app, listener, request.map(Body::new), id).await) })
    })
}

async fn edge(app: &App, listener: Listener, mut request: Request, request_id: HeaderValue) -> Response {
    let started = Instant::now();
    let settings = &app.settings;
    let format = AnswerFormat::of(request.headers(), request.uri().query());
    let origin = request.headers().get(header::ORIGIN).cloned();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let (mut route, usual) = match listener.route_of(uri.path()) {
        Some(route) => (Some(route), None),
        None => listener.tidy(uri.path()).unzip(),
    };
    let is_read = caching::is_cacheable(&method);
    let usual = usual.map(|path| uri.query().map_or_else(|| path.clone(), |query| format!("{path}?{query}")));
    let moved = is_read && route.is_some_and(|route| route.is_page(format.prefers_html()));
    let is_public = listener == Listener::Public;
    let mut response = if let Some(preflight) = cors::preflight(&request).filter(|_| is_public) {
        preflight
    } else if let Err(problem) = head_check::check(&request) {
        // It reached no route.
        route = None;
        problem.into_response()
    } else if method == Method::OPTIONS && uri.path() == "*" {
        // It asks for what the server as a whole can do.
        (StatusCode::NO_CONTENT, [(header::ALLOW, format!("{}, OPTIONS", paths::OF_GRIDS.join(", ")))]).into_response()
    } else if let Some(target) = usual.as_ref().filter(|_| moved) {
        let location = HeaderValue::try_from(target).expect("the target of a request");
        let headers = [(header::LOCATION, location), links_to_contract(&up(uri.path()))];
        (StatusCode::PERMANENT_REDIRECT, headers).into_response()
    } else if let Some(route) = route {
        if let Some(target) = usual {
            *request.uri_mut() = target.parse().expect("a path of a route and the query of a request");
        }
        if is_read && let Some(target) = tracking_parameters::without(request.uri()) {
            *request.uri_mut() = target;
        }
        if method == QUERY && route.takes_query() {
            *request.method_mut() = Method::POST;
            request.extensions_mut().insert(caching::Safe);
        }
        request.extensions_mut().insert(format.clone());
        // Allocated for each request, because a connection keeps room for the rest of this future.
        let answered = AssertUnwindSafe(Box::pin(routed(app, route, request))).catch_unwind().await;
        answered.unwrap_or_else(|_| Err(Problem::new(Code::Internal, "the service failed"))).into_response()
    } else {
        let hint = format!("The reference is at {}{}", settings.public_url, paths::REFERENCE);
        let hint = if is_public { &*hint } else { "" };
        Problem::not_found(uri.path()).with_hint(hint).into_response()
    };

    let mut problem = None;
    if let Some(found) = response.extensions_mut().remove::<Problem>() {
        let head = std::mem::take(response.headers_mut());
        let is_for_visitors = is_read && route.is_some_and(Route::is_for_visitors);
        let page = (is_for_visitors && format.prefers_html()).then(|| up(uri.path()));
        let id = request_id.to_str().unwrap_or_default();
        let write = |problem: &_| respond::write(problem, id, &settings.public_url, format.get(), page.as_deref());
        let (parts, body) = write(&found).into_parts();
        // If no memory is left for the problem, the response reports that instead.
        (response, problem) = match app.memory.keep(body) {
            Ok(body) => (Response::from_parts(parts, body), Some(found)),
            Err(exhausted) => (write(&exhausted).map(Body::from), Some(exhausted)),
        };
        response.headers_mut().extend(head);
        if is_for_visitors {
            response.headers_mut().append(header::VARY, const { HeaderValue::from_static("accept") });
        }
    }
    lead(&mut response, uri.path());
    let headers = response.headers_mut();
    // Pages have no reason to read the admin listener.
    if is_public {
        settings.origins.apply(origin.as_ref(), headers);
    }
    headers.insert(X_REQUEST_ID, request_id);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, const { HeaderValue::from_static("nosniff") });
    headers.entry(header::CACHE_CONTROL).or_insert(caching::NEVER);
    problem = problem.or_else(|| response.extensions_mut().remove().map(|ToolProblem(problem)| problem));
    let (status, took) = (response.status(), started.elapsed());
    app.metrics.answered(route, &method, status, problem.as_ref().map(Problem::code), took);
    app.overload_log.answered(&method, &uri, status, problem.as_ref(), took);
    response
}

/// The response of a route to a request, whose body may be compressed, or a part of a form.
async fn routed(app: &App, route: &'static Route, mut request: Request) -> Result<Response, Problem> {
    // Rare, and their futures are large.
    if let Some(boundary) = multipart::boundary(request.headers()) {
        request = Box::pin(multipart::unwrapped(request, boundary, app.settings.body.time)).await?;
    }
    // With this feature, which is never shipped, a test requests a fault of its job: `x-fault: hold=5ms` or `x-fault: panic`.
    #[cfg(feature = "fault-injection")]
    let fault = request.headers().get("x-fault").and_then(|fault| match fault.to_str().ok()? {
        "panic" => Some(Fault::Panic),
        text => humantime::parse_duration(text.strip_prefix("hold=")?).ok().map(Fault::Hold),
    });
    let answer = |request: Request| routes::answer(app.clone(), route, request);
    #[cfg(feature = "fault-injection")]
    let answer = |request| fault_injection::within(fault, answer(request));
    if request.headers().contains_key(header::CONTENT_ENCODING) {
        let answer = service_fn(|request: axum::http::Request<_>| answer(request.map(Body::new)).map(Ok));
        let decompression = RequestDecompression::new(answer).pass_through_unaccepted(true);
        let Ok(response): Result<_, Infallible> = Box::pin(decompression.oneshot(request)).await;
        return Ok(response.map(Body::new));
    }
    Ok(answer(request).await)
}

/// The relative path of the root from this path.
fn up(path: &str) -> String {
    "../".repeat(path.matches('/').count().saturating_sub(1))
}

/// Makes the addresses in the headers relative to the path that the client asked for. So they stay correct behind a gateway that
/// strips a prefix of the path. Gives a redirect a body, for clients that do not follow it.
fn lead(response: &mut Response, path: &str) {
    for name in [header::LOCATION, header::CONTENT_LOCATION] {
        if let Some(address) = response.headers_mut().get_mut(&name) {
            let relative = [up(path).as_bytes(), &address.as_bytes()[1..]].concat();
            *address = HeaderValue::from_bytes(&relative).expect("a value remains valid behind dots and slashes");
            if name == header::LOCATION {
                *response.body_mut() = [&relative, &b"\n"[..]].concat().into();
                response.headers_mut().insert(header::CONTENT_TYPE, const { HeaderValue::from_static(TEXT) });
            }
        }
    }
}
