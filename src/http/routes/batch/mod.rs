//! `POST /solve/batch`, `/rate/batch` and `/explain/batch`.

mod answer_stream;
pub mod batches;
mod exchange;
mod intake;
mod job_memory;
mod pace;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

use self::answer_stream::{AnswerStream, Piece};
use self::exchange::{ASK_AGAIN, Answered, Exchange, Input};
use self::job_memory::JobMemory;
use self::pace::Pace;
use crate::batch::{ChunkSize, LineForm, Splitter};
use crate::http::app::App;
use crate::http::contract::examples;
use crate::http::contract::schemas::{NdjsonStream, NotationOrSame, TextStream};
use crate::http::lines::{
    Defaults, Explain, JsonLines, Lines, Operation, REPLACED, Rate, Solve, TextLines, starts_like_json,
};
use crate::http::negotiation::{AnswerForm, Form};
use crate::http::paths;
use crate::http::problem::{Code, Problem};
use crate::http::request::media_type::{self, Declared};
use crate::pool::{Class, Lane};
use crate::scope;

/// How long a new batch waits for the end of a slow one.
const REPLACED_WITHIN: Duration = Duration::from_secs(1);

/// Tells nginx not to buffer the answer.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Maximum number of candidates that the chains of a rating visit: about half a second of work. It is lower than for a
/// single request, because a line delays those after it.
const RATE_NODES: u64 = 200_000_000;

/// The time limit of a line that is rated or explained.
const HEAVY_TIME_LIMIT: Duration = Duration::from_secs(2);

/// Solve a batch
///
/// One puzzle per line in, one answer per line out, in order. A line that is invalid or has no solution does not affect
/// the others.
///
/// As `text/plain`, a line is a puzzle in any text notation that fits on one line (`.sdm`); empty lines, lines that begin
/// with `#` and headers such as `puzzle,solution` are skipped. Its answer is the solution's 81 digits, followed by a space
/// and `multiple` if there are other solutions; or `error CODE line N: detail`, where N counts every line from 1.
///
/// As `application/x-ndjson`, or if the first line of a text that is not a comment begins like JSON, a line is a grid in
/// any JSON form, or an object with the member `grid` and, optionally, `id`; comments are skipped, too. Its answer is an
/// object with `line`, the `id` byte for byte if there was one, and either `verdict` (`unique` or `multiple`) and `solution`
/// in the notation of the line, or `problem`: the problem document without `request_id`, which lists at most 10 errors or
/// conflicts.
///
/// A body with a Content-Length of at most 1 MiB (about 12,000 puzzles) is read whole before the answer begins. A
/// larger or chunked body is answered while it is sent, so the client must read while it sends. A line has at most 4096
/// bytes.
///
/// While the service waits for the client, a line must move at least every 30 seconds, in either direction, and 64 bytes a
/// second must move on average. If there is no room for a further batch, the slowest one that moves less than 4 KiB a
/// second ends. When the answers end early, for one of these reasons or because the service shuts down, the last line is
/// `error CODE line N: …` or `{"line": N, "problem": …}`. CODE is `shutting-down` or `overloaded`, and N is the first line
/// without an answer. The final chunk is missing, too.
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
            (TextStream = "text/plain", example = json!(examples::batch_text_answer(Solve { node_limit: u64::MAX }))),
            (NdjsonStream = "application/x-ndjson", example = json!(examples::batch_ndjson_answer(Solve { node_limit: u64::MAX }))),
        )),
    ),
)]
pub async fn solve_batch(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let operation = Solve { node_limit: app.settings.node_limit };
    answer(app, operation, request).await
}

/// Rate a batch
///
/// One puzzle per line in, one rating per line out, in order. The formats of lines, the problems and the limits are the
/// same as for `POST /solve/batch`. As text, an answer looks like `7.1/1.2/1.2`; with `path`, the steps follow, each
/// preceded by ` | `. As JSON, it has `rating`, `level`, the id of the `hardest` technique and, on request, `path`. A line
/// of JSON may have the options as members, which take precedence over the query.
///
/// A puzzle that needs more than about half a second is answered with the problem `search-limit`.
#[utoipa::path(
    post,
    path = paths::RATE_BATCH,
    operation_id = "rate_batch",
    tag = "insight",
    params(
        ("path" = Option<bool>, Query, description = "Whether to return every step to the solution."),
        ("max_rating" = Option<f64>, Query, description = "The highest rating of a step. A harder step ends the rating early.", minimum = 1.0, maximum = 20.0),
        ("uniqueness" = Option<bool>, Query, description = "Whether techniques may assume that the puzzle has one solution."),
    ),
    request_body(content(
        (TextStream = "text/plain", example = json!(examples::batch_text())),
        (NdjsonStream = "application/x-ndjson", example = json!(examples::batch_ndjson())),
    )),
    responses(
        (status = 200, description = "One line per puzzle.", content(
            (TextStream = "text/plain", example = json!(examples::batch_text_answer(Rate { node_limit: u64::MAX, nodes: RATE_NODES }))),
            (NdjsonStream = "application/x-ndjson", example = json!(examples::batch_ndjson_answer(Rate { node_limit: u64::MAX, nodes: RATE_NODES }))),
        )),
    ),
)]
pub async fn rate_batch(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let operation = Rate { node_limit: app.settings.node_limit, nodes: RATE_NODES };
    answer(app, operation, request).await
}

