//! Handwritten schemas: grids, verdicts and the streams of batches.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::{Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::answer::grid::Notation;
use crate::sudoku::Symmetry;
use crate::sudoku::logic::Level;
use crate::sudoku::notation::{FORMS, Form};

/// A grid in any notation.
#[derive(Debug)]
pub struct Grid;

/// A completed grid in an answer.
#[derive(Debug)]
pub struct AnswerGrid;

/// A grid in an answer that may have blank cells.
#[derive(Debug)]
pub struct PuzzleGrid;

fn schema_of(schema: Value) -> RefOr<Schema> {
    serde_json::from_value(schema).expect("the schemas in this file are valid")
}

/// The text notations as a Markdown table, with the examples as JSON strings.
fn table_of_forms() -> String {
    let mut table = "| form | example | written by |\n| --- | --- | --- |".to_owned();
    for Form { name, example, written_by, .. } in FORMS {
        let example = json!(example).to_string().replace('|', "\\|");
        write!(table, "\n| {name} | `{example}` | {written_by} |").expect("writing to a string cannot fail");
    }
    table
}

/// One branch for arrays and one for strings: with a branch for each notation, generated Python and TypeScript clients
/// fail or send arrays of characters.
impl PartialSchema for Grid {
    fn schema() -> RefOr<Schema> {
        let cell = json!({"oneOf": [
            {"type": "integer", "minimum": 0, "maximum": 9},
            {"type": "string", "pattern": "^[0-9 ._xX*-]?$"},
            {"type": "null"},
        ], "description": "A cell."});
        schema_of(json!({
            "description": format!("A grid: 9 arrays of 9 cells, 9 strings of 9 cells, one array of 81 cells, or a string in any text \
                notation below. A cell is a digit from 1 to 9, or blank: 0, null, \"\", \" \", \".\", \"_\", \"x\", \"X\", \"*\" or \"-\".\
                \n\n{}", table_of_forms()),
            "oneOf": [
                {
                    "type": "array", "minItems": 9, "maxItems": 81,
                    "items": {"oneOf": [
                        {"type": "array", "minItems": 9, "maxItems": 9, "items": cell},
                        {"type": "integer", "minimum": 0, "maximum": 9},
                        {"type": "string"},
                        {"type": "null"},
                    ], "description": "A row, or one of 81 cells."},
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

/// A grid as answers write it. `least` is the number for a blank or the least digit, `cell` matches the character of one.
fn written_grid(what: &str, least: u8, cell: &str) -> RefOr<Schema> {
    let number = json!({"type": "integer", "minimum": least, "maximum": 9});
    let item = json!({"oneOf": [number, {"type": "string", "pattern": format!("^{cell}$")}],
        "description": "A number, or a string if the first given of the request was one."});
    schema_of(json!({
        "description": format!("{what}, in the notation of the request: a string for text, otherwise an array of the same \
            shape. With the option `notation`, its form is fixed. `line`: a string of 81 characters. `rows`: a string of \
            nine lines. `dashes`: a string of nine rows joined by dashes. `cells`: nine arrays of nine numbers."),
        "oneOf": [
            {
                "type": "array", "minItems": 9, "maxItems": 81,
                "items": {"oneOf": [
                    {"type": "array", "minItems": 9, "maxItems": 9, "items": item},
                    number,
                    {"type": "string", "pattern": format!("^({cell}|{cell}{{9}})$")},
                ], "description": "A row, or one of 81 cells."},
            },
            {"type": "string", "pattern": format!("^({cell}{{81}}|{cell}{{9}}(-{cell}{{9}}){{8}}|{cell}{{9}}(\\n{cell}{{9}}){{8}})$")},
        ],
    }))
}

impl PartialSchema for AnswerGrid {
    fn schema() -> RefOr<Schema> {
        written_grid("A completed grid", 1, "[1-9]")
    }
}

impl ToSchema for AnswerGrid {
    fn name() -> Cow<'static, str> {
        "AnswerGrid".into()
    }
}

impl PartialSchema for PuzzleGrid {
    fn schema() -> RefOr<Schema> {
        written_grid("A grid that may have blank cells, `.` in strings and 0 in numbers", 0, "[1-9.]")
    }
}

impl ToSchema for PuzzleGrid {
    fn name() -> Cow<'static, str> {
        "PuzzleGrid".into()
    }
}

/// A cell in a request.
#[derive(Debug)]
pub struct CellName;

impl PartialSchema for CellName {
    fn schema() -> RefOr<Schema> {
        schema_of(json!({
            "description": "A cell: a name such as `r1c3`, or an index from 0 to 80, row by row from the top left.",
            "oneOf": [
                {"type": "string", "pattern": "^[rR][1-9][cC][1-9]$"},
                {"type": "integer", "minimum": 0, "maximum": 80},
            ],
        }))
    }
}

impl ToSchema for CellName {
    fn name() -> Cow<'static, str> {
        "CellName".into()
    }
}

/// Pencil marks in any form.
#[derive(Debug)]
pub struct PencilMarks;

impl PartialSchema for PencilMarks {
    fn schema() -> RefOr<Schema> {
        let digits = json!({"type": "array", "maxItems": 9, "items": {"type": "integer", "minimum": 1, "maximum": 9}});
        let row = json!({"type": "array", "minItems": 9, "maxItems": 9, "items": digits});
        schema_of(json!({
            "description": "Pencil marks: nine arrays of nine arrays of digits, 81 bit masks (bit 0 is digit 1), or a text: nine \
                characters for each cell, each the digit of its position or `.`, or any other notation of pencil marks.",
            "oneOf": [
                {"type": "array", "minItems": 9, "maxItems": 81, "items": {"oneOf": [row, {"type": "integer", "minimum": 0, "maximum": 511}]}},
                {"type": "string", "minLength": 81},
            ],
        }))
    }
}

impl ToSchema for PencilMarks {
    fn name() -> Cow<'static, str> {
        "PencilMarks".into()
    }
}

macro_rules! words {
    ($($name:ident $description:literal $words:expr;)+) => {$(
        #[doc = $description]
        #[derive(Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                schema_of(json!({"type": "string", "description": $description, "enum": $words}))
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }
        }
    )+};
}

words! {
    SolveVerdict "Whether a grid has one solution or several." ["unique", "multiple"];
    HintLevel "The level of detail of a hint; each level includes the lower ones." ["nudge", "where", "what", "how"];
    ValidatePart "A part of the result of a check that is included only on request." ["candidates"];
    ExplainPart "A part of an explanation that is included only on request."
        ["smallest-core", "additions", "minimal-puzzle", "canonical", "symmetry"];
    LevelName "A level of difficulty." Level::ALL.map(Level::name);
    SymmetryName "A symmetry of the pattern of givens; `any` for a random one."
        Symmetry::all().map(Symmetry::name).chain(["any"]).collect::<Vec<_>>();
    NotationName "A notation of the grids in an answer. `line`: a string of 81 characters. `rows`: a string of nine lines. \
        `dashes`: a string of nine rows joined by dashes. `cells`: nine arrays of nine numbers." Notation::NAMED.map(|(name, _)| name);
    NotationOrSame "A notation of the grids in an answer. `line`: a string of 81 characters. `rows`: a string of nine \
        lines. `dashes`: a string of nine rows joined by dashes. `cells`: nine arrays of nine numbers. `same`, the \
        default: the notation of the request." Notation::NAMES_OR_SAME;
}

/// Any number of lines of text.
#[derive(Debug)]
pub struct TextStream;

impl PartialSchema for TextStream {
    fn schema() -> RefOr<Schema> {
        schema_of(json!({"type": "string", "description": "One puzzle or answer per line."}))
    }
}

impl ToSchema for TextStream {
    fn name() -> Cow<'static, str> {
        "TextStream".into()
    }
}

/// Any number of JSON documents, one per line. Client generators treat the schema as bytes, as needed for
/// a stream; an object schema would be a single document.
#[derive(Debug)]
pub struct NdjsonStream;

impl PartialSchema for NdjsonStream {
    fn schema() -> RefOr<Schema> {
        schema_of(json!({"type": "string", "format": "binary", "description": "One JSON document per line."}))
    }
}

impl ToSchema for NdjsonStream {
    fn name() -> Cow<'static, str> {
        "NdjsonStream".into()
    }
}
