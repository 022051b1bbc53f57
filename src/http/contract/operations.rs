//! What the contract says about the operations beyond their types: examples, text forms, headers and problems.

use serde_json::{Value, json};
use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::{Content, OpenApi, RefOr};

use super::schemas::part;
use super::{examples, problems};
use crate::http::paths;
use crate::http::problem::Code;

/// The problems of every operation: those found before the request reaches its route, and bugs.
const OF_ANY_REQUEST: [Code; 4] = [Code::InvalidHost, Code::UriTooLong, Code::HeaderTooLarge, Code::Internal];

/// The additional problems of every operation that runs in the pool.
const OF_ANY_JOB: [Code; 3] = [Code::Overloaded, Code::DeadlineExceeded, Code::ShuttingDown];

/// The additional problems of every operation on a grid.
const OF_ANY_GRID: [Code; 2] = [Code::InvalidRequest, Code::InvalidGrid];

/// The additional problems of every operation with a grid in its body.
const OF_ANY_BODY: [Code; 5] = [
    Code::MalformedJson,
    Code::RequestTimeout,
    Code::IncompleteBody,
    Code::PayloadTooLarge,
    Code::UnsupportedMediaType,
];

/// The additional problems of a batch before its answers begin.
const OF_ANY_BATCH: [Code; 6] = [
    Code::InvalidRequest,
    Code::RequestTimeout,
    Code::IncompleteBody,
    Code::UnsupportedMediaType,
    Code::Overloaded,
    Code::ShuttingDown,
];

/// The additional problems of operations that generate puzzles.
const OF_GENERATION: [Code; 2] = [Code::InvalidRequest, Code::SearchLimit];

