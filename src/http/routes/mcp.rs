//! The tools for language models: one message of the Model Context Protocol a request.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::operation;
use crate::http::app::App;
use crate::http::edge::cors::Origins;
use crate::http::memory::MemoryPermit;
use crate::http::request::Inquiry;
use crate::http::request::body::{self, RawBody};
use crate::http::respond::ToolProblem;
use crate::http::settings::Settings;
use crate::mcp::{self, Code, Fault, Head, Received, ToolCall};
use crate::operations::answer::format::JSON;
use crate::operations::problem::Problem;
use crate::operations::{Call, kind};
use crate::sudoku::solver::CancelFlag;

const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// Answers a message. Problems of a tool are answers, too.
///
/// # Errors
/// The problem of a request whose message cannot be read.
pub async fn answer(app: App, request: Request) -> Result<Response, Problem> {
    let (parts, sent) = request.into_parts();
    if app.settings.is_local && is_foreign(&app.settings, &parts.headers) {
        let fault = Fault::new(Code::InvalidRequest, "the header Host or Origin names another host");
        return answered(&app, fault.with_status(403).answer(None));
    }
    let head = head(&parts.headers);
    let body = body::read(&app.settings.body, &app.memory, &parts, sent).await?;
    let received = match mcp::read_if_short(body.bytes(), Some(&head)) {
        Some(received) => received,
        None => read(&app, body, head).await?,
    };
    match received {
        // An HTTP request is withdrawn by closing its connection.
        Received::Notification(_) => Ok(StatusCode::ACCEPTED.into_response()),
        Received::Answer(answer) => answered(&app, answer),
        Received::Batch(messages) => batch(&app, messages).await,
        Received::Call(tool) => {
            let (text, held, problem) = call(&app, tool).await;
            let mut response = json(StatusCode::OK, held.keep(text));
            problem.and_then(|problem| response.extensions_mut().insert(ToolProblem(problem)));
            Ok(response)
        }
    }
}

/// Reads a long message on a thread of the pool.
async fn read(app: &App, body: RawBody, head: Head) -> Result<Received, Problem> {
    let job = move |_: &CancelFlag| mcp::read(body.bytes(), Some(&head));
    Ok(app.run(job).await?.value)
}

/// Answers the messages of a batch, one after the other, within the time of one request: later calls are problems.
async fn batch(app: &App, messages: Vec<Received>) -> Result<Response, Problem> {
    let deadline = Instant::now() + app.settings.request_timeout;
    let (mut answers, mut permits) = (Vec::new(), Vec::new());
    for received in messages {
        match received {
            Received::Answer(answer) => answers.push(answer.text),
            Received::Call(mut tool) => {
                if Instant::now() >= deadline {
                    tool.call = Err(Problem::deadline_exceeded());
                }
                let (text, held, _) = call(app, tool).await;
                answers.push(text);
                permits.push(held);
            }
            Received::Notification(_) | Received::Batch(_) => {}
        }
    }
    let joined = mcp::joined(&answers);
    drop((answers, permits));
    match joined {
        Some(text) => Ok(json(StatusCode::OK, app.memory.keep(text)?)),
        None => Ok(StatusCode::ACCEPTED.into_response()),
    }
}

/// Calls a tool, and counts that: its answer, the permit for it, and the problem that it reports.
async fn call(app: &App, ToolCall { operation, call, request }: ToolCall) -> (Vec<u8>, MemoryPermit, Option<Problem>) {
    let answered = async {
        let (call, request) = (call?, request.clone());
        let kind = kind(operation, None, false, call.is_heavy());
        let write = move |call: Box<dyn Call>, _: Duration, _: &CancelFlag| request.answered(operation, &*call);
        let (answer, _) = operation::run(app, operation, kind, Inquiry::Read(call), write).await?;
        let text = answer??;
        Ok::<_, Problem>((app.memory.hold(text.capacity())?, text))
    };
    let answered = answered.await;
    app.metrics.tool_called(operation, answered.as_ref().err().map(Problem::code));
    match answered {
        Ok((held, text)) => (text, held, None),
        Err(problem) => (request.problem(&problem, &app.settings.public_url), MemoryPermit::default(), Some(problem)),
    }
}

fn answered(app: &App, answer: mcp::Answer) -> Result<Response, Problem> {
    let status = StatusCode::from_u16(answer.status).expect("the protocol has valid statuses");
    Ok(json(status, app.memory.keep(answer.text)?))
}

fn json(status: StatusCode, text: Body) -> Response {
    (status, [(header::CONTENT_TYPE, HeaderValue::from_static(JSON))], text).into_response()
}

fn head(headers: &HeaderMap) -> Head {
    let value = |name| headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).trim().to_owned());
    Head { version: value(VERSION), method: value(METHOD), name: value(NAME) }
}

/// Whether a request was sent to another name than those of this service, or by a page of another host: a page that has
/// its own name resolve to this machine could otherwise call a service that only this machine can reach.
fn is_foreign(settings: &Settings, headers: &HeaderMap) -> bool {
    let named = |name| headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).to_ascii_lowercase());
    let is_ours = |address: String| {
        let host = host_of(&address);
        let is_loopback = host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
        let origins = match &settings.origins {
            Origins::Any => &[][..],
            Origins::These(origins) => origins,
        };
        let mut configured = origins.iter().filter_map(|origin| origin.to_str().ok()).chain([&*settings.public_url]);
        is_loopback || host == "localhost" || configured.any(|url| url.contains("://") && host_of(url) == host)
    };
    [header::HOST, header::ORIGIN].into_iter().filter_map(named).any(|address| !is_ours(address))
}

/// The host of a URL or of an authority, without its port.
fn host_of(address: &str) -> &str {
    let authority = address.split_once("://").map_or(address, |(_, rest)| rest);
    let authority = authority.split('/').next().unwrap_or_default();
    match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, _)) => host,
        None => authority.split(':').next().unwrap_or_default(),
    }
}
