//! Lines of JSON.

use serde_json::{Value, json};

use crate::batch::client::{Answer, End, send};
use crate::batch::{PUZZLE, SOLUTION};
use crate::support::program::Program;

fn answered(batch: &str) -> Answer {
    let program = Program::start(&[]);
    let answer = send(program.address, "application/x-ndjson", batch.as_bytes());
    assert_eq!((answer.status, answer.end), (200, End::Whole));
    assert!(answer.header("content-type").as_deref() == Some("application/x-ndjson"), "{answer:?}");
    answer
}

#[test]
fn the_type_of_a_problem_begins_with_the_public_url() {
    let program = Program::start(&["--public-url", "https://example.org/sudoku/"]);
    let answer = send(program.address, "application/x-ndjson", b"1");
    let line: Value = serde_json::from_str(answer.text()).expect("one line");
    assert_eq!(line["problem"]["type"], "https://example.org/sudoku/problems/invalid-request");
}

/// The problems in this batch are forty times as long as its lines, so each chunk is answered in parts.
#[test]
fn conflicts_are_cut_and_long_answers_stay_in_order() {
    let lines = 3000;
    let batch = format!("\"{}\"\n\"{PUZZLE}\"\n", "1".repeat(81)).repeat(lines / 2);
    let answer = answered(&batch);
    let answers = answer.lines();
    assert_eq!(answers.len(), lines);
    for (number, line) in (1..).zip(answers) {
        let document: Value = serde_json::from_str(line).expect("a line is JSON");
        assert_eq!(document["line"], number);
        if number % 2 == 0 {
            assert_eq!(document["solution"], SOLUTION);
        } else {
            let problem = &document["problem"];
            let conflicts = problem["conflicts"].as_array().map(Vec::len);
            assert_eq!((conflicts, &problem["more_conflicts"]), (Some(10), &json!(17)), "{line}");
        }
    }
}
