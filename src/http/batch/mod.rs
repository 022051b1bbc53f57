//! `POST /solve/batch`.

mod answers;
mod exchange;
mod pace;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tracing::Instrument;

use self::answers::Answers;
use self::exchange::{Answered, Exchange, Input};
use self::pace::Pace;
use super::App;
use super::body::{self, Charset, Form, MediaType};
use super::lines::{JsonLines, TextLines};
use super::members;
use super::problem::{Code, Problem};
use super::problem_schema::BatchProblems;
use super::schema::{self, NdjsonStream, TextStream};
use crate::batch::{ChunkSize, Failure, LineForm, Splitter};
use crate::pool::Lane;
use crate::scope;

/// What bounds batches.
#[derive(Clone, Copy, Debug)]
pub struct BatchLimits {
    /// A body with a `Content-Length` of at most so many bytes is read whole before its answer begins.
    pub whole_bytes: usize,
    /// How many bytes such bodies may hold together.
    pub memory_bytes: usize,
    /// How long a batch may pause.
    pub idle: Duration,
    /// How many bytes a second must move, both directions together, over each such time in which the client is waited
    /// for.
    pub least_rate: u64,
    /// How many bytes of an upload are read and thrown away when its answers ended early.
    pub discard_bytes: u64,
    /// How long that may take.
    pub discard_time: Duration,
}

/// The memory that bodies which are read whole may hold together.
#[derive(Clone, Debug)]
pub struct BatchMemory(Arc<Semaphore>);

impl BatchMemory {
    /// All of it.
    pub fn new(limits: &BatchLimits) -> Self {
        Self(Arc::new(Semaphore::new(limits.memory_bytes.min(Semaphore::MAX_PERMITS))))
    }

    fn take(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Problem> {
        let permits = u32::try_from(bytes).unwrap_or(u32::MAX);
        Arc::clone(&self.0)
            .try_acquire_many_owned(permits)
            .map_err(|_| Problem::new(Code::Overloaded, "the batches at work take all the memory that is set aside"))
    }
}

/// How the lines of a batch are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lines {
    Text,
    Json,
}

/// Tells nginx to pass on lines as they come.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Solve a batch
///
/// A puzzle a line, and an answer a line, in order. A line that is no puzzle, or that has no solution, costs that line
/// only.
///
/// As `text/plain` a line is a puzzle in any text notation that fits on it (`.sdm`); empty lines and those that begin
/// with `#` are skipped. Its answer is the solution's 81 digits, followed by a space and `multiple` where it is not the
/// only one; or `error CODE line N: detail`, N counting every line from 1.
///
/// As `application/x-ndjson` a line is a grid in any JSON form, or an object with the member `grid` and, if wanted,
/// `id`. Its answer is an object with `line`, the `id` byte for byte if there was one, and either `verdict` (`unique`
/// or `multiple`) and `solution` in the notation of the line, or `problem`: the problem's document without
/// `request_id` and with at most 10 errors one by one.
///
/// A body with a Content-Length of at most 1 MiB (about 12,000 puzzles) is read whole before the answer begins. A
/// larger or chunked one is answered while it is sent, so the client must read while it sends. If nothing moves for
/// 30 seconds, or the service is shut down, the answers end with a line `error shutting-down line N: …` or
/// `{"line": N, "problem": …}`, N being the first line without an answer, and without the end of the chunked coding.
/// A line is at most 4096 bytes long.
#[utoipa::path(
    post,
    path = super::paths::SOLVE_BATCH,
    operation_id = "solve_batch",
    tag = "sudoku",
    request_body(content(
        (TextStream = "text/plain", example = json!(schema::example_batch_text())),
        (NdjsonStream = "application/x-ndjson", example = json!(schema::example_batch_ndjson())),
    )),
    responses(
        (status = 200, description = "A line for each puzzle.", content(
            (TextStream = "text/plain", example = json!(schema::example_batch_text_answer())),
            (NdjsonStream = "application/x-ndjson", example = json!(schema::example_batch_ndjson_answer())),
        ), headers(
            ("x-request-id" = String, description = "The request's identity."),
        )),
        BatchProblems,
    ),
)]
pub async fn solve_batch(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let (lines, charset) =
        declared(&head.headers).map_err(|problem| problem.in_form(body::answer_form(&head.headers, Form::Json)))?;
    let own = match lines {
        Lines::Text => Form::Text,
        Lines::Json => Form::Json,
    };
    let in_form = |problem: Problem| problem.in_form(body::answer_form(&head.headers, own));
    members::refuse_query(head.uri.query()).map_err(in_form)?;
    let lane = app.pool.open_lane(app.settings.request_timeout).map_err(|error| in_form(error.into()))?;
    let (input, memory) = take_in(&app, &head.headers, body, charset).await.map_err(in_form)?;
    Ok(match lines {
        Lines::Text => start(app, TextLines, "text/plain; charset=utf-8", lane, input, memory),
        Lines::Json => {
            let form = JsonLines { public_url: app.settings.public_url.clone() };
            start(app, form, "application/x-ndjson", lane, input, memory)
        }
    })
}

