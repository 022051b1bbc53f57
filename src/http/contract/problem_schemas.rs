//! The schema of each problem, and the responses of operations with problems.

use serde_json::{Value, json};

use super::examples;
use crate::operations::answer::declaration::{AnswerPart, Schemas, reference};
use crate::operations::problem::{Code, MOST_ERRORS, Members, Property};

/// The name of the schema of any problem.
pub const ANY: &str = "Problem";

/// The name of the schema of any problem as text.
const TEXT: &str = "ProblemText";

/// The name of the schema of what all problems have in common.
const COMMON: &str = "AnyProblem";

/// The name of the schema of what the problems with [`Property::OfPuzzle`] have in common.
const OF_PUZZLE: &str = "PuzzleProblem";

/// The name of a problem's schema, such as `InvalidGridProblem`.
fn schema_name(code: Code) -> String {
    format!("{code:?}Problem")
}

/// Adds the schema of each problem and of any, for a client to switch on its `code`. The `code` of each is a constant, so that a
/// client can tell problems apart by type.
pub fn add(schemas: &mut Schemas) {
    Members::schema(schemas);
    let members = schemas.remove("Members").unwrap_or_default();
    schemas.extend(Code::ALL.iter().map(|&code| (schema_name(code), schema(code, &members["properties"]))));
    let common = json!({
        "type": "object",
        "description": "What every problem has. `type` is the URL of its description, `title` a short summary, `status` that of \
            the response, `detail` what happened, and `request_id` the id of the request, also in the header x-request-id.",
        "required": ["type", "title", "status", "detail", "request_id"],
        "properties": {
            "type": {"type": "string", "format": "uri-reference"},
            "title": {"type": "string"},
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": {"type": "string"},
            "request_id": {"type": "string"},
        },
    });
    let of_puzzle = json!({
        "allOf": [
            reference(COMMON),
            {"properties": {
                "pointer": {"type": "string", "const": "/puzzle", "description": "The member that the problem \
                    concerns, if it is not the grid."},
                "parameter": {"type": "string", "const": "puzzle", "description": "The parameter that the problem \
                    concerns, if it is not the grid."},
            }},
        ],
    });
    let any = json!({"oneOf": references(Code::ALL), "description": "Any problem: one schema for each `code`."});
    let text = json!({
        "type": "string",
        "description": "The code and the detail of a problem, in a line.",
        "examples": [examples::problem(Code::InvalidGrid).line()],
    });
    let shared = [(COMMON, common), (OF_PUZZLE, of_puzzle), (ANY, any), (TEXT, text)];
    schemas.extend(shared.map(|(name, schema)| (name.to_owned(), schema)));
}

/// The schema of a problem. Its title is not a constant: generated clients compare constants, and rewording the title
/// must not break them. Its constants are a `const` rather than an `enum` of one value, for which Python generators would
/// define a class.
fn schema(code: Code, members: &Value) -> Value {
    let mut properties = json!({"code": {"type": "string", "const": code.name()}});
    let [always, sometimes] = code.members();
    let required = [&["code"][..], always].concat();
    for &name in always.iter().chain(sometimes) {
        properties[name] = match (name, code) {
            ("errors", Code::InvalidGrid | Code::NoSolution) => errors("GridError"),
            ("errors", _) => errors("RequestError"),
            _ => members.get(name).expect("a member of problems").clone(),
        };
    }
    let base = if code.has(Property::OfPuzzle) { OF_PUZZLE } else { COMMON };
    let mut schema = json!({
        "description": code.meaning(),
        "allOf": [
            reference(base),
            {"required": required, "properties": properties},
        ],
    });
    if code.has(Property::Shown) {
        schema["examples"] = json!([examples::problem_json(code)]);
    }
    schema
}

fn errors(of: &str) -> Value {
    json!({"type": "array", "minItems": 1, "maxItems": MOST_ERRORS, "items": reference(of), "description": "The errors, in order."})
}

fn references(codes: &[Code]) -> Vec<Value> {
    codes.iter().map(|&code| reference(&schema_name(code))).collect()
}

/// A response with one of these problems.
pub fn response(codes: &[Code]) -> Value {
    let names: Vec<String> = codes.iter().map(|code| format!("{} `{}`", code.status(), code.name())).collect();
    let references = references(codes);
    let schema = if let [only] = &references[..] { only.clone() } else { json!({"oneOf": references}) };
    let mut response = json!({
        "description": names.join(", "),
        "content": {
            "application/problem+json": {"schema": schema},
            "text/plain": {"schema": reference(TEXT)},
        },
    });
    let mut header = |name: &str, schema_type: &str, description: &str| {
        response["headers"][name] = json!({"schema": {"type": schema_type}, "description": description});
    };
    if codes.iter().any(|code| code.status() == 503) {
        header("retry-after", "integer", "The number of seconds after which to retry.");
    }
    if codes.iter().any(|code| matches!(code, Code::ConflictingGivens | Code::NoSolution)) {
        header("sudoku-verdict", "string", "The verdict, if the problem implies one.");
    }
    response
}
