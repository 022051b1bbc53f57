//! The paths that belong to no operation.

use serde_json::{Map, Value, json};

use super::components::Components;
use super::operations::{OF_ANY_JOB, OF_ANY_REQUEST};
use super::parts::request_id;
use crate::http::pages::problem_pages::{ProblemDescription, ProblemSummary};
use crate::http::paths;
use crate::operations::operation::AnswerSchema;
use crate::operations::problem::Code;

/// A path, its operation's id, summary and description, the content of its response, and its problems.
type Row<'a> = (&'static str, &'static str, &'static str, &'static str, Value, &'a [Code]);

/// The paths.
pub fn paths(components: &mut Components) -> Map<String, Value> {
    let text = |example: &str| json!({"text/plain": {"schema": {"type": "string"}, "example": example}});
    let html = json!({"schema": {"type": "string"}});
    let document = |media_type: &str| json!({media_type: {"schema": {"type": "object", "additionalProperties": true}}});
    let summaries = json!({"type": "array", "items": components.schema_of(AnswerSchema::of::<ProblemSummary>())});
    let description = components.schema_of(AnswerSchema::of::<ProblemDescription>());

    let of_description = [&[Code::NotFound][..], &OF_ANY_JOB].concat();
    let rows: Vec<Row<'_>> = vec![
        (
            paths::ROOT,
            "playground",
            "The playground",
            "A page on which to type, paste, check, solve, explain and rate grids, and to generate them.",
            json!({"text/html": html}),
            &OF_ANY_JOB,
        ),
        (paths::LIVEZ, "livez", "Liveness", "Answers 200 as long as the process runs.", text("ok"), &[]),
        (
            paths::READYZ,
            "readyz",
            "Readiness",
            "Answers 200 until a shutdown begins.",
            text("ok"),
            &[Code::ShuttingDown],
        ),
        (
            paths::OPENAPI_YAML,
            "openapi_yaml",
            "The contract as YAML",
            "This document.",
            document("application/yaml"),
            &OF_ANY_JOB,
        ),
        (
            paths::OPENAPI_JSON,
            "openapi_json",
            "The contract as JSON",
            "This document.",
            document("application/json"),
            &OF_ANY_JOB,
        ),
        (
            paths::PROBLEMS,
            "problems",
            "All problems",
            "A page for people, JSON for programs.",
            json!({"application/json": {"schema": summaries}, "text/html": html}),
            &OF_ANY_JOB,
        ),
        (
            paths::PROBLEM,
            "problem",
            "The description of a problem",
            "What a problem means and how to fix it: a page for people, JSON for programs.",
            json!({"application/json": {"schema": description}, "text/html": html}),
            &of_description,
        ),
    ];
    let path = |(path, id, summary, description, content, codes): Row<'_>| {
        let mut responses = components.problems(&[&OF_ANY_REQUEST[..], codes].concat());
        let headers = json!({"x-request-id": request_id()});
        responses.insert("200".to_owned(), json!({"description": summary, "headers": headers, "content": content}));
        responses.sort_keys();
        let mut get = json!({"tags": ["service"], "summary": summary, "description": description, "operationId": id});
        if path == paths::PROBLEM {
            get["parameters"] = json!([{"name": "code", "in": "path", "required": true, "description": "The problem's code.",
                "schema": {"type": "string", "pattern": "^[a-z-]+$"}, "example": "invalid-grid"}]);
        }
        get["responses"] = responses.into();
        (path.to_owned(), json!({"get": get}))
    };
    rows.into_iter().map(path).collect()
}
