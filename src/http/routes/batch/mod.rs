//! The batches of every operation that has lines.

mod answer_stream;
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
use self::exchange::{Exchange, Input, Worked};
use self::intake::Start;
use self::job_memory::JobMemory;
use self::pace::Pace;
use crate::batch::{AnyLines, ChunkSize, Splitter};
use crate::http::app::App;
use crate::http::negotiation::AnswerFormat;
use crate::http::request::Asked;
use crate::http::request::media_type::{self, Declared};
use crate::operations::AnyOperation;
use crate::operations::answer::format::Format;
use crate::operations::any_operation::MakeLines;
use crate::operations::lines::settings::{SHARED_CHAIN_NODES, SHARED_TIME_LIMIT};
use crate::operations::lines::{Columns, Gathered, LineFormat, LineSettings, first_line, starts_like_json};
use crate::operations::problem::Problem;
use crate::operations::reading::Arguments;
use crate::pool::{Class, Lane};
use crate::scope;
use crate::sudoku::notation::Header;

/// The media type of answers in text.
const TEXT: &str = "text/plain; charset=utf-8";

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
    let declared = Declared::of(&head.headers)?;
    if matches!(declared, Declared::Json | Declared::Unsupported) {
        return Err(media_type::unsupported_type(
            &head.headers,
            "a batch has one puzzle per line: send `Content-Type: text/plain`, or `Content-Type: application/x-ndjson` for \
             a JSON document per line",
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
        Ok((make(text), make(json)?))
    };
    // The options are checked before the body is read.
    let (text, json) = Asked::of_query(head.uri.query(), read)?.read(&app).await?;
    let mut admitted = admit(&app, operation).inspect_err(|_| app.metrics.refused(operation))?;
    let wanted = match declared.format() {
        Format::Json => Start::Nothing,
        Format::Text => Start::Line,
    };
    let input = intake::take_in(&app, &head.headers, body, wanted, &mut admitted.pace).await?;
    let is_json = declared.format() == Format::Json || starts_like_json(input.begin());
    // Lines that are declared so, and columns, have one puzzle each.
    let mut gathered = (declared != Declared::JsonLines).then(|| Gathered::new(is_json));
    let (lines, media_type) = if is_json {
        (json, "application/x-ndjson")
    } else if let Some((format, columns)) = headed(operation.extends, input.begin()) {
        let read = move |query: &str| {
            make(LineSettings {
                input: format,
                output: format,
                columns,
                arguments: Arguments::of_query(query),
                ..of_columns
            })
        };
        let media_type = match format {
            LineFormat::Columns(separator) => {
                gathered = None;
                separator.media_type()
            }
            LineFormat::Json | LineFormat::Text => TEXT,
        };
        (Asked::of_query(head.uri.query(), read)?.read(&app).await?, media_type)
    } else {
        (text?, TEXT)
    };
    Ok(start(app, operation.about.class, lines, media_type, gathered, input, admitted))
}

/// How to read lines of text that begin with a header, which names the column of the puzzle. Only lines that are extended are
/// answered in columns.
fn headed(extends: bool, start: &[u8]) -> Option<(LineFormat, Columns)> {
    if extends {
        return Columns::of_header(start).map(|(separator, columns)| (LineFormat::Columns(separator), columns));
    }
    let header = first_line(start);
    Header::of(str::from_utf8(header).ok()?)?;
    Some((LineFormat::Text, Columns { header: header.to_owned(), ..Columns::default() }))
}

/// What a batch holds once it is admitted.
struct Admitted {
    lane: Lane<Worked>,
    memory: JobMemory,
    pace: Pace,
}

/// Admits a batch if there is a lane and memory for it.
fn admit(app: &App, operation: &AnyOperation) -> Result<Admitted, Problem> {
    let class = operation.about.class;
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
    Ok(Admitted { lane, memory, pace })
}

/// Starts the task that answers the batch, and returns the head of the answer.
fn start(
    app: App,
    class: Class,
    lines: Arc<dyn AnyLines>,
    media_type: &'static str,
    gathered: Option<Gathered>,
    input: Input,
    Admitted { lane, memory, pace }: Admitted,
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
    let (splitter, waiting) = (Some(splitter), None);
    let exchange = Exchange { app, lines, lane, memory, input, answers, splitter, pace, waiting, unanswered: 1 };
    let task = exchange.run().instrument(scope::span());
    tokio::spawn(async move {
        if task.await {
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
