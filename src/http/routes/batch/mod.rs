//! The batches of every operation that has lines.

mod answer_stream;
mod backlog;
mod exchange;
mod intake;
mod job_memory;
mod pace;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

use self::answer_stream::{AnswerStream, Piece};
use self::backlog::Backlog;
use self::exchange::{Exchange, JobOutput};
use self::intake::{Input, Start};
use self::job_memory::JobMemory;
use self::pace::Pace;
use crate::batch::{AnyLines, ChunkSize, LONGEST_LINE, Splitter};
use crate::http::app::App;
use crate::http::negotiation::AnswerFormat;
use crate::http::request::Inquiry;
use crate::http::request::media_type::{self, BodyFormat};
use crate::operations::AnyOperation;
use crate::operations::answer::format::Format;
use crate::operations::any_operation::MakeLines;
use crate::operations::lines::settings::{COLUMN, SHARED_CHAIN_NODES, SHARED_TIME_LIMIT};
use crate::operations::lines::{
    Columns, Gatherer, LineFormat, LineSettings, has_fields, has_no_puzzle, starts_like_json,
};
use crate::operations::problem::{ErrorList, GridError, Problem};
use crate::operations::reading::Arguments;
use crate::pool::{Class, Lane};
use crate::request_scope;

/// Tells nginx not to buffer the answer.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Answers a batch in its own format: JSON lines, text or, if the answers extend lines with a header, columns.
///
/// # Errors
/// The request is invalid, or there is no room for the batch.
pub async fn answer(
    app: App,
    operation: &'static AnyOperation,
    make: MakeLines,
    request: Request,
) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let declared = BodyFormat::of(&head.headers)?;
    if declared == BodyFormat::Unsupported {
        return Err(media_type::unsupported_type(
            &head.headers,
            "a batch has one puzzle per line: send `Content-Type: text/plain`, `Content-Type: application/x-ndjson` for a \
             JSON document per line, or `Content-Type: application/json` for an array",
        ));
    }
    head.extensions.get::<AnswerFormat>().expect("the edge adds it").set_request(declared.format());
    let settings = LineSettings {
        public_url: app.settings.public_url.clone(),
        guesses: app.settings.node_limit,
        chain_nodes: SHARED_CHAIN_NODES,
        is_shared: true,
        ..LineSettings::of(Arguments::default())
    };
    let of_columns = settings.clone();
    let read = move |query: &str| {
        let text = LineSettings { arguments: Arguments::of_query(query), ..settings };
        let json = LineSettings { input: LineFormat::Json, output: LineFormat::Json, ..text.clone() };
        // Text may have no place for a part of the answer.
        Ok((json.arguments.clone(), make(text), make(json)?))
    };
    // The options are checked before the body is read.
    let (arguments, text, json) = Inquiry::of_query(head.uri.query(), read)?.read(&app).await?;
    let class = if json.is_heavy() { Class::Heavy } else { Class::Light };
    let mut admitted = admit(&app, class).inspect_err(|_| app.metrics.refused(operation))?;
    let wanted = match declared.format() {
        Format::Json => Start::Nothing,
        Format::Text => Start::Line,
    };
    let input = intake::take_in(&app, &head.headers, body, wanted, &mut admitted.pace).await?;
    let format = match declared {
        BodyFormat::Columns(separator) if operation.extends => Some(LineFormat::Columns(separator)),
        BodyFormat::Columns(_) => Some(LineFormat::Text),
        _ if declared.format() == Format::Json || starts_like_json(input.begin()) => Some(LineFormat::Json),
        _ => None,
    };
    let is_json = format == Some(LineFormat::Json);
    if input.is_whole() && !matches!(format, Some(LineFormat::Columns(_))) && has_no_puzzle(input.begin()) {
        let none = GridError { detail: "no puzzle was found".to_owned(), ..GridError::default() };
        return Err(Problem::invalid_grid(ErrorList::of(none)));
    }
    let is_located = arguments.has(COLUMN) || !is_json && (operation.extends || has_fields(input.begin()));
    let (lines, format, has_rows) = if is_located {
        let start = input.begin()[..input.begin().len().min(LONGEST_LINE + 1)].to_owned();
        // The first row may be as long as a line.
        let located = Inquiry::Unread(Box::new(move || {
            let (format, columns) = Columns::locate(&start, format, operation.extends, &arguments)?;
            let has_rows = format == LineFormat::Text && arguments.has(COLUMN);
            let lines = make(LineSettings { input: format, output: format, columns, arguments, ..of_columns })?;
            Ok((lines, format, has_rows))
        }));
        located.read(&app).await?
    } else if is_json {
        (json, LineFormat::Json, false)
    } else {
        (text?, LineFormat::Text, false)
    };
    // Lines that are declared so, and columns, have one puzzle each. A document may be a list.
    let is_gathered = declared != BodyFormat::JsonLines && !matches!(format, LineFormat::Columns(_));
    let gathered = is_gathered.then(|| Gatherer::new(is_json, has_rows));
    Ok(start(app, class, lines, format, gathered, input, admitted))
}

/// What a batch holds once it is admitted.
struct Admission {
    lane: Lane<JobOutput>,
    memory: JobMemory,
    pace: Pace,
}

/// Admits a batch if there is a lane and memory for it.
fn admit(app: &App, class: Class) -> Result<Admission, Problem> {
    let time_limit = match class {
        Class::Light => app.settings.request_timeout,
        Class::Heavy => SHARED_TIME_LIMIT,
    };
    let lane = app.pool.open_lane(class, time_limit)?;
    let memory = JobMemory::new(app.memory.clone())?;
    let pace = Pace::new(&app.settings.batch, {
        let app = app.clone();
        move || app.pool.lanes_are_full(class)
    });
    Ok(Admission { lane, memory, pace })
}

/// Starts the task that answers the batch, and returns the head of the answer.
fn start(
    app: App,
    class: Class,
    lines: Arc<dyn AnyLines>,
    format: LineFormat,
    gathered: Option<Gatherer>,
    input: Input,
    Admission { lane, memory, pace }: Admission,
) -> Response {
    let (answers, body) = AnswerStream::channel();
    let last = answers.clone();
    let splitter = Splitter::new(match class {
        Class::Light => ChunkSize::SHARED,
        Class::Heavy => ChunkSize::LINE,
    });
    let splitter = match gathered {
        Some(gathered) => splitter.gathering(gathered),
        None => splitter,
    };
    let exchange = Exchange {
        app,
        lines,
        lane,
        memory,
        input,
        answers,
        backlog: Backlog::new(),
        splitter: Some(splitter),
        pace,
        read: 0,
        answered: 0,
        waiting: None,
        unanswered: 1,
    };
    let task = exchange.run().instrument(request_scope::span());
    tokio::spawn(async move {
        if task.await {
            // The client may have disconnected in the meantime.
            let _ = last.send(Piece::End).await;
        }
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(format.media_type())),
        (ACCEL_BUFFERING, HeaderValue::from_static("no")),
    ];
    (headers, Body::new(body)).into_response()
}
