//! The paths that belong to no operation.

use serde_json::{Map, Value, json};

use super::components::Components;
use crate::http::pages::problem_pages::{ProblemDescription, ProblemSummary, summarize};
use crate::http::pages::worksheet::{GeneratedSheet, OwnSheet, Worksheet};
use crate::http::paths::{Document, ROUTES, Served};
use crate::operations::answer::declaration::AnswerPart;
use crate::operations::example_grids::LINE;
use crate::operations::generate::GenerateOptions;
use crate::operations::options::Options;
use crate::operations::problem::{Code, Property};

/// The id, the summary and the description of a path, the content of its response, and its own problems.
type About = (&'static str, &'static str, &'static str, Value, &'static [Code]);

/// What the contract says of a path, unless it belongs to an operation or is not in the contract.
fn about(components: &mut Components, serves: Served) -> Option<About> {
    let text = |example: &str| json!({"text/plain": {"schema": {"type": "string"}, "example": example}});
    let html = json!({"schema": {"type": "string"}, "example": "<!DOCTYPE html>"});
    let contract = json!({"schema": {"type": "object", "additionalProperties": true}, "example": {"openapi": "3.1.0"}});
    Some(match serves {
        Served::Playground => (
            "playground",
            "The playground",
            "A page on which to type, paste, check, solve, explain and rate grids, and to generate them.",
            json!({"text/html": html}),
            &[],
        ),
        Served::Worksheet => (
            "worksheet",
            "Puzzles to print",
            "Up to 60 puzzles on pages for A4 or Letter, the easiest first, and their solutions on pages of their own. Without \
                `seed`, redirects to the address of the same puzzles, which never change.",
            json!({"text/html": html}),
            &[Code::InvalidRequest, Code::SearchLimit],
        ),
        Served::Livez => ("livez", "Liveness", "Answers 200 as long as the process runs.", text("ok"), &[]),
        Served::Readyz => {
            ("readyz", "Readiness", "Answers 200 until a shutdown begins.", text("ok"), &[Code::ShuttingDown])
        }
        Served::Document(Document::Yaml) => {
            ("openapi_yaml", "The contract as YAML", "This document.", json!({"application/yaml": contract}), &[])
        }
        Served::Document(Document::Json) => {
            ("openapi_json", "The contract as JSON", "This document.", json!({"application/json": contract}), &[])
        }
        Served::Document(Document::Llms) => (
            "llms_txt",
            "The service in a page",
            "What the service is and what it does, for language models.",
            text("# sudoku-service"),
            &[],
        ),
        Served::Document(Document::Problems) => {
            let list = json!({"type": "array", "items": ProblemSummary::schema(&mut components.schemas)});
            let json = json!({"schema": list, "example": [summarize(Code::InvalidGrid, "")]});
            let content = json!({"application/json": json, "text/html": html});
            ("problems", "All problems", "A page for people, JSON for programs.", content, &[])
        }
        Served::Problem => (
            "problem",
            "The description of a problem",
            "What a problem means and how to fix it: a page for people, JSON for programs.",
            {
                let schema = ProblemDescription::schema(&mut components.schemas);
                json!({"application/json": {"schema": schema}, "text/html": html})
            },
            &[Code::NotFound],
        ),
        _ => return None,
    })
}

/// The paths.
pub fn paths(components: &mut Components) -> Map<String, Value> {
    ROUTES.iter().filter_map(|route| Some((route.pattern.clone(), methods(components, route.serves)?))).collect()
}

/// The description of a path by its methods.
fn methods(components: &mut Components, serves: Served) -> Option<Value> {
    let (id, summary, description, content, own) = about(components, serves)?;
    let of_job = if let Served::Livez | Served::Readyz = serves { Vec::new() } else { Code::with(Property::AnyJob) };
    let page = json!({"description": summary, "content": content});
    let mut responses = components.responses(id, &[own, &of_job], ("200", page.clone()));
    let mut get = json!({"tags": ["service"], "summary": summary, "description": description, "operationId": id});
    if let Served::Problem = serves {
        get["parameters"] = json!([{"name": "code", "in": "path", "required": true, "description": "The problem's code.",
            "schema": {"type": "string", "pattern": "^[a-z-]+$"}, "example": "invalid-grid"}]);
    }
    if let Served::Worksheet = serves {
        let location = json!({"location": {"schema": {"type": "string"}, "description": "The address."}});
        let moved = "The address of the same puzzles, with a seed.";
        responses["307"] = json!({"description": moved, "headers": location});
        get["parameters"] = of_worksheets(components).into();
    }
    get["responses"] = responses;
    let mut methods = json!({"get": get});
    if let Served::Worksheet = serves {
        methods["post"] = worksheet_of(components, page);
    }
    Some(methods)
}

/// The parameters of a worksheet of generated puzzles.
fn of_worksheets(components: &mut Components) -> Vec<Value> {
    let options = [GeneratedSheet::declared(), GenerateOptions::declared()].concat();
    let options =
        Worksheet::parameters().into_iter().filter_map(|name| options.iter().find(|option| option.name == name));
    options.map(|option| components.parameter("worksheet", option)).collect()
}

/// The description of a worksheet of puzzles that are sent.
fn worksheet_of(components: &mut Components, page: Value) -> Value {
    let of_grids =
        [Code::InvalidRequest, Code::InvalidGrid, Code::ConflictingGivens, Code::NoSolution, Code::NotUnique];
    let any = [Code::with(Property::AnyJob), Code::with(Property::AnyBody)].concat();
    let codes = [&of_grids[..], &[Code::SearchLimit], &any];
    let responses = components.responses("worksheet_of", &codes, ("200", page));
    let declared = OwnSheet::declared();
    let (of_form, of_query): (Vec<_>, Vec<_>) = declared.iter().partition(|option| option.name == "puzzles");
    let members: Map<_, _> = of_form.iter().map(|option| (option.name.to_owned(), option.member_schema())).collect();
    let of_query: Vec<Value> =
        of_query.into_iter().map(|option| components.parameter("worksheet_of", option)).collect();
    let form = json!({"type": "object", "properties": members, "required": ["puzzles"]});
    json!({
        "tags": ["service"],
        "summary": "Puzzles of one's own to print",
        "operationId": "worksheet_of",
        "description": "Up to 60 puzzles, one on each line of the body or of the field `puzzles` of a form, the easiest \
            first. One that is invalid, or has not exactly one solution, is named by its line, and nothing is printed.",
        "parameters": of_query,
        // The other options are in the query, and the form is first: some generators name a type of the form, but define none.
        "requestBody": {"required": true, "content": {
            "application/x-www-form-urlencoded": {"schema": form, "example": {"puzzles": LINE}},
            "text/plain": {"schema": {"type": "string"}, "example": LINE},
        }},
        "responses": responses,
    })
}
