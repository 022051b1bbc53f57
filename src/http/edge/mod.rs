//! The steps that every request goes through, in this order:
//!
//! 1. it gets an id, and a scope that adds the id to its log lines;
//! 2. a CORS preflight is answered, and every other response gets CORS headers, problems included;
//! 3. a head without exactly one `Host`, or with a target or headers that exceed their limit, is rejected;
//! 4. its route handles it; a panic becomes the problem `internal`;
//! 5. a problem is written in the negotiated format, within the memory for answers;
//! 6. the response gets the common headers, is counted, and is logged if necessary.
//!
//! This is one function around the whole router rather than a stack of layers: a generic layer costs up to 0.8 µs
//! for each request, which takes 10 µs of CPU time in all, and the router boxes each layer again for each of its routes.

pub mod cors;
#[cfg(feature = "fault-injection")]
pub mod fault;
mod head;
pub mod http_service;
pub mod identity;
pub mod log;
pub mod tracking;

use std::any::Any;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tower::{Layer, ServiceExt, service_fn};
use tower_http::catch_panic::{CatchPanic, CatchPanicLayer, ResponseForPanic};
use tower_http::decompression::RequestDecompression;

use self::http_service::{HttpService, RequestBody};
use super::app::App;
use super::caching;
use super::headers::{X_REQUEST_ID, links_to_contract};
use super::negotiation::AnswerFormat;
use super::paths::{self, Listener, QUERY, Route};
use super::request::media_type::Declared;
use super::request::part;
use super::respond::{self, ToolCalled};
use crate::operations::answer::format::Format;
use crate::operations::problem::{Code, Problem};
use crate::scope::SCOPE;

/// Wraps these routes in the steps that every request goes through.
pub fn around<B: RequestBody>(routes: Router, listener: Listener, app: App) -> impl HttpService<B> {
    let routes = CatchPanicLayer::custom(PanicProblem).layer(routes);
    service_fn(move |request: axum::http::Request<B>| {
        let (app, routes) = (app.clone(), routes.clone());
        let id = identity::request_id(request.headers());
        let scope = identity::scope(&id, request.headers());
        SCOPE.scope(scope, async move { Ok(edge(&app, routes, listener, request.map(Body::new), id).await) })
    })
}

async fn edge(
    app: &App,
    routes: CatchPanic<Router, PanicProblem>,
    listener: Listener,
    mut request: Request,
    request_id: HeaderValue,
) -> Response {
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
    } else if let Err(problem) = head::check(&settings.head, &request) {
        // It reached no route.
        route = None;
        problem.into_response()
    } else if method == Method::OPTIONS && uri.path() == "*" {
        // It asks for what the server as a whole can do.
        (StatusCode::NO_CONTENT, [(header::ALLOW, format!("{}, OPTIONS", paths::OF_GRIDS))]).into_response()
    } else if let Some(target) = usual.as_ref().filter(|_| moved) {
        let location = HeaderValue::try_from(target).expect("the target of a request");
        let headers = [(header::LOCATION, location), links_to_contract(&up(uri.path()))];
        (StatusCode::PERMANENT_REDIRECT, headers).into_response()
    } else {
        if let Some(target) = usual {
            *request.uri_mut() = target.parse().expect("a path of a route and the query of a request");
        }
        if is_read && let Some(target) = tracking::without(request.uri()) {
            *request.uri_mut() = target;
        }
        if method == QUERY && route.is_some_and(Route::takes_query) {
            *request.method_mut() = Method::POST;
            request.extensions_mut().insert(caching::Safe);
        }
        request.extensions_mut().insert(format.clone());
        routed(routes, request, settings.body.time).await
    };

    let mut problem = None;
    if let Some(found) = response.extensions_mut().remove::<Problem>() {
        let mut head = std::mem::take(response.headers_mut());
        // This is the length of the empty body that the handler returned.
        head.remove(header::CONTENT_LENGTH);
        let is_for_visitors = is_read && route.is_some_and(Route::is_for_visitors);
        let page = (is_for_visitors && format.prefers_html()).then(|| up(uri.path()));
        let (answer, answered) = respond(app, found, &request_id, format.get(), page.as_deref());
        (response, problem) = (answer, Some(answered));
        response.headers_mut().extend(head);
        if is_for_visitors {
            response.headers_mut().append(header::VARY, const { HeaderValue::from_static("accept") });
        }
    }
    lead(response.headers_mut(), uri.path());
    correct_body(&mut response);
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
async fn routed(routes: CatchPanic<Router, PanicProblem>, mut request: Request, time: Duration) -> Response {
    // Rare, and their futures are large.
    if let Some(boundary) = part::boundary(request.headers()) {
        request = match Box::pin(part::unwrapped(request, boundary, time)).await {
            Ok(request) => request,
            Err(problem) => return problem.into_response(),
        };
    }
    if request.headers().contains_key(header::CONTENT_ENCODING) {
        let decompression = RequestDecompression::new(routes).pass_through_unaccepted(true);
        let Ok(response) = Box::pin(decompression.oneshot(request)).await;
        return response.map(Body::new);
    }
    let Ok(response) = routes.oneshot(request).await;
    response.map(Body::new)
}

/// The relative path of the root from this path.
fn up(path: &str) -> String {
    "../".repeat(path.matches('/').count().saturating_sub(1))
}

/// Makes the addresses in these headers relative to the path that the client asked for. So they stay correct behind a gateway
/// that strips a prefix of the path.
fn lead(headers: &mut HeaderMap, path: &str) {
    for name in [header::LOCATION, header::CONTENT_LOCATION] {
        if let Some(address) = headers.get_mut(name) {
            let relative = [up(path).as_bytes(), &address.as_bytes()[1..]].concat();
            *address = HeaderValue::from_bytes(&relative).expect("a value remains valid behind dots and slashes");
        }
    }
}

/// Gives a redirect a body, for clients that do not follow it; and takes the length from an answer that the client has, because
/// the router adds that of the empty body.
fn correct_body(response: &mut Response) {
    let status = response.status();
    let headers = response.headers_mut();
    if let Some(location) = headers.get(header::LOCATION).filter(|_| status.is_redirection()) {
        let text = [location.as_bytes(), b"\n"].concat();
        headers.insert(header::CONTENT_TYPE, const { HeaderValue::from_static(Format::Text.media_type()) });
        headers.remove(header::CONTENT_LENGTH);
        *response.body_mut() = text.into();
    } else if status == StatusCode::NOT_MODIFIED {
        headers.remove(header::CONTENT_LENGTH);
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

/// The response to a panic outside the pool.
#[derive(Clone, Copy)]
struct PanicProblem;

impl ResponseForPanic for PanicProblem {
    type ResponseBody = Body;

    fn response_for_panic(&mut self, _payload: Box<dyn Any + Send>) -> Response {
        Problem::new(Code::Internal, "the service failed").into_response()
    }
}
