//! The examples of the contract and of the pages that explain problems.

use serde_json::Value;

use crate::batch::{self, ChunkSize, Splitter};
use crate::http::lines::{Defaults, Form, JsonLines, Lines, Operation, TextLines};
use crate::http::problem::{Code, ErrorList, GridError, Pointer, Problem, RequestError};
use crate::pool::PoolError;
use crate::sudoku::solver::{CancelFlag, Interruption};
use crate::sudoku::{Cell, Digit, Grid, rules};

/// An easy puzzle on one line.
pub const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Its solution.
pub const SOLUTION_LINE: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// The easy puzzle after a wrong move: its solution has 4 in r1c3.
pub const PROGRESS: &str = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A grid with two solutions: 6 and 7 can be swapped in its four blank cells.
pub const MULTIPLE: &str = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179";

/// The easy puzzle as nine arrays.
pub fn rows() -> Value {
    let cells: Vec<Value> = LINE.chars().map(|cell| cell.to_digit(10).map_or(Value::Null, Value::from)).collect();
    cells.chunks(9).map(<[Value]>::to_vec).collect()
}

/// A batch of text: a puzzle, one with two solutions, and an invalid line.
pub fn batch_text() -> String {
    format!("# three puzzles\n{LINE}\n{MULTIPLE}\n53..7....6..195\n")
}

/// The answer of this operation to it.
pub fn batch_text_answer(operation: impl Operation) -> String {
    answered(TextLines, operation, &batch_text())
}

/// The same batch as JSON lines.
pub fn batch_ndjson() -> String {
    format!(
        "{{\"id\": \"easy\", \"grid\": \"{LINE}\"}}\n\"{MULTIPLE}\"\n{{\"id\": 3, \"grid\": \"53..7....6..195\"}}\n"
    )
}

/// The answer of this operation to it.
pub fn batch_ndjson_answer(operation: impl Operation) -> String {
    answered(JsonLines::default(), operation, &batch_ndjson())
}

fn answered<O: Operation>(form: impl Form, operation: O, batch: &str) -> String {
    let defaults = Defaults::read("").expect("an empty query is valid");
    let lines = Lines { form, operation, defaults };
    let mut splitter = Splitter::new(ChunkSize::SHARED);
    let chunks: Vec<_> = splitter.next_chunk(&mut batch.as_bytes()).into_iter().chain(splitter.finish()).collect();
    let answered = chunks.iter().map(|chunk| batch::answer(chunk, &lines, &CancelFlag::new(), usize::MAX, || {}));
    let answers = answered.flat_map(|(answers, _)| answers.text);
    String::from_utf8(answers.collect()).expect("answers are text")
}

/// An example of this problem.
pub fn problem(code: Code) -> Problem {
    let plain = |detail: &'static str| Problem::new(code, detail);
    match code {
        Code::MalformedJson => Problem::malformed_json(1, 12, "expected value"),
        Code::InvalidRequest => Problem::invalid_request(ErrorList::of(RequestError::at(
            &Pointer::root().member("max_solution"),
            "unknown member; the members are `grid`, `max_solutions`, `cells`, `notation`",
        ))),
        Code::InvalidGrid => Problem::invalid_grid(ErrorList::of(GridError {
            pointer: Some("/grid/3/4".to_owned()),
            row: Some(4),
            column: Some(5),
            found: Some("10".to_owned()),
            detail: "expected a digit from 1 to 9, or 0, null, \"\" or \".\" for a blank cell".to_owned(),
            ..GridError::default()
        })),
        Code::ConflictingGivens => {
            let five = Digit::new(5);
            let cells = Cell::all().filter(|cell| [0, 4].contains(&cell.index()));
            Problem::conflicting_givens(rules::conflicts(&cells.fold(Grid::EMPTY, |grid, cell| grid.with(cell, five))))
        }
        Code::NoSolution => Problem::no_solution(),
        Code::NotUnique => plain("the puzzle has several solutions; exactly one is required").at_pointer("/puzzle"),
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
            "Content-Type \"text/csv\" is not supported; send `Content-Type: application/json` or `Content-Type: text/plain`",
        ),
        Code::Overloaded => PoolError::Overloaded.into(),
        Code::DeadlineExceeded => Problem::deadline_exceeded(),
        Code::ShuttingDown => Problem::shutting_down(),
        Code::Internal => Problem::solver_failed(),
    }
}

/// A problem as JSON, with the request id of the examples.
pub fn problem_json(code: Code) -> Value {
    serde_json::from_slice(&problem(code).document(Some("5f1c0a9e3b7d4286"), "")).expect("a problem is JSON")
}

/// A problem as a line of text.
pub fn problem_line(code: Code) -> String {
    format!("{}: {}", code.name(), problem(code).detail())
}
