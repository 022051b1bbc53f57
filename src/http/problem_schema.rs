//! The schema of each problem with what it may carry, and which problems each operation can give.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde_json::{Value, json};
use utoipa::openapi::example::Example;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::{Content, Object, ObjectBuilder, OneOf, OneOfBuilder, Ref, RefOr, Response, Schema, Type};
use utoipa::{IntoResponses, PartialSchema, ToSchema};

use super::problem::{Code, MOST_ERRORS};
use super::samples;

/// The name of a problem's schema, such as `InvalidGridProblem`.
fn schema_name(code: Code) -> String {
    format!("{code:?}Problem")
}

/// The schema of each problem: its `code` is a constant, so that a client can tell them apart by type.
pub fn problem_schemas() -> impl Iterator<Item = (String, RefOr<Schema>)> {
    Code::ALL.iter().map(|&code| (schema_name(code), problem_schema(code)))
}

/// A value that is always the same, which the generators turn into a literal type.
///
/// As `const` and not as an `enum` of one value, of which a generated Python client makes a class each; utoipa has no
/// member for it, and writes extensions as they are.
fn constant(value: impl Into<Value>, description: &str) -> Schema {
    let value = value.into();
    let schema_type = if value.is_string() { Type::String } else { Type::Integer };
    ObjectBuilder::new()
        .schema_type(schema_type)
        .description(Some(description))
        .extensions(Some([("const", value)].into_iter().collect::<Extensions>()))
        .into()
}

/// The title is no constant: generated clients compare constants, and a better wording shall not break one.
fn problem_schema(code: Code) -> RefOr<Schema> {
    let mut properties = json!({
        "type": {"type": "string", "format": "uri-reference", "description": "The address that explains the problem."},
        "title": {"type": "string", "description": "What it is, in a few words."},
        "detail": {"type": "string", "description": "What happened this time."},
        "request_id": {"type": "string", "description": "The identity of the request, also in the header x-request-id."},
    });
    let mut constants = vec![
        ("status", constant(code.status().as_u16(), "The status of the answer.")),
        ("code", constant(code.name(), "The stable name to switch on.")),
    ];
    let mut required = vec!["type", "title", "status", "detail", "code", "request_id"];
    let mut member = |name: &'static str, schema: Value, is_required: bool| {
        properties[name] = schema;
        if is_required {
            required.push(name);
        }
    };
    let from_one = |description: &str| json!({"type": "integer", "minimum": 1, "description": description});
    let items = |name: &str, most: usize| json!({"type": "array", "minItems": 1, "maxItems": most, "items": {"$ref": format!("#/components/schemas/{name}")}});
    match code {
        Code::MalformedJson => {
            member("line", from_one("The line where reading stopped."), true);
            member("column", from_one("The character of the line where reading stopped."), true);
        }
        Code::InvalidRequest => {
            member("errors", items("RequestError", MOST_ERRORS), true);
            member("more_errors", from_one("How many errors there are besides those listed."), false);
        }
        Code::InvalidGrid => {
            member("errors", items("GridError", MOST_ERRORS), true);
            member("more_errors", from_one("How many errors there are besides those listed."), false);
        }
        Code::ConflictingGivens => member("conflicts", items("Conflict", 108), true),
        Code::NoSolution
        | Code::NotUnique
        | Code::SearchLimit
        | Code::InvalidHost
        | Code::NotFound
        | Code::MethodNotAllowed
        | Code::RequestTimeout
        | Code::IncompleteBody
        | Code::PayloadTooLarge
        | Code::UriTooLong
        | Code::HeaderTooLarge
        | Code::UnsupportedMediaType
        | Code::Overloaded
        | Code::DeadlineExceeded
        | Code::ShuttingDown
        | Code::Internal => {}
    }
    if matches!(code, Code::ConflictingGivens | Code::NoSolution | Code::NotUnique | Code::SearchLimit) {
        constants.extend([
            ("pointer", constant("/puzzle", "The member that it is about, if that is not the grid.")),
            ("parameter", constant("puzzle", "The parameter that it is about, if that is not the grid.")),
        ]);
    }
    let mut object: Object = serde_json::from_value(json!({
        "type": "object",
        "description": format!("{} {}", code.meaning(), code.remedy()),
        "properties": properties,
        "required": required,
    }))
    .expect("a schema of this file is one");
    object.properties.extend(constants.into_iter().map(|(name, schema)| (name.to_owned(), schema.into())));
    Schema::Object(object).into()
}

/// Any problem: what a client can switch on by `code`.
#[derive(Debug)]
pub struct AnyProblem;

impl PartialSchema for AnyProblem {
    fn schema() -> RefOr<Schema> {
        one_of(Code::ALL, "Any problem that an answer can be: one schema a `code`.").into()
    }
}

impl ToSchema for AnyProblem {
    fn name() -> Cow<'static, str> {
        "Problem".into()
    }
}

fn one_of(codes: &[Code], description: &str) -> Schema {
    let references = codes.iter().map(|&code| Ref::from_schema_name(schema_name(code)));
    let one_of = references.fold(OneOf::builder(), OneOfBuilder::item);
    one_of.description(Some(description).filter(|text| !text.is_empty())).build().into()
}

