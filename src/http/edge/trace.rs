//! The exported span of a request, with attributes that follow OpenTelemetry's semantic conventions for HTTP servers.
//!
//! It is the active span of the task that handles the request. The log takes its ids from this span, and
//! [`problem`] and [`searched`] add attributes that become known later.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, Method, Request, header};
use axum::response::Response;
use ipnet::IpNet;
use opentelemetry::trace::{FutureExt, SpanContext, SpanKind, Status, TraceContextExt, TraceFlags, TraceState, Tracer};
pub use opentelemetry::trace::{SpanId, TraceId};
use opentelemetry::{Array, Context, KeyValue, StringValue, Value};
use opentelemetry_sdk::trace::SdkTracer;
use tower::{ServiceExt, service_fn};

use super::client;
use super::http_service::{HttpService, RequestBody};
use super::traceparent::Trace;
use crate::batch::Searches;
use crate::http::headers::X_REQUEST_ID;
use crate::http::paths::{Listener, Route};
use crate::operations::problem::Code;
use crate::pool::Timing;
use crate::server::PeerAddr;

const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");

/// Maximum length of an attribute that the caller chose, in bytes. The queue limits the number of spans; this constant
/// limits their size.
const LONGEST_TEXT: usize = 256;

/// Adds a span for every request to the service, if there is a tracer.
pub fn around<B: RequestBody>(
    service: impl HttpService<B>,
    tracer: Option<SdkTracer>,
    trusted: Vec<IpNet>,
) -> impl HttpService<B> {
    service_fn(move |request: Request<B>| {
        let service = service.clone();
        let span = tracer.as_ref().map(|tracer| Started::new(tracer, &request, &trusted));
        async move {
            let Some(span) = span else { return service.oneshot(request).await };
            let response = service.oneshot(request).with_context(span.context.clone()).await?;
            span.answered(&response);
            Ok(response)
        }
    })
}

/// The trace and the span of the request that the current task handles.
pub fn current() -> Option<(TraceId, SpanId)> {
    let context = Context::current();
    let span = context.span();
    let ids = span.span_context();
    ids.is_valid().then(|| (ids.trace_id(), ids.span_id()))
}

/// Adds the problem of the answer to the current span.
pub fn problem(code: Option<Code>) {
    let Some(code) = code else { return };
    let context = Context::current();
    let span = context.span();
    span.set_attribute(KeyValue::new("sudoku.problem", code.name()));
    if code.status() >= 500 {
        span.set_attribute(KeyValue::new("error.type", code.name()));
        // By the conventions, the description is omitted if the status code explains the error.
        span.set_status(Status::error(""));
    }
}

/// Adds the result of a search to the current span.
pub fn searched(searches: &Searches, timing: Timing) {
    let Some((verdict, _)) = searches.by_verdict().into_iter().find(|&(_, count)| count > 0) else { return };
    let milliseconds = |duration: Duration| duration.as_secs_f64() * 1e3;
    Context::current().span().set_attributes([
        KeyValue::new("sudoku.verdict", verdict),
        KeyValue::new("sudoku.guesses", i64::try_from(searches.guesses).unwrap_or(i64::MAX)),
        KeyValue::new("sudoku.queue_ms", milliseconds(timing.queued)),
        KeyValue::new("sudoku.solve_ms", milliseconds(timing.ran)),
    ]);
}

/// Runs a task that continues the current request after its response has begun. The span lasts until the task is done.
pub fn within_current<F: Future>(task: F) -> impl Future<Output = F::Output> {
    task.with_context(Context::current())
}

/// The span of a request that has no response yet. It ends when the last copy of its context is dropped.
struct Started {
    context: Context,
    is_answered: bool,
}

impl Started {
    fn new<B>(tracer: &SdkTracer, request: &Request<B>, trusted: &[IpNet]) -> Self {
        let route = Listener::Public.route_of(request.uri().path()).map(Route::pattern);
        let known = known_method(request.method());
        let name = match route {
            Some(route) => format!("{} {route}", known.unwrap_or("HTTP")),
            None => known.unwrap_or("HTTP").to_owned(),
        };
        let span = tracer
            .span_builder(name)
            .with_kind(SpanKind::Server)
            .with_attributes(attributes(request, known, route, trusted));
        let parent = parent(request.headers());
        let context = parent.with_span(tracer.build_with_context(span, &parent));
        Self { context, is_answered: false }
    }

