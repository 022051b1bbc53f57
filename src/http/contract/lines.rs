//! The schemas of the lines of a batch in JSON.

use serde_json::{Value, json};

use super::components::Components;
use crate::operations::example_grids::{batch_json, batch_text};

/// The reference to the body of a batch, which may be empty.
pub fn request_body(components: &mut Components) -> Value {
    let repeated = json!({"description": "Anything; the answer repeats it byte for byte."});
    let grid = json!({"$ref": "#/components/schemas/Grid"});
    let object = json!({
        "type": "object",
        "required": ["grid"],
        "properties": {"grid": grid, "id": repeated, "meta": repeated},
    });
    let line = json!({
        "description": "A line of a batch: a grid, or an object with the grid and, optionally, any option of the operation.",
        "anyOf": [grid, object],
    });
    let line = components.schema("LineRequest".to_owned(), line);
    // That a document is read, too, is said in words: clients that openapi-python-client generates fail with a second body that is
    // a list.
    let body = json!({
        "description": "One puzzle per line.",
        "content": {
            "text/plain": {"schema": {"type": "string"}, "example": batch_text()},
            "application/x-ndjson": {
                "schema": {"type": "string", "format": "binary"},
                "x-itemSchema": line,
                "example": batch_json(),
            },
        },
    });
    components.part("requestBodies", "", "Batch", body)
}

/// The answer to a line: an answer with this schema, or a problem, such as this one. Every batch shares that example.
pub fn answer(components: &mut Components, answer: &Value, example: &Value) -> Value {
    let line = json!({
        "type": "object",
        "description": "The answer to a line. `id` and `meta` are those of the line, if it has any.",
        "required": ["line"],
        "properties": {
            "line": {"type": "integer", "minimum": 1, "description": "The number of the line, counting every line from 1."},
            "id": {"description": "The `id` of the line."},
            "meta": {"description": "The `meta` of the line."},
        },
    });
    let line = components.schema("LineAnswer".to_owned(), line);
    let text = json!({"type": "string"});
    let problem = json!({
        "type": "object",
        "description": "The problem document without `request_id`; it lists at most 10 errors or conflicts.",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {"type": text, "title": text, "status": {"type": "integer"}, "detail": text, "code": text},
        "additionalProperties": true,
    });
    let problem = json!({
        "description": "A line that has no answer.",
        "allOf": [line, {"type": "object", "required": ["problem"], "properties": {"problem": problem}}],
        "examples": [example],
    });
    let problem = components.schema("LineProblem".to_owned(), problem);
    json!({"anyOf": [{"allOf": [line, answer]}, problem]})
}

/// The answer to a line that is the line itself, with a problem such as this one if it has no answer.
pub fn extended(problem: &Value) -> Value {
    json!({
        "type": "object",
        "description": "The line, with the members of the answer, or `problem`, added.",
        "additionalProperties": true,
        "examples": [problem],
    })
}
