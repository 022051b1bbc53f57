//! `POST /solve/batch`.

mod answer_stream;
mod exchange;
pub mod memory;
mod pace;

use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use tokio::sync::OwnedSemaphorePermit;
use tracing::Instrument;

use self::answer_stream::AnswerStream;
use self::exchange::{Answered, Exchange, Input};
use self::pace::Pace;
use crate::batch::{ChunkSize, Failure, LineForm, Splitter};
use crate::http::app::App;
use crate::http::contract::examples;
use crate::http::contract::schemas::{NdjsonStream, TextStream};
use crate::http::lines::{JsonLines, TextLines};
use crate::http::negotiation::{AnswerForm, Form};
use crate::http::paths;
use crate::http::problem::{Code, Problem};
use crate::http::request::media_type::{self, Declared};
use crate::http::request::{body, fields};
use crate::http::settings::BatchLimits;
use crate::pool::Lane;
use crate::scope;

/// Tells nginx not to buffer the answer.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Solve a batch
///
/// One puzzle per line in, one answer per line out, in order. A line that is invalid, or that has no solution, costs only
/// that line.
///
/// As `text/plain`, a line is a puzzle in any text notation that fits on one line (`.sdm`); empty lines and lines that
/// begin with `#` are skipped. Its answer is the solution's 81 digits, followed by a space and `multiple` if there are
/// other solutions; or `error CODE line N: detail`, where N counts every line from 1.
///
/// As `application/x-ndjson`, a line is a grid in any JSON form, or an object with the member `grid` and, optionally,
/// `id`. Its answer is an object with `line`, the `id` byte for byte if there was one, and either `verdict` (`unique`
/// or `multiple`) and `solution` in the notation of the line, or `problem`: the problem document without `request_id`,
/// which lists at most 10 errors.
///
/// A body with a Content-Length of at most 1 MiB (about 12,000 puzzles) is read whole before the answer begins. A
/// larger or chunked body is answered while it is sent, so the client must read while it sends. If nothing moves for
/// 30 seconds, or the service shuts down, the answers end with a line `error shutting-down line N: …` or
/// `{"line": N, "problem": …}`, where N is the first line without an answer, and without the final chunk.
/// A line has at most 4096 bytes.
#[utoipa::path(
    post,
    path = paths::SOLVE_BATCH,
    operation_id = "solve_batch",
    tag = "sudoku",
    request_body(content(
        (TextStream = "text/plain", example = json!(examples::batch_text())),
        (NdjsonStream = "application/x-ndjson", example = json!(examples::batch_ndjson())),
    )),
    responses(
        (status = 200, description = "One line per puzzle.", content(
            (TextStream = "text/plain", example = json!(examples::batch_text_answer())),
            (NdjsonStream = "application/x-ndjson", example = json!(examples::batch_ndjson_answer())),
        )),
    ),
)]
pub async fn solve_batch(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let declared = Declared::of(&head.headers)?;
    if matches!(declared, Declared::Json | Declared::Unsupported) {
        return Err(media_type::unsupported_type(
            &head.headers,
            "a batch has one puzzle per line: send `Content-Type: text/plain`, or `Content-Type: application/x-ndjson` for \
             a JSON document per line",
        ));
    }
    head.extensions.get::<AnswerForm>().expect("the edge adds it").set_request(declared.form());
    fields::reject_query(head.uri.query())?;
    let lane = app.pool().open_lane(app.settings().request_timeout)?;
    let (input, memory) = take_in(&app, &head.headers, body).await?;
    Ok(match declared.form() {
        Form::Text => start(app, TextLines, "text/plain; charset=utf-8", lane, input, memory),
        Form::Json => {
            let form = JsonLines { public_url: app.settings().public_url.clone() };
            start(app, form, "application/x-ndjson", lane, input, memory)
        }
    })
}

/// Reads a small body whole. Any other body is read while it is answered.
async fn take_in(app: &App, headers: &HeaderMap, body: Body) -> Result<(Input, Option<OwnedSemaphorePermit>), Problem> {
    let limits = &app.settings().batch;
    match body::announced_length(headers) {
        Some(length) if length <= limits.whole_bytes => {
            let memory = app.batch_memory().reserve(length)?;
            let bytes = read_whole(limits, body, length).await?;
            Ok((Input::whole(bytes), Some(memory)))
        }
        Some(_) | None => Ok((Input::stream(body), None)),
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

/// Starts the task that answers the batch, and returns the head of the answer.
fn start<F: LineForm>(
    app: App,
    form: F,
    media_type: &'static str,
    lane: Lane<Answered>,
    input: Input,
    memory: Option<OwnedSemaphorePermit>,
) -> Response {
    let limits = &app.settings().batch;
    let (answers, body) = AnswerStream::channel();
    let pace = Pace::new(limits.idle, limits.least_rate);
    let form = Arc::new(form);
    let exchange =
        Exchange { app, form, lane, input, answers, splitter: Splitter::new(ChunkSize::SHARED), pace, unanswered: 1 };
    let task = async {
        exchange.run().await;
        drop(memory);
    };
    let task = task.instrument(scope::current_span());
    #[cfg(feature = "otlp")]
    let task = crate::http::edge::trace::within_current(task);
    tokio::spawn(task);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (ACCEL_BUFFERING, HeaderValue::from_static("no")),
    ];
    (headers, Body::new(body)).into_response()
}