/// An operation on one grid.
struct GridOperation {
    path: &'static str,
    /// Problems beyond those of every operation on a grid.
    problems: &'static [Code],
    /// Examples of the request as JSON.
    requests: Vec<(&'static str, Value)>,
    /// Examples of the answer as JSON.
    answers: Vec<(&'static str, Value)>,
    /// An example of the answer as text.
    text_answer: &'static str,
}

fn grid_operations() -> [GridOperation; 5] {
    [
        GridOperation {
            path: paths::SOLVE,
            problems: &[Code::ConflictingGivens, Code::NoSolution, Code::SearchLimit],
            requests: vec![
                ("nine arrays", json!({"grid": examples::rows()})),
                ("one string", json!({"grid": examples::LINE})),
                ("several solutions", json!({"grid": examples::MULTIPLE, "max_solutions": 2})),
                ("one cell", json!({"grid": examples::LINE, "cells": ["r1c3"]})),
            ],
            answers: {
                let stats = json!({"guesses": 0, "elapsed_us": 3});
                let answer =
                    json!({"verdict": "unique", "solution": examples::SOLUTION_LINE, "clues": 30, "stats": stats});
                let cell = json!({"row": 1, "column": 3, "index": 2, "digit": 4});
                let revealed = json!({"verdict": "unique", "cells": [cell], "clues": 30, "stats": stats});
                vec![("unique", answer), ("one cell", revealed)]
            },
            text_answer: examples::SOLUTION_LINE,
        },
        GridOperation {
            path: paths::VALIDATE,
            problems: &[Code::ConflictingGivens, Code::NoSolution, Code::NotUnique, Code::SearchLimit],
            requests: vec![
                ("a puzzle", json!({"grid": examples::rows()})),
                ("progress", json!({"grid": examples::PROGRESS, "puzzle": examples::LINE})),
            ],
            answers: {
                let [first, third] = [1, 3].map(|column| json!({"row": 1, "column": column, "index": column - 1}));
                let conflict = json!({"digit": 5, "house": {"kind": "row", "number": 1}, "cells": [first, third]});
                vec![
                    (
                        "conflict",
                        json!({
                            "valid": false, "complete": false, "verdict": "conflict", "conflicts": [conflict],
                            "grid": examples::PROGRESS.replacen('1', "5", 1),
                        }),
                    ),
                    (
                        "progress",
                        json!({
                            "valid": true, "complete": false, "verdict": "none", "grid": examples::PROGRESS,
                            "conflicts": [], "mistakes": [third],
                        }),
                    ),
                ]
            },
            text_answer: "conflict\nrow 1: 5 at r1c1 r1c3",
        },
        GridOperation {
            path: paths::RATE,
            problems: &[Code::ConflictingGivens, Code::NoSolution, Code::NotUnique, Code::SearchLimit],
            requests: vec![
                ("a puzzle", json!({"grid": examples::LINE})),
                ("with its path", json!({"grid": examples::LINE, "path": true})),
            ],
            answers: {
                let single = json!({"id": "hidden-single", "name": "Hidden Single", "rating": 1.2});
                let answer = json!({
                    "rating": {"er": 1.2, "ep": 1.2, "ed": 1.2, "scale": "se-1.2.1"}, "complete": true, "level": "easy",
                    "hardest": single, "clues": 30, "steps": 51,
                    "techniques": [{"id": "hidden-single", "rating": 1.2, "times": 51}], "stats": {"elapsed_us": 12},
                });
                vec![("an easy puzzle", answer)]
            },
            text_answer: "1.2/1.2/1.2",
        },
        GridOperation {
            path: paths::HINT,
            problems: &[Code::ConflictingGivens, Code::NoSolution, Code::SearchLimit],
            requests: vec![
                ("a nudge", json!({"grid": examples::LINE, "show": "nudge"})),
                ("a mistake", json!({"grid": examples::PROGRESS, "puzzle": examples::LINE})),
            ],
            answers: {
                let hint = json!({"kind": "step", "nudge": "Look for a digit with one place left in a house."});
                vec![("a nudge", json!({"verdict": "unique", "show": "nudge", "more": true, "hint": hint}))]
            },
            text_answer: "Look for a digit with one place left in a house.",
        },
        GridOperation {
            path: paths::EXPLAIN,
            problems: &[Code::SearchLimit],
            requests: vec![
                ("a wrong digit", json!({"grid": examples::PROGRESS})),
                ("several solutions", json!({"grid": examples::MULTIPLE, "ask": ["additions"]})),
            ],
            answers: {
                let redundant = json!([{"row": 1, "column": 1, "index": 0, "digit": 5}]);
                let symmetry = json!({"pattern": ["none"], "clues": 25});
                let answer = json!({
                    "verdict": "unique", "complete": true, "minimal": false, "redundant": redundant, "symmetry": symmetry,
                });
                vec![("a puzzle", answer)]
            },
            text_answer: "unique\nminimal false\nredundant r1c1=5\nsymmetry none",
        },
    ]
}

/// Completes the operations of a document with what their types do not express.
pub fn complete(mut document: OpenApi) -> OpenApi {
    let grid_operations = grid_operations();
    for (path, item) in &mut document.paths.paths {
        let grid_operation = grid_operations.iter().find(|grid_operation| grid_operation.path == path);
        if let Some((grid_operation, post)) = grid_operation.zip(item.post.as_mut()) {
            item.get = Some(grid_operation.cacheable(post));
            grid_operation.complete(post);
        } else if let Some(operation) = &mut item.get {
            let further: &[&[Code]] = match path.as_str() {
                paths::READYZ => &[&[Code::ShuttingDown]],
                paths::PROBLEM => &[&[Code::NotFound]],
                paths::TODAY => &[&[Code::InvalidRequest]],
                paths::GENERATE => &[&OF_GENERATION, &OF_ANY_JOB],
                paths::DAILY => &[&[Code::NotFound], &OF_GENERATION, &OF_ANY_JOB],
                paths::OPENAPI_YAML | paths::OPENAPI_JSON => &[&OF_ANY_JOB],
                _ => &[],
            };
            add_problems(operation, further);
            if matches!(path.as_str(), paths::GENERATE | paths::DAILY) {
                add_caching(operation);
            }
        } else if let Some(operation) = &mut item.post {
            add_problems(operation, &[&OF_ANY_BATCH]);
            add_headers(operation, &[("x-request-id", "The id of the request.")]);
            if let Some(RefOr::T(body)) = &mut operation.request_body {
                // A batch may be empty and have no body. The macro would make an optional body nullable as well, and
                // generated clients would then send null.
                body.required = None;
            }
        }
    }
    document
}

impl GridOperation {
    fn complete(&self, operation: &mut Operation) {
        add_problems(operation, &[&OF_ANY_GRID, &OF_ANY_JOB, &OF_ANY_BODY, self.problems]);
        self.complete_answer(operation, &self.answers);
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            body.content.values_mut().for_each(|content| add_examples(content, &self.requests));
            body.content.insert("text/plain".to_owned(), text(examples::LINE));
        }
    }

    /// The cacheable form of the operation: a GET with the grid in the query.
    fn cacheable(&self, post: &Operation) -> Operation {
        let grid: Parameter = part(json!({
            "name": "grid", "in": "query", "required": true, "description": "The grid in a text notation.",
            "schema": {"type": "string"}, "example": examples::LINE,
        }));
        let mut operation = post.clone();
        operation.operation_id = post.operation_id.as_ref().map(|id| format!("{id}_get"));
        operation.summary = post.summary.as_ref().map(|summary| format!("{summary} (cacheable)"));
        operation.description = Some(format!(
            "The same as `POST {}`, but caches may keep the answer for a day. The answer has no `stats`.",
            self.path
        ));
        operation.request_body = None;
        operation.parameters.get_or_insert_default().insert(0, grid.into());
        add_problems(&mut operation, &[&OF_ANY_GRID, &OF_ANY_JOB, self.problems]);
        let mut answers = self.answers.clone();
        for members in answers.iter_mut().filter_map(|(_, answer)| answer.as_object_mut()) {
            members.remove("stats");
        }
        self.complete_answer(&mut operation, &answers);
        add_caching(&mut operation);
        operation
    }

    fn complete_answer(&self, operation: &mut Operation, answers: &[(&'static str, Value)]) {
        add_headers(
            operation,
            &[
                ("sudoku-verdict", "The verdict."),
                ("server-timing", "Milliseconds in the queue and in the solver."),
                ("x-request-id", "The id of the request."),
            ],
        );
        if let Some(RefOr::T(response)) = operation.responses.responses.get_mut("200") {
            response.content.values_mut().for_each(|content| add_examples(content, answers));
            response.content.insert("text/plain".to_owned(), text(self.text_answer));
        }
    }
}

fn text(example: &str) -> RefOr<Content> {
    part(json!({"schema": {"type": "string"}, "example": example}))
}

fn add_examples(content: &mut RefOr<Content>, examples: &[(&'static str, Value)]) {
    let RefOr::T(content) = content else { return };
    content.examples.extend(examples.iter().map(|(name, value)| ((*name).to_owned(), part(json!({"value": value})))));
}

fn add_headers(operation: &mut Operation, headers: &[(&str, &str)]) {
    let header = |description: &str| part(json!({"schema": {"type": "string"}, "description": description}));
    if let Some(RefOr::T(response)) = operation.responses.responses.get_mut("200") {
        response.headers.extend(headers.iter().map(|(name, description)| ((*name).to_owned(), header(description))));
    }
}

/// The headers of a cacheable answer, and the answer to a client that has it already.
fn add_caching(operation: &mut Operation) {
    add_headers(
        operation,
        &[("etag", "The tag of the answer."), ("cache-control", "How long the answer may be kept.")],
    );
    let not_modified =
        part(json!({"description": "The client already has the answer: `If-None-Match` lists its tag."}));
    operation.responses.responses.insert("304".to_owned(), not_modified);
}

fn add_problems(operation: &mut Operation, further: &[&[Code]]) {
    let codes = [&OF_ANY_REQUEST[..], &further.concat()].concat();
    operation.responses.responses.extend(problems::responses(&codes));
}