/// What JSON lines are called; no name of theirs is registered.
const JSON_LINES_TYPES: &[&str] =
    &["application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"];

fn declared(headers: &HeaderMap) -> Result<(Lines, Charset), Problem> {
    body::refuse_encoding(headers)?;
    let Some(media_type) = MediaType::of(headers) else { return Ok((Lines::Text, Charset::Utf8)) };
    let lines = if media_type.is_one_of(body::TEXT_TYPES) {
        Lines::Text
    } else if media_type.is_one_of(JSON_LINES_TYPES) {
        Lines::Json
    } else {
        return Err(media_type.unsupported(
            "a batch is a puzzle a line: send `Content-Type: text/plain`, or `Content-Type: application/x-ndjson` for a JSON \
             document a line",
        ));
    };
    Ok((lines, media_type.charset()?))
}

/// Reads a small body whole; leaves any other to be read while it is answered.
async fn take_in(
    app: &App,
    headers: &HeaderMap,
    body: Body,
    charset: Charset,
) -> Result<(Input, Option<OwnedSemaphorePermit>), Problem> {
    match body::announced_length(headers) {
        Some(length) if length <= app.settings.batch.whole_bytes => {
            let memory = app.batch_memory.take(length)?;
            let bytes = read_whole(&app.settings.batch, body, length).await?;
            Ok((Input::whole(bytes, charset), Some(memory)))
        }
        Some(_) | None => Ok((Input::stream(body, charset), None)),
    }
}

async fn read_whole(limits: &BatchLimits, mut incoming: Body, length: usize) -> Result<Bytes, Problem> {
    let timed_out = |failure| match failure {
        Failure::Stalled(how) => Problem::new(Code::RequestTimeout, format!("the body was not complete: {how}")),
        Failure::ShuttingDown | Failure::Failed => Problem::new(Code::RequestTimeout, "the body was not complete"),
    };
    let mut pace = Pace::new(limits.idle, limits.least_rate);
    let mut whole: Vec<u8> = Vec::new();
    loop {
        let began = Instant::now();
        let frame = tokio::time::timeout(pace.patience(), incoming.frame()).await;
        pace.waited(began.elapsed()).map_err(timed_out)?;
        match frame {
            Err(_) => {}
            Ok(None) => return Ok(whole.into()),
            Ok(Some(Err(_))) => return Err(body::incomplete(whole.len(), Some(length))),
            Ok(Some(Ok(frame))) => {
                let Ok(data) = frame.into_data() else { continue };
                pace.moved(data.len());
                if data.len() == length {
                    return Ok(data);
                }
                if whole.is_empty() {
                    whole.reserve_exact(length);
                }
                whole.extend_from_slice(&data);
            }
        }
    }
}

/// Starts the task that answers the batch, and the answer.
fn start<F: LineForm>(
    app: App,
    form: F,
    media_type: &'static str,
    lane: Lane<Answered>,
    input: Input,
    memory: Option<OwnedSemaphorePermit>,
) -> Response {
    let (answers, body) = Answers::channel();
    let pace = Pace::new(app.settings.batch.idle, app.settings.batch.least_rate);
    let form = Arc::new(form);
    let exchange =
        Exchange { app, form, lane, input, answers, splitter: Splitter::new(ChunkSize::SHARED), pace, unanswered: 1 };
    let task = async {
        exchange.run().await;
        drop(memory);
    };
    let task = task.instrument(scope::current_span());
    #[cfg(feature = "otlp")]
    let task = crate::http::middleware::trace::within_current(task);
    tokio::spawn(task);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (ACCEL_BUFFERING, HeaderValue::from_static("no")),
    ];
    (headers, Body::new(body)).into_response()
}
