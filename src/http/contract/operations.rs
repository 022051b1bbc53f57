//! What the contract says about the operations beyond their types: examples, text forms, headers and problems.

use serde_json::{Value, json};
use utoipa::openapi::example::Example;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, ObjectBuilder, OpenApi, RefOr, Type};

use super::{examples, problems};
use crate::http::paths;
use crate::http::problem::Code;

/// The problems of every operation, found before its route is asked, and of a bug.
const OF_ANY_REQUEST: [Code; 4] = [Code::InvalidHost, Code::UriTooLong, Code::HeaderTooLarge, Code::Internal];

/// The further problems of every operation on a grid.
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

/// The further problems of a batch before its answers begin.
const OF_ANY_BATCH: [Code; 6] = [
    Code::InvalidRequest,
    Code::RequestTimeout,
    Code::IncompleteBody,
    Code::UnsupportedMediaType,
    Code::Overloaded,
    Code::ShuttingDown,
];

/// The further problems of operations that generate puzzles.
const OF_GENERATION: [Code; 5] =
    [Code::InvalidRequest, Code::SearchLimit, Code::Overloaded, Code::DeadlineExceeded, Code::ShuttingDown];

/// An operation on one grid.
struct GridOperation {
    path: &'static str,
    /// Problems beyond those of every operation on a grid.
    problems: &'static [Code],
    /// Examples of the request as JSON.
    requests: fn() -> Vec<(&'static str, Value)>,
    /// Examples of the answer as JSON.
    answers: fn() -> Vec<(&'static str, Value)>,
    /// An example of the answer as text.
    text_answer: &'static str,
}

const GRID_OPERATIONS: [GridOperation; 5] = [
    GridOperation {
        path: paths::SOLVE,
        problems: &[Code::ConflictingGivens, Code::NoSolution, Code::SearchLimit],
        requests: || {
            vec![
                ("nine arrays", json!({"grid": examples::rows()})),
                ("one string", json!({"grid": examples::LINE})),
                ("several solutions", json!({"grid": examples::MULTIPLE, "max_solutions": 2})),
            ]
        },
        answers: || {
            let stats = json!({"guesses": 0, "elapsed_us": 3});
            let answer = json!({"verdict": "unique", "solution": examples::SOLUTION_LINE, "clues": 30, "stats": stats});
            vec![("unique", answer)]
        },
        text_answer: examples::SOLUTION_LINE,
    },
    GridOperation {
        path: paths::VALIDATE,
        problems: &[Code::ConflictingGivens, Code::NoSolution, Code::NotUnique, Code::SearchLimit],
        requests: || {
            vec![
                ("a puzzle", json!({"grid": examples::rows()})),
                ("progress", json!({"grid": examples::PROGRESS, "puzzle": examples::LINE})),
            ]
        },
        answers: || {
            let [first, third] = [1, 3].map(|column| json!({"row": 1, "column": column, "index": column - 1}));
            let conflict = json!({"digit": 5, "house": {"kind": "row", "number": 1}, "cells": [first, third]});
            vec![
                (
                    "conflict",
                    json!({"valid": false, "complete": false, "verdict": "conflict", "conflicts": [conflict]}),
                ),
                (
                    "progress",
                    json!({"valid": true, "complete": false, "verdict": "none", "conflicts": [], "mistakes": [third]}),
                ),
            ]
        },
        text_answer: "conflict\nrow 1: 5 at r1c1 r1c3",
    },
    GridOperation {
        path: paths::RATE,
        problems: &[Code::ConflictingGivens, Code::NoSolution, Code::NotUnique, Code::SearchLimit],
        requests: || {
            vec![
                ("a puzzle", json!({"grid": examples::LINE})),
                ("with its path", json!({"grid": examples::LINE, "path": true})),
            ]
        },
        answers: || {
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
        requests: || {
            vec![
                ("a nudge", json!({"grid": examples::LINE, "show": "nudge"})),
                ("a mistake", json!({"grid": examples::PROGRESS, "puzzle": examples::LINE})),
            ]
        },
        answers: || {
            let hint = json!({"kind": "step", "nudge": "Look for a digit with only one place left in a house."});
            vec![("a nudge", json!({"verdict": "unique", "show": "nudge", "more": true, "hint": hint}))]
        },
        text_answer: "Look for a digit with only one place left in a house.",
    },
    GridOperation {
        path: paths::EXPLAIN,
        problems: &[],
        requests: || {
            vec![
                ("a wrong digit", json!({"grid": examples::PROGRESS})),
                ("several solutions", json!({"grid": examples::MULTIPLE, "ask": ["additions"]})),
            ]
        },
        answers: || {
            let symmetry = json!({"pattern": ["rotational180"], "clues": 30});
            vec![("a puzzle", json!({"verdict": "unique", "minimal": false, "redundant": [], "symmetry": symmetry}))]
        },
        text_answer: "unique\nminimal true",
    },
];

/// Adds to the operations of a document what their types do not say.
pub fn complete(mut document: OpenApi) -> OpenApi {
    for (path, item) in &mut document.paths.paths {
        if let Some(operation) = &mut item.get {
            let further: &[Code] = match path.as_str() {
                paths::READYZ => &[Code::ShuttingDown],
                paths::PROBLEM => &[Code::NotFound],
                paths::GENERATE => &OF_GENERATION,
                paths::DAILY => &[&[Code::NotFound][..], &OF_GENERATION].concat(),
                _ => &[],
            };
            add_problems(operation, &[further]);
        }
        let Some(operation) = &mut item.post else { continue };
        if let Some(grid_operation) = GRID_OPERATIONS.iter().find(|grid_operation| grid_operation.path == path) {
            grid_operation.complete(operation);
        } else {
            add_problems(operation, &[&OF_ANY_BATCH]);
            add_headers(operation, &[("x-request-id", "The id of the request.")]);
            if let Some(RefOr::T(body)) = &mut operation.request_body {
                // An empty batch may come without a body. The macro can say so only of a body that may also be null,
                // which is what generated clients would send.
                body.required = None;
            }
        }
    }
    document
}

impl GridOperation {
    fn complete(&self, operation: &mut Operation) {
        add_problems(operation, &[&OF_ANY_GRID, self.problems]);
        add_headers(
            operation,
            &[
                ("sudoku-verdict", "The verdict."),
                ("server-timing", "Milliseconds in the queue and in the solver."),
                ("x-request-id", "The id of the request."),
            ],
        );
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            body.content.values_mut().for_each(|content| add_examples(content, &(self.requests)()));
            body.content.insert("text/plain".to_owned(), text(examples::LINE));
        }
        if let Some(RefOr::T(response)) = operation.responses.responses.get_mut("200") {
            response.content.values_mut().for_each(|content| add_examples(content, &(self.answers)()));
            response.content.insert("text/plain".to_owned(), text(self.text_answer));
        }
    }
}

fn text(example: &str) -> RefOr<Content> {
    let schema = ObjectBuilder::new().schema_type(Type::String);
    Content::builder().schema(Some(schema)).example(Some(json!(example))).build().into()
}

fn add_examples(content: &mut RefOr<Content>, examples: &[(&'static str, Value)]) {
    let RefOr::T(content) = content else { return };
    let example = |value: &Value| Example::builder().value(Some(value.clone())).build().into();
    content.examples.extend(examples.iter().map(|(name, value)| ((*name).to_owned(), example(value))));
}

fn add_headers(operation: &mut Operation, headers: &[(&str, &str)]) {
    let header = |description: &str| -> RefOr<Header> {
        let schema = ObjectBuilder::new().schema_type(Type::String).build();
        HeaderBuilder::new().schema(Some(schema)).description(Some(description)).build().into()
    };
    if let Some(RefOr::T(response)) = operation.responses.responses.get_mut("200") {
        response.headers.extend(headers.iter().map(|(name, description)| ((*name).to_owned(), header(description))));
    }
}

fn add_problems(operation: &mut Operation, further: &[&[Code]]) {
    let codes = [&OF_ANY_REQUEST[..], &further.concat()].concat();
    operation.responses.responses.extend(problems::responses(&codes));
}