    fn answered(mut self, response: &Response) {
        self.is_answered = true;
        let span = self.context.span();
        span.set_attribute(KeyValue::new("http.response.status_code", i64::from(response.status().as_u16())));
        if let Some(request_id) = text(response.headers(), &X_REQUEST_ID) {
            // A header may be repeated, so by the conventions it is a list.
            let values = Value::Array(Array::String(vec![StringValue::from(request_id)]));
            span.set_attribute(KeyValue::new("http.response.header.x-request-id", values));
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if !self.is_answered {
            // The client has disconnected, or a shutdown has ended the request.
            self.context.span().set_attribute(KeyValue::new("error.type", "cancelled"));
        }
    }
}

/// The context of the caller's span if the request names one, otherwise an empty context, which starts a new trace.
fn parent(headers: &HeaderMap) -> Context {
    let ids = Trace::of(headers).and_then(|trace| {
        let flags = TraceFlags::default().with_sampled(trace.sampled);
        let (trace_id, parent_id) = (TraceId::from_hex(&trace.id), SpanId::from_hex(&trace.parent_id));
        Some(SpanContext::new(trace_id.ok()?, parent_id.ok()?, flags, true, trace_state(headers)))
    });
    ids.map_or_else(Context::new, |ids| Context::new().with_remote_span_context(ids))
}

/// The state that other systems have added to the trace; empty if invalid.
fn trace_state(headers: &HeaderMap) -> TraceState {
    let lists: Result<Vec<&str>, _> = headers.get_all(TRACESTATE).iter().map(|list| list.to_str()).collect();
    lists.ok().and_then(|lists| lists.join(",").parse().ok()).unwrap_or_default()
}

fn attributes<B>(
    request: &Request<B>,
    known_method: Option<&'static str>,
    route: Option<&'static str>,
    trusted: &[IpNet],
) -> Vec<KeyValue> {
    let (uri, headers) = (request.uri(), request.headers());
    let mut attributes = vec![
        KeyValue::new("http.request.method", known_method.unwrap_or("_OTHER")),
        KeyValue::new("url.scheme", "http"),
        KeyValue::new("url.path", cut(uri.path())),
    ];
    let mut add = |name: &'static str, value: Option<Value>| {
        attributes.extend(value.map(|value| KeyValue::new(name, value)));
    };
    let unknown_method = known_method.is_none().then(|| cut(request.method().as_str()));
    add("http.request.method_original", unknown_method.map(Value::from));
    add("http.route", route.map(Value::from));
    add("url.query", uri.query().map(|query| cut(query).into()));
    add("user_agent.original", text(headers, &header::USER_AGENT).map(Value::from));
    let authority: Option<axum::http::uri::Authority> =
        headers.get(header::HOST).and_then(|host| host.as_bytes().try_into().ok());
    add("server.address", authority.as_ref().map(|host| cut(host.host()).into()));
    add("server.port", authority.and_then(|host| host.port_u16()).map(|port| i64::from(port).into()));
    let peer = request.extensions().get().map(|&PeerAddr(peer)| peer);
    add("network.peer.address", peer.map(|peer| peer.ip().to_string().into()));
    add("network.peer.port", peer.map(|peer| i64::from(peer.port()).into()));
    add("client.address", client::address(request, trusted).map(|client| client.to_string().into()));
    attributes
}

/// The method, if the conventions define it. With other methods, the number of span names would be unbounded.
fn known_method(method: &Method) -> Option<&'static str> {
    const KNOWN: [&str; 10] = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"];
    KNOWN.into_iter().find(|known| method.as_str() == *known)
}

/// A header as text.
fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(cut)
}

/// At most the first [`LONGEST_TEXT`] bytes of a text.
fn cut(text: &str) -> String {
    text[..text.floor_char_boundary(LONGEST_TEXT)].to_owned()
}
