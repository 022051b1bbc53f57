//! Handwritten schemas: grids, verdicts and the streams of batches.

use std::borrow::Cow;

use serde_json::{Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A grid in any notation.
#[derive(Debug)]
pub struct Grid;

/// A completed grid in the notation of the request.
#[derive(Debug)]
pub struct AnswerGrid;

fn schema_of(schema: Value) -> RefOr<Schema> {
    serde_json::from_value(schema).expect("the schemas in this file are valid")
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

impl PartialSchema for AnswerGrid {
    fn schema() -> RefOr<Schema> {
        let cell = json!({"oneOf": [
            {"type": "integer", "minimum": 1, "maximum": 9},
            {"type": "string", "pattern": "^[1-9]$"},
        ], "description": "A digit; a string if the first given of the request is a string."});
        schema_of(json!({
            "description": "A grid in the notation of the request: text for text, otherwise an array of the same shape.",
            "oneOf": [
                {
                    "type": "array", "minItems": 9, "maxItems": 81,
                    "items": {"oneOf": [
                        {"type": "array", "minItems": 9, "maxItems": 9, "items": cell},
                        {"type": "integer", "minimum": 1, "maximum": 9},
                        {"type": "string", "pattern": "^([1-9]|[1-9]{9})$"},
                    ], "description": "A row, or one of 81 cells."},
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

/// Pencil marks in any form.
#[derive(Debug)]
pub struct PencilMarks;

impl PartialSchema for PencilMarks {
    fn schema() -> RefOr<Schema> {
        let digits = json!({"type": "array", "maxItems": 9, "items": {"type": "integer", "minimum": 1, "maximum": 9}});
        let row = json!({"type": "array", "minItems": 9, "maxItems": 9, "items": digits});
        schema_of(json!({
            "description": "Pencil marks: nine arrays of nine arrays of digits, 81 bit masks (bit 0 is digit 1), or 729 \
                characters (cell by cell, a digit or `.`).",
            "oneOf": [
                {"type": "array", "minItems": 9, "maxItems": 81, "items": {"oneOf": [row, {"type": "integer", "minimum": 0, "maximum": 511}]}},
                {"type": "string", "minLength": 729, "maxLength": 729, "pattern": "^[.0-9]{729}$"},
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
    ExplainPart "A part of an explanation that is included only on request."
        ["smallest-core", "additions", "minimal-puzzle", "canonical", "symmetry"];
    LevelName "A level of difficulty." ["easy", "medium", "hard", "fiendish", "diabolical"];
    SymmetryName "A symmetry of the pattern of givens." [
        "none", "rotational180", "rotational90", "vertical", "horizontal", "diagonal", "antidiagonal", "bidiagonal",
        "orthogonal", "full", "any",
    ];
    NotationName "A notation of grids." ["rows", "line", "dashes"];
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
