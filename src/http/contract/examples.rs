//! The examples of the contract and of the pages that explain problems.

use std::time::Duration;

use serde_json::{Value, json};

use crate::batch::{ChunkSize, Room, Splitter};
use crate::operations::answer::format::Format;
use crate::operations::example_grids::{batch_json, batch_text};
use crate::operations::lines::settings::SHARED_CHAIN_NODES;
use crate::operations::lines::{LineFormat, LineSettings};
use crate::operations::operation::Work;
use crate::operations::problem::{Code, ErrorList, GridError, Place, Problem, RequestError};
use crate::operations::reading::json::Document;
use crate::operations::reading::{Arguments, Body, Request};
use crate::operations::{AnyOperation, Call};
use crate::pool::PoolError;
use crate::sudoku::solver::{CancelFlag, Interruption};
use crate::sudoku::{Cell, Digit, Grid, rules};

/// An example of an operation. The answer is found by running it.
pub struct Example {
    /// The document of the request.
    pub request: Value,
    /// The answer.
    pub answer: Value,
    /// The answer as text.
    pub text: String,
    /// The call that was run.
    pub call: Box<dyn Call>,
}

/// The example of this operation: its first one. Tests run the others.
pub fn of(operation: &AnyOperation) -> Example {
    match (operation.about.examples)().into_iter().next() {
        Some(request) => example(operation, request),
        None => beginning(example(operation, json!({"examples": false}))),
    }
}

fn example(operation: &AnyOperation, request: Value) -> Example {
    let text = request.to_string();
    let document = Document::parse(&text).expect("an example is JSON");
    let sent = Request { body: Body::Document(document, Format::Json), ..Request::default() };
    let mut call = operation.call(sent).expect("an example is valid");
    call.run(&Work::unlimited()).expect("an example has an answer");
    let write = |call: &dyn Call, format| String::from_utf8(call.write(format)).expect("an answer is text");
    let text = write(&*call, Format::Text).trim_end().to_owned();
    call.set_elapsed(Duration::from_micros(12));
    let answer = serde_json::from_str(&write(&*call, Format::Json)).expect("an answer is JSON");
    Example { request, answer, text, call }
}

/// The beginning of a long list that is always the same.
fn beginning(whole: Example) -> Example {
    let first = whole.answer.as_array().into_iter().flatten().take(1).cloned().collect();
    let text = whole.text.lines().next().unwrap_or_default().to_owned();
    Example { answer: first, text, ..whole }
}

/// The answers to the two lines of the example of a batch, a good one and an invalid one: as text, and as JSON lines.
pub fn of_batch(operation: &AnyOperation) -> [[String; 2]; 2] {
    // One item of a list, the lowest level of a hint and some labels are enough for an example.
    let shared = match operation.about.name {
        "hint" => "show=nudge",
        "annotate" => "fields=solution,er,techniques",
        _ if operation.names.contains(&"limit") => "limit=1",
        _ => "",
    };
    [(LineFormat::Text, batch_text()), (LineFormat::Json, batch_json())].map(|(format, batch)| {
        let settings = LineSettings {
            input: format,
            output: format,
            chain_nodes: SHARED_CHAIN_NODES,
            ..LineSettings::of(Arguments::of_query(shared))
        };
        let make = operation.batches.expect("the operation has batches").make;
        let lines = make(settings).expect("no options are valid");
        let mut splitter = Splitter::new(ChunkSize::SHARED);
        let chunks: Vec<_> = splitter.next_chunk(&mut batch.as_bytes()).into_iter().chain(splitter.finish()).collect();
        let answer = |chunk| Room::unlimited(|room| lines.answer(chunk, &CancelFlag::new(), room, &mut || false)).0;
        let answered = chunks.iter().map(answer);
        let text = String::from_utf8(answered.flat_map(|answers| answers.text).collect()).expect("answers are text");
        let (good, bad) = text.trim_end().split_once('\n').expect("each line has an answer");
        [good.to_owned(), bad.to_owned()]
    })
}

/// An example of this problem.
pub fn problem(code: Code) -> Problem {
    let plain = |detail: &'static str| Problem::new(code, detail);
    match code {
        Code::MalformedJson => Problem::malformed_json(1, 12, "expected value"),
        Code::InvalidRequest => Problem::invalid_request(ErrorList::of(RequestError::at(
            &Place::root().member("max_solution"),
            "unknown member; the members are `grid`, `max_solutions`, `notation`, `count`",
        ))),
        Code::InvalidGrid => Problem::invalid_grid(ErrorList::of(GridError {
            at: Some(Place::root().member("grid").item(3).item(4)),
            row: Some(4),
            column: Some(5),
            found: Some("10".to_owned()),
            detail: "found 10 instead of a digit from 1 to 9, or 0 or null for a blank".to_owned(),
            ..GridError::default()
        })),
        Code::ConflictingGivens => {
            let five = Digit::new(5);
            let cells = Cell::all().filter(|cell| [0, 4].contains(&cell.index()));
            Problem::conflicting_givens(rules::conflicts(&cells.fold(Grid::EMPTY, |grid, cell| grid.with(cell, five))))
        }
        Code::NoSolution => Problem::no_solution(),
        Code::NotUnique => {
            plain("the puzzle has several solutions; exactly one is required").at(Place::root().member("puzzle"))
        }
        Code::SearchLimit => Interruption::NodeLimit.into(),
        Code::InvalidHost => plain("expected one Host header, found 2"),
        Code::NotFound => Problem::not_found("/sovle"),
        Code::MethodNotAllowed => plain("GET is not allowed; use POST"),
        Code::RequestTimeout => plain("the body was not complete within 20 s"),
        Code::IncompleteBody => plain("the body ended after 40 of 81 bytes"),
        Code::PayloadTooLarge => plain("the body exceeds 16384 bytes"),
        Code::UriTooLong => plain("the path and query exceed 8192 bytes"),
        Code::HeaderTooLarge => plain("the headers exceed 16384 bytes"),
        Code::UnsupportedMediaType => plain(
            "Content-Type \"image/png\" is not supported; send `Content-Type: application/json` or `Content-Type: text/plain`",
        ),
        Code::Overloaded => PoolError::Overloaded.into(),
        Code::DeadlineExceeded => Problem::deadline_exceeded(),
        Code::ShuttingDown => Problem::shutting_down(),
        Code::NotImplemented => Problem::new(code, "the transfer coding \"gzip\" is not supported; use chunked"),
        Code::Internal => Problem::solver_failed(),
    }
}

/// A problem as JSON, with the request id of the examples.
pub fn problem_json(code: Code) -> Value {
    serde_json::from_slice(&problem(code).document(Some("5f1c0a9e3b7d4286"), "")).expect("a problem is JSON")
}