/// Explain a batch
///
/// One grid per line in, one explanation per line out, in order. The formats of lines, the problems and the limits are
/// the same as for `POST /solve/batch`. As text, an answer is that of `POST /explain`, its lines joined by ` | `. As JSON,
/// it has the members of that answer. A line of JSON may have the members `ask` and `notation`, which take precedence over
/// the query.
#[utoipa::path(
    post,
    path = paths::EXPLAIN_BATCH,
    operation_id = "explain_batch",
    tag = "insight",
    params(
        ("ask" = Option<String>, Query, description = "Parts beyond those that fit the verdict, separated by commas.", max_length = 100),
        ("notation" = Option<NotationOrSame>, Query, description = "The notation of the grids in answers of JSON."),
    ),
    request_body(content(
        (TextStream = "text/plain", example = json!(examples::batch_text())),
        (NdjsonStream = "application/x-ndjson", example = json!(examples::batch_ndjson())),
    )),
    responses(
        (status = 200, description = "One line per grid.", content(
            (TextStream = "text/plain", example = json!(examples::batch_text_answer(Explain { node_limit: u64::MAX }))),
            (NdjsonStream = "application/x-ndjson", example = json!(examples::batch_ndjson_answer(Explain { node_limit: u64::MAX }))),
        )),
    ),
)]
pub async fn explain_batch(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let operation = Explain { node_limit: app.settings.node_limit };
    answer(app, operation, request).await
}

/// Answers a batch in its own form: JSON lines or text.
async fn answer<O: Operation>(app: App, operation: O, request: Request) -> Result<Response, Problem> {
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
    let defaults = Defaults::read(head.uri.query().unwrap_or_default())?;
    let mut admitted = admit(&app, O::CLASS).await?;
    let told_to_end = admitted.pace.told_to_end();
    let input = tokio::select! {
        input = intake::take_in(&app, &head.headers, body, declared.form(), &mut admitted.pace) => input?,
        () = told_to_end => return Err(Problem::new(Code::Overloaded, REPLACED)),
    };
    if declared.form() == Form::Json || starts_like_json(input.begin()) {
        let form = JsonLines { public_url: app.settings.public_url.clone() };
        let lines = Lines { form, operation, defaults };
        Ok(start::<O>(app, lines, "application/x-ndjson", input, admitted))
    } else {
        let lines = Lines { form: TextLines, operation, defaults };
        Ok(start::<O>(app, lines, "text/plain; charset=utf-8", input, admitted))
    }
}

/// What a batch holds once it is admitted.
struct Admitted {
    lane: Lane<Answered>,
    memory: JobMemory,
    pace: Pace,
}

/// Admits a batch of this class. If there is no lane or no memory, ends the slowest batch of the class to make room.
async fn admit(app: &App, class: Class) -> Result<Admitted, Problem> {
    let time_limit = match class {
        Class::Light => app.settings.request_timeout,
        Class::Heavy => HEAVY_TIME_LIMIT,
    };
    let open =
        || -> Result<_, Problem> { Ok((app.pool.open_lane(class, time_limit)?, JobMemory::new(app.memory.clone())?)) };
    let mut opened = open();
    if opened.is_err() && app.batches.end_slowest(class) {
        let end = Instant::now() + REPLACED_WITHIN;
        while opened.is_err() && Instant::now() < end {
            tokio::time::sleep(ASK_AGAIN).await;
            opened = open();
        }
    }
    let (lane, memory) = opened?;
    Ok(Admitted { lane, memory, pace: Pace::new(&app.settings.batch, app.batches.begin(class)) })
}

/// Starts the task that answers the batch, and returns the head of the answer.
fn start<O: Operation>(
    app: App,
    form: impl LineForm,
    media_type: &'static str,
    input: Input,
    Admitted { lane, memory, pace }: Admitted,
) -> Response {
    let (answers, body) = AnswerStream::channel();
    let last = answers.clone();
    let form = Arc::new(form);
    let splitter = Splitter::new(match O::CLASS {
        Class::Light => ChunkSize::SHARED,
        Class::Heavy => ChunkSize::LINE,
    });
    let exchange = Exchange { app, form, lane, memory, input, answers, splitter, pace, waiting: None, unanswered: 1 };
    let task = exchange.run().instrument(scope::current_span());
    #[cfg(feature = "otlp")]
    let task = crate::http::edge::trace::within_current(task);
    tokio::spawn(async move {
        let is_whole = task.await;
        // Now the span has ended. A shutdown waits for the end of the answer, so it still exports the span.
        if is_whole {
            // The client may have disconnected in the meantime.
            let _ = last.send(Piece::End).await;
        }
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (ACCEL_BUFFERING, HeaderValue::from_static("no")),
    ];
    (headers, Body::new(body)).into_response()
}
