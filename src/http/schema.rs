//! The schemas of grids and of batches, written by hand, and the grids that the contract shows.

use std::borrow::Cow;

use serde_json::{Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::lines::{JsonLines, TextLines};
use crate::batch::{self, ChunkSize, LineForm, Splitter};
use crate::sudoku::solver::Budget;

/// An easy puzzle on one line.
pub const EXAMPLE_LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Its solution.
pub const EXAMPLE_SOLUTION_LINE: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// The easy puzzle after a wrong move: r1c3 is 4 in its solution.
pub const EXAMPLE_PROGRESS: &str = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A grid with two solutions: 6 and 7 can change places in its four blank cells.
pub const EXAMPLE_MULTIPLE: &str = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179";

/// The easy puzzle as nine arrays.
pub fn example_rows() -> Value {
    let cells: Vec<Value> =
        EXAMPLE_LINE.chars().map(|cell| cell.to_digit(10).map_or(Value::Null, Value::from)).collect();
    cells.chunks(9).map(<[Value]>::to_vec).collect()
}

/// A grid in any notation.
#[derive(Debug)]
pub struct Grid;

/// A completed grid in the notation of the request.
#[derive(Debug)]
pub struct AnswerGrid;

fn schema_of(schema: Value) -> RefOr<Schema> {
    serde_json::from_value(schema).expect("a schema of this file is one")
}

/// One array branch and one string branch: a branch a notation makes generated Python and TypeScript clients fail, or
/// send arrays of characters.
impl PartialSchema for Grid {
    fn schema() -> RefOr<Schema> {
        let cell = json!({"oneOf": [
            {"type": "integer", "minimum": 0, "maximum": 9},
            {"type": "string", "pattern": "^[0-9 ._xX*-]?$"},
            {"type": "null"},
        ], "description": "A cell."});
        schema_of(json!({
            "description": "A grid: 9 arrays of 9 cells, 9 strings of 9 cells, one array of 81 cells, or a string in any text notation: \
                81 cells on one line, rows joined by dashes, or nine lines with or without frames. A cell is a digit from 1 to 9, \
                or blank: 0, null, \"\", \" \", \".\", \"_\", \"x\", \"X\", \"*\" or \"-\".",
            "oneOf": [
                {
                    "type": "array", "minItems": 9, "maxItems": 81,
                    "items": {"oneOf": [
                        {"type": "array", "minItems": 9, "maxItems": 9, "items": cell},
                        {"type": "integer", "minimum": 0, "maximum": 9},
                        {"type": "string"},
                        {"type": "null"},
                    ], "description": "A row, or a cell of 81."},
                },
                {"type": "string"},
            ],
        }))
    }
}

impl ToSchema for Grid {
    fn name() -> Cow<'static, str> {
        "Grid".into()
    }
}

impl PartialSchema for AnswerGrid {
    fn schema() -> RefOr<Schema> {
        let cell = json!({"oneOf": [
            {"type": "integer", "minimum": 1, "maximum": 9},
            {"type": "string", "pattern": "^[1-9]$"},
        ], "description": "A digit, a string where the request's first given was one."});
        schema_of(json!({
            "description": "A completed grid in the notation of the request: a text for a text, else an array of the same shape.",
            "oneOf": [
                {
                    "type": "array", "minItems": 9, "maxItems": 81,
                    "items": {"oneOf": [
                        {"type": "array", "minItems": 9, "maxItems": 9, "items": cell},
                        {"type": "integer", "minimum": 1, "maximum": 9},
                        {"type": "string", "pattern": "^([1-9]|[1-9]{9})$"},
                    ], "description": "A row, or a cell of 81."},
                },
                {"type": "string", "pattern": "^([1-9]{81}|[1-9]{9}(-[1-9]{9}){8}|[1-9]{9}(\\n[1-9]{9}){8})$"},
            ],
        }))
    }
}

impl ToSchema for AnswerGrid {
    fn name() -> Cow<'static, str> {
        "AnswerGrid".into()
    }
}

/// Lines of text, of any number.
#[derive(Debug)]
pub struct TextStream;

impl PartialSchema for TextStream {
    fn schema() -> RefOr<Schema> {
        schema_of(json!({"type": "string", "description": "A puzzle or an answer a line."}))
    }
}

impl ToSchema for TextStream {
    fn name() -> Cow<'static, str> {
        "TextStream".into()
    }
}

/// JSON documents, a line each, of any number. Client generators take the schema for bytes, which is what a stream is
/// to them; as an object it would be one document.
#[derive(Debug)]
pub struct NdjsonStream;

impl PartialSchema for NdjsonStream {
    fn schema() -> RefOr<Schema> {
        schema_of(json!({"type": "string", "format": "binary", "description": "A JSON document a line."}))
    }
}

impl ToSchema for NdjsonStream {
    fn name() -> Cow<'static, str> {
        "NdjsonStream".into()
    }
}

/// A batch of text: a puzzle, one with two solutions, and a line that is none.
pub fn example_batch_text() -> String {
    format!("# three puzzles\n{EXAMPLE_LINE}\n{EXAMPLE_MULTIPLE}\n53..7....6..195\n")
}

/// Its answer.
pub fn example_batch_text_answer() -> String {
    answered(&TextLines, &example_batch_text())
}

/// The same batch as JSON lines.
pub fn example_batch_ndjson() -> String {
    format!(
        "{{\"id\": \"easy\", \"grid\": \"{EXAMPLE_LINE}\"}}\n\"{EXAMPLE_MULTIPLE}\"\n{{\"id\": 3, \"grid\": \"53..7....6..195\"}}\n"
    )
}

/// Its answer.
pub fn example_batch_ndjson_answer() -> String {
    answered(&JsonLines::default(), &example_batch_ndjson())
}

fn answered(form: &impl LineForm, batch: &str) -> String {
    let mut splitter = Splitter::new(ChunkSize::SHARED);
    let chunks: Vec<_> = splitter.next_chunk(&mut batch.as_bytes()).into_iter().chain(splitter.finish()).collect();
    let answers = chunks.iter().flat_map(|chunk| batch::answer(chunk, form, &Budget::unlimited(), || {}).text);
    String::from_utf8(answers.collect()).expect("answers are text")
}
