//! Answers of the service and texts of other programs, sent as text.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sudoku_service::sudoku::notation;

use crate::support::puzzles::{HARDEST, HARDEST_SOLUTION};
use crate::support::service::Service;

/// Returns the grid that `/validate` reads from a text.
async fn grid_in(service: &Service, text: &str) -> Value {
    let request = service.request("POST", "/validate?notation=line").header("content-type", "text/plain");
    let answer = request.header("accept", "application/json").body(text).send().await;
    assert_eq!(answer.status, 200, "{text}\n{answer}");
    answer.json()["grid"].clone()
}

#[tokio::test]
async fn a_pasted_answer_is_read_as_its_grid_puzzle_or_solution() {
    let service = Service::start().await;
    let solved = service.post_json("/solve", &json!({"grid": HARDEST, "max_solutions": 3})).await;
    assert_eq!(grid_in(&service, solved.text()).await, HARDEST_SOLUTION);
    let validated = service.post_json("/validate", &json!({"grid": HARDEST})).await;
    assert_eq!(grid_in(&service, validated.text()).await, HARDEST);
    let generated =
        service.request("GET", "/generate?level=easy&seed=7&notation=line").header("accept", "application/json");
    let generated = generated.send().await;
    assert_eq!(grid_in(&service, generated.text()).await, generated.json()["puzzle"], "{generated}");
    // With the content type of JSON, each is a request, whose members are all checked.
    for answer in [solved, validated, generated] {
        let refused = service.post_json("/solve", &answer.json()).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("invalid-request")), "{refused}");
    }
}

#[tokio::test]
async fn every_text_of_the_corpus_is_read_as_the_parser_reads_it() {
    let service = Service::start().await;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/domain/notations/corpus");
    for file in fs::read_dir(folder).expect("the corpus") {
        let path = file.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        if let Ok(read) = notation::parse(&text) {
            assert_eq!(grid_in(&service, &text).await, read.grid.to_string(), "{}", path.display());
        } else {
            let answer = service.post_text("/validate", &text).await;
            assert!(matches!(answer.status, 400 | 422), "{}: {answer}", path.display());
        }
    }
}
