//! Tests the HTTP interface against its contract, through a real socket.

mod clients;
mod discovery;
mod generate;
mod headers;
mod notations;
mod overload;
mod problems;
mod sent_forms;
mod series;
mod solutions;
mod steps;
mod unknown_paths;
mod until;
mod worksheet;

use serde_json::json;

use crate::support::service::Answer;

/// Documents whose response does not change while the process runs.
const DOCUMENTS: [&str; 10] = [
    "/",
    "/docs/",
    "/problems",
    "/problems/internal",
    "/openapi.yaml",
    "/openapi.json",
    "/llms.txt",
    "/robots.txt",
    "/favicon.svg",
    "/favicon.ico",
];

#[track_caller]
fn check_problem(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status, &answer.json()["code"]), (status, &json!(code)), "{answer}");
}
