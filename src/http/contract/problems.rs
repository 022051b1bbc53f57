//! The schema of each problem, and the responses of an operation with problems.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde_json::{Value, json};
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::{Object, ObjectBuilder, RefOr, Response, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::examples;
use super::schemas::part;
use crate::http::problem::{Code, MOST_ERRORS};

/// The name of a problem's schema, such as `InvalidGridProblem`.
fn schema_name(code: Code) -> String {
    format!("{code:?}Problem")
}

/// The schema of each problem. Its `code` is a constant, so that a client can tell problems apart by type.
pub fn problem_schemas() -> impl Iterator<Item = (String, RefOr<Schema>)> {
    Code::ALL.iter().map(|&code| (schema_name(code), problem_schema(code)))
}

/// A constant, which client generators turn into a literal type.
///
/// It is a `const` rather than an `enum` of one value, for which Python generators would define a class. utoipa has no
/// field for `const`, but writes extensions unchanged.
fn constant(value: impl Into<Value>, description: &str) -> Schema {
    let value = value.into();
    let schema_type = if value.is_string() { Type::String } else { Type::Integer };
    ObjectBuilder::new()
        .schema_type(schema_type)
        .description(Some(description))
        .extensions(Some([("const", value)].into_iter().collect::<Extensions>()))
        .into()
}

/// The members that only some problems have: the problems, the name and schema of the member, and whether it is required.
fn members() -> [(&'static [Code], &'static str, Value, bool); 10] {
    let from_one = |description: &str| json!({"type": "integer", "minimum": 1, "description": description});
    let items = |name: &str, most: usize| json!({"type": "array", "minItems": 1, "maxItems": most, "items": {"$ref": format!("#/components/schemas/{name}")}});
    let nearest = json!({
        "type": "number",
        "description": "The rating, among those of the tried puzzles whose givens match the request, that is nearest to \
            the requested range. If it is above the range, it is a lower bound.",
    });
    let rating = json!({
        "type": "object",
        "description": "A lower bound of the puzzle's rating, if the problem concerns a rating.",
        "properties": {"er": {"type": "number"}, "bound": {"type": "string"}},
        "required": ["er", "bound"],
    });
    let more_errors = from_one("The number of errors beyond those listed.");
    let more_conflicts = from_one("In a batch: the number of conflicts beyond those listed.");
    [
        (&[Code::MalformedJson], "line", from_one("The line where parsing stopped."), true),
        (&[Code::MalformedJson], "column", from_one("The character of the line where parsing stopped."), true),
        (&[Code::InvalidRequest], "errors", items("RequestError", MOST_ERRORS), true),
        (&[Code::InvalidGrid], "errors", items("GridError", MOST_ERRORS), true),
        (&[Code::InvalidRequest, Code::InvalidGrid], "more_errors", more_errors, false),
        (&[Code::ConflictingGivens], "conflicts", items("Conflict", 108), true),
        (&[Code::ConflictingGivens], "more_conflicts", more_conflicts, false),
        (&[Code::SearchLimit], "attempts", from_one("The number of puzzles tried, if puzzles were generated."), false),
        (&[Code::SearchLimit], "nearest", nearest, false),
        (&[Code::SearchLimit, Code::DeadlineExceeded], "rating", rating, false),
    ]
}

/// The schema of a problem. Its title is not a constant: generated clients compare constants, and rewording the title
/// must not break them.
fn problem_schema(code: Code) -> RefOr<Schema> {
    let mut properties = json!({
        "type": {"type": "string", "format": "uri-reference", "description": "The URL of the problem's description."},
        "title": {"type": "string", "description": "A short summary."},
        "detail": {"type": "string", "description": "What happened."},
        "request_id": {"type": "string", "description": "The id of the request, also in the header x-request-id."},
    });
    let mut constants = vec![
        ("status", constant(code.status().as_u16(), "The status of the response.")),
        ("code", constant(code.name(), "The stable code of the problem.")),
    ];
    let mut required = vec!["type", "title", "status", "detail", "code", "request_id"];
    for (_, name, schema, is_required) in members().into_iter().filter(|(codes, ..)| codes.contains(&code)) {
        properties[name] = schema;
        required.extend(is_required.then_some(name));
    }
    if matches!(code, Code::ConflictingGivens | Code::NoSolution | Code::NotUnique | Code::SearchLimit) {
        constants.extend([
            ("pointer", constant("/puzzle", "The member that the problem concerns, if it is not the grid.")),
            ("parameter", constant("puzzle", "The parameter that the problem concerns, if it is not the grid.")),
        ]);
    }
    let mut object: Object = part(json!({
        "type": "object",
        "description": format!("{} {}", code.meaning(), code.remedy()),
        "properties": properties,
        "required": required,
    }));
    object.properties.extend(constants.into_iter().map(|(name, schema)| (name.to_owned(), schema.into())));
    Schema::Object(object).into()
}

/// Any problem, for a client to switch on its `code`.
pub struct AnyProblem;

impl PartialSchema for AnyProblem {
    fn schema() -> RefOr<Schema> {
        part(json!({"oneOf": references(Code::ALL), "description": "Any problem: one schema for each `code`."}))
    }
}

impl ToSchema for AnyProblem {
    fn name() -> Cow<'static, str> {
        "Problem".into()
    }
}

fn references(codes: &[Code]) -> Vec<Value> {
    codes.iter().map(|&code| json!({"$ref": format!("#/components/schemas/{}", schema_name(code))})).collect()
}

/// One response for each status, with every problem of that status.
pub fn responses(codes: &[Code]) -> BTreeMap<String, RefOr<Response>> {
    let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for &code in codes {
        by_status.entry(code.status().as_u16()).or_default().push(code);
    }
    by_status.into_iter().map(|(status, codes)| (status.to_string(), part(response(&codes)))).collect()
}

/// A response with one of these problems.
fn response(codes: &[Code]) -> Value {
    let names: Vec<String> = codes.iter().map(|code| format!("`{}`", code.name())).collect();
    let references = references(codes);
    let schema = if let [only] = &references[..] { only.clone() } else { json!({"oneOf": references}) };
    let examples = |example: fn(Code) -> Value| -> Value {
        codes.iter().map(|&code| (code.name(), json!({"value": example(code)}))).collect()
    };
    json!({
        "description": names.join(", "),
        "headers": headers(codes),
        "content": {
            "application/problem+json": {"schema": schema, "examples": examples(examples::problem_json)},
            "text/plain": {
                "schema": {"type": "string"},
                "examples": examples(|code| examples::problem_line(code).into()),
            },
        },
    })
}

/// The headers of a response with one of these problems.
fn headers(codes: &[Code]) -> Value {
    let header =
        |schema_type: &str, description: &str| json!({"schema": {"type": schema_type}, "description": description});
    let mut headers = json!({"x-request-id": header("string", "The id of the request.")});
    if codes.iter().any(|code| code.status() == StatusCode::SERVICE_UNAVAILABLE) {
        headers["retry-after"] = header("integer", "The number of seconds after which to retry.");
    }
    if codes.iter().any(|code| matches!(code, Code::ConflictingGivens | Code::NoSolution)) {
        headers["sudoku-verdict"] = header("string", "The verdict, if the problem implies one.");
    }
    if codes.iter().any(|code| matches!(code, Code::NoSolution | Code::NotUnique | Code::SearchLimit)) {
        let description = "Milliseconds in the queue and in the solver, if the solver found the problem.";
        headers["server-timing"] = header("string", description);
    }
    headers
}