/// The problems that any operation can give before its route is asked, and of a defect.
const OF_ANY_HEAD: [Code; 4] = [Code::InvalidHost, Code::UriTooLong, Code::HeaderTooLarge, Code::Internal];

/// The problems that any operation with a grid can give besides.
const OF_ANY_GRID: [Code; 10] = [
    Code::MalformedJson,
    Code::InvalidRequest,
    Code::InvalidGrid,
    Code::RequestTimeout,
    Code::IncompleteBody,
    Code::PayloadTooLarge,
    Code::UnsupportedMediaType,
    Code::Overloaded,
    Code::DeadlineExceeded,
    Code::ShuttingDown,
];

/// The problems of `/solve`.
#[derive(Debug)]
pub struct SolveProblems;

impl IntoResponses for SolveProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problem_responses(
            &[&OF_ANY_HEAD[..], &OF_ANY_GRID, &[Code::ConflictingGivens, Code::NoSolution, Code::SearchLimit]].concat(),
        )
    }
}

/// The problems of `/validate`.
#[derive(Debug)]
pub struct ValidateProblems;

impl IntoResponses for ValidateProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problem_responses(
            &[
                &OF_ANY_HEAD[..],
                &OF_ANY_GRID,
                &[Code::ConflictingGivens, Code::NoSolution, Code::NotUnique, Code::SearchLimit],
            ]
            .concat(),
        )
    }
}

/// The problems of `/solve/batch` before its answers begin.
#[derive(Debug)]
pub struct BatchProblems;

impl IntoResponses for BatchProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problem_responses(
            &[
                &OF_ANY_HEAD[..],
                &[
                    Code::InvalidRequest,
                    Code::RequestTimeout,
                    Code::IncompleteBody,
                    Code::UnsupportedMediaType,
                    Code::Overloaded,
                ],
            ]
            .concat(),
        )
    }
}

/// The problems of a page or a probe that is always there.
#[derive(Debug)]
pub struct PageProblems;

impl IntoResponses for PageProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problem_responses(&OF_ANY_HEAD)
    }
}

/// The problems of a resource that may not exist.
#[derive(Debug)]
pub struct ResourceProblems;

impl IntoResponses for ResourceProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problem_responses(&[&OF_ANY_HEAD[..], &[Code::NotFound]].concat())
    }
}

/// The problems of the readiness probe.
#[derive(Debug)]
pub struct ReadinessProblems;

impl IntoResponses for ReadinessProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problem_responses(&[&OF_ANY_HEAD[..], &[Code::ShuttingDown]].concat())
    }
}

/// One response a status, with every problem that has it.
fn problem_responses(codes: &[Code]) -> BTreeMap<String, RefOr<Response>> {
    let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for &code in codes {
        by_status.entry(code.status().as_u16()).or_default().push(code);
    }
    by_status.into_iter().map(|(status, codes)| (status.to_string(), problem_response(&codes).into())).collect()
}

/// The headers that an answer with one of these problems has: always, or at times if it is not every one of them.
fn problem_headers(codes: &[Code]) -> Vec<(&'static str, Header)> {
    let header = |schema_type: Type, description: &str| {
        let schema = ObjectBuilder::new().schema_type(schema_type).build();
        HeaderBuilder::new().schema(Some(schema)).description(Some(description)).build()
    };
    let mut headers = vec![("x-request-id", header(Type::String, "The request's identity."))];
    if codes.iter().any(|code| code.status() == StatusCode::SERVICE_UNAVAILABLE) {
        headers.push(("retry-after", header(Type::Integer, "After how many seconds to try again.")));
    }
    if codes.iter().any(|code| matches!(code, Code::ConflictingGivens | Code::NoSolution)) {
        headers.push(("sudoku-verdict", header(Type::String, "The verdict, with a problem that has one.")));
    }
    if codes.iter().any(|code| matches!(code, Code::NoSolution | Code::NotUnique | Code::SearchLimit)) {
        let description = "Milliseconds in the queue and in the solver, with a problem that it found.";
        headers.push(("server-timing", header(Type::String, description)));
    }
    headers
}

fn problem_response(codes: &[Code]) -> Response {
    let names: Vec<String> = codes.iter().map(|code| format!("`{}`", code.name())).collect();
    let schema = if let [code] = codes {
        RefOr::Ref(Ref::from_schema_name(schema_name(*code)))
    } else {
        RefOr::T(one_of(codes, ""))
    };
    let mut examples = Vec::new();
    let mut lines = Vec::new();
    for &code in codes {
        let sample = samples::of(code);
        lines.push((code.name(), Example::builder().value(Some(json!(sample.line()))).build().into()));
        examples.push((code.name(), Example::builder().value(Some(sample.json())).build().into()));
    }
    let document = Content::builder().schema(Some(schema)).examples_from_iter::<_, _, RefOr<Example>>(examples).build();
    let text = Content::builder()
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .examples_from_iter::<_, _, RefOr<Example>>(lines)
        .build();
    problem_headers(codes)
        .into_iter()
        .fold(Response::builder(), |response, (name, header)| response.header(name, header))
        .description(names.join(", "))
        .content("application/problem+json", document)
        .content("text/plain", text)
        .build()
}
