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
#[cfg(feature = "fault-injection")]
pub mod fault;
mod head;
pub mod identity;
pub mod log;
pub mod tracking;

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
use super::request::media_type::Declared;
use super::request::part;
use super::respond::{self, ToolCalled};
use super::routes;
use crate::operations::answer::format::{Format, TEXT};
use crate::operations::problem::{Code, Problem};
use crate::scope::SCOPE;

/// The service of a listener. That for operators answers even when the public one is full.
pub fn router<B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + 'static>(
    app: App,
    listener: Listener,
) -> impl Service<axum::http::Request<B>, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
    service_fn(move |request: axum::http::Request<B>| {
        let app = app.clone();
        let id = identity::request_id(request.headers());
        let scope = identity::scope(&id, request.headers());
        SCOPE.scope(scope, async move { Ok(edge(&app, listener, request.map(Body::new), id).await) })
    })
}

async fn edge(app: &App, listener: Listener, mut request: Request, request_id: HeaderValue) -> Response {
    let started = Instant::now();
    let (settings, unread) = (&app.settings, Declared::format_of_unread(request.headers()));
    let format = AnswerFormat::new(request.headers(), request.uri().query(), unread);
    let origin = request.headers().get(header::ORIGIN).cloned();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let (mut route, usual) = match listener.route_of(uri.path()) {
        Some(route) => (Some(route), None),
        None => listener.tidy(uri.path()).unzip(),
    };
    let is_read = caching::is_cacheable(&method);
    let usual = usual.map(|path| uri.query().map_or_else(|| path.clone(), |query| format!("{path}?{query}")));
    let moved = is_read && route.is_some_and(|route| route.is_page(format.prefers_html()));
    let preflight = cors::preflight(&request).filter(|_| listener == Listener::Public);
    let mut response = if let Some(preflight) = preflight {
        preflight
    } else if let Err(problem) = head::check(&request) {
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
        if is_read && let Some(target) = tracking::without(request.uri()) {
            *request.uri_mut() = target;
        }
        if method == QUERY && route.takes_query() {
            *request.method_mut() = Method::POST;
            request.extensions_mut().insert(caching::Safe);
        }
        request.extensions_mut().insert(format.clone());
        // Allocated for each request, because a connection keeps room for the rest of this future.
        let answered = AssertUnwindSafe(Box::pin(routed(app, route, request))).catch_unwind().await;
        answered.unwrap_or_else(|_| Problem::new(Code::Internal, "the service failed").into_response())
    } else {
        let hint = format!("The reference is at {}{}", settings.public_url, paths::REFERENCE);
        let hint = if listener == Listener::Public { &*hint } else { "" };
        Problem::not_found(uri.path()).with_hint(hint).into_response()
    };

    let mut problem = None;
    if let Some(found) = response.extensions_mut().remove::<Problem>() {
        let head = std::mem::take(response.headers_mut());
        let is_for_visitors = is_read && route.is_some_and(Route::is_for_visitors);
        let page = (is_for_visitors && format.prefers_html()).then(|| up(uri.path()));
        let (answer, answered) = respond(app, found, &request_id, format.get(), page.as_deref());
        (response, problem) = (answer, Some(answered));
        response.headers_mut().extend(head);
        if is_for_visitors {
            response.headers_mut().append(header::VARY, const { HeaderValue::from_static("accept") });
        }
    }
    lead(&mut response, uri.path());
    let headers = response.headers_mut();
    // Pages have no reason to read the admin listener.
    if listener == Listener::Public {
        settings.origins.apply(origin.as_ref(), headers);
    }
    headers.insert(X_REQUEST_ID, request_id);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, const { HeaderValue::from_static("nosniff") });
    headers.entry(header::CACHE_CONTROL).or_insert(caching::NEVER);
    if let Some(ToolCalled { operation, problem: found }) = response.extensions_mut().remove() {
        app.metrics.tool_called(operation, found.as_ref().map(Problem::code));
        problem = found;
    }
    let took = started.elapsed();
    let code = problem.as_ref().map(Problem::code);
    app.metrics.answered(route, &method, response.status(), code, took);
    app.overload_log.answered(&method, &uri, response.status(), problem.as_ref(), took);
    response
}

/// The response of a route to a request, whose body may be compressed, or a part of a form.
async fn routed(app: &App, route: &'static Route, mut request: Request) -> Response {
    // Rare, and their futures are large.
    if let Some(boundary) = part::boundary(request.headers()) {
        request = match Box::pin(part::unwrapped(request, boundary, app.settings.body.time)).await {
            Ok(request) => request,
            Err(problem) => return problem.into_response(),
        };
    }
    #[cfg(feature = "fault-injection")]
    let fault = fault::of(request.headers());
    let answer = |request: Request| routes::answer(app.clone(), route, request);
    #[cfg(feature = "fault-injection")]
    let answer = |request| fault::inject(fault, answer(request));
    if request.headers().contains_key(header::CONTENT_ENCODING) {
        let answer = service_fn(|request: axum::http::Request<_>| answer(request.map(Body::new)).map(Ok));
        let decompression = RequestDecompression::new(answer).pass_through_unaccepted(true);
        let Ok(response): Result<_, Infallible> = Box::pin(decompression.oneshot(request)).await;
        return response.map(Body::new);
    }
    answer(request).await
}

/// The relative path of the root from this path.
fn up(path: &str) -> String {
    "../".repeat(path.matches('/').count().saturating_sub(1))
}

/// Makes the addresses in the headers relative to the path that the client asked for. So they stay correct behind a gateway that
/// strips a prefix of the path. Gives a redirect a body, for clients that do not follow it.
fn lead(response: &mut Response, path: &str) {
    let is_redirect = response.status().is_redirection();
    for name in [header::LOCATION, header::CONTENT_LOCATION] {
        if let Some(address) = response.headers_mut().get_mut(&name) {
            let relative = [up(path).as_bytes(), &address.as_bytes()[1..]].concat();
            *address = HeaderValue::from_bytes(&relative).expect("a value remains valid behind dots and slashes");
            if is_redirect {
                *response.body_mut() = [&relative, &b"\n"[..]].concat().into();
                let text = const { HeaderValue::from_static(TEXT) };
                response.headers_mut().insert(header::CONTENT_TYPE, text);
            }
        }
    }
}

/// Writes the response for a problem: for a visitor, a page whose relative path to the root is `page`. If no memory is left for
/// it, the response reports that instead. Returns the response and the problem that it reports.
fn respond(
    app: &App,
    problem: Problem,
    request_id: &HeaderValue,
    format: Format,
    page: Option<&str>,
) -> (Response, Problem) {
    let request_id = request_id.to_str().unwrap_or_default();
    let write = |problem: &Problem| respond::write(problem, request_id, &app.settings.public_url, format, page);
    let (head, body) = write(&problem).into_parts();
    match app.memory.keep(body) {
        Ok(body) => (Response::from_parts(head, body), problem),
        Err(exhausted) => (write(&exhausted).map(Body::from), exhausted),
    }
}
