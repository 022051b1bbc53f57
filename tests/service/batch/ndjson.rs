//! Lines of JSON.

use serde_json::{Value, json};

use crate::batch::client::{Answer, End, send};
use crate::batch::{PUZZLE, SOLUTION, TWO};
use crate::support::program::Program;
use crate::support::puzzles::{flat, joined, nested, number, rows};

fn answered(batch: &str) -> Answer {
    let program = Program::start(&[]);
    let answer = send(program.address, "application/x-ndjson", batch.as_bytes());
    assert_eq!((answer.status, answer.end), (200, End::Whole));
    assert!(answer.header("content-type").as_deref() == Some("application/x-ndjson"), "{answer:?}");
    answer
}

#[test]
fn a_grid_is_answered_in_its_own_notation() {
    let arrays = nested(PUZZLE, number);
    let nulls = arrays.to_string().replace('0', "null");
    let spaced = arrays.to_string().replace(',', ", ").replace('[', "[ ").replace(']', " ]");
    let solved_arrays = nested(SOLUTION, number);
    let (lines, solutions): (Vec<String>, Vec<Value>) = [
        (json!(PUZZLE).to_string(), json!(SOLUTION)),
        (arrays.to_string(), solved_arrays.clone()),
        (nulls, solved_arrays.clone()),
        (spaced, solved_arrays.clone()),
        (flat(PUZZLE, number).to_string(), flat(SOLUTION, number)),
        (json!(rows(PUZZLE)).to_string(), json!(rows(SOLUTION))),
        (json!(joined(PUZZLE, "-")).to_string(), json!(joined(SOLUTION, "-"))),
        (json!(joined(PUZZLE, "\n")).to_string(), json!(joined(SOLUTION, "\n"))),
        (json!({"grid": arrays}).to_string(), solved_arrays),
        (json!({"grid": PUZZLE}).to_string(), json!(SOLUTION)),
    ]
    .into_iter()
    .unzip();
    let answer = answered(&lines.join("\n"));
    assert_eq!(answer.lines().len(), solutions.len());
    for (number, (line, solution)) in answer.lines().iter().zip(solutions).enumerate() {
        let line: Value = serde_json::from_str(line).expect("a line is JSON");
        assert_eq!(line, json!({"line": number + 1, "verdict": "unique", "solution": solution}));
    }
}

#[test]
fn an_id_is_returned_byte_for_byte() {
    let ids = [
        "7",
        "-1.50e+3",
        "123456789012345678901234567890",
        r#""a b""#,
        r#""\u0041\n\"é""#,
        r#"{"b": 1,  "a" : [1, 2]}"#,
        "null",
        "true",
        "0",
        r#""""#,
    ];
    let mut batch = String::new();
    for id in ids {
        batch += &format!("{{\"id\": {id}, \"grid\": \"{PUZZLE}\"}}\n{{\"grid\":\"{TWO}\" ,\"id\":{id}}}\n");
        batch += &format!("{{\"id\":{id},\"grid\":\"12\"}}\n");
    }
    let answer = answered(&batch);
    for (number, line) in answer.lines().iter().enumerate() {
        let what = ["\"verdict\":\"unique\",", "\"verdict\":\"multiple\",", "\"problem\":{"][number % 3];
        let begin = format!("{{\"line\":{},\"id\":{},{what}", number + 1, ids[number / 3]);
        assert!(line.starts_with(&begin), "{line} instead of {begin}");
        serde_json::from_str::<Value>(line).expect("a line is JSON");
    }
}

/// Sends one line and returns the problem in its answer.
fn problem(line: &str) -> Value {
    let answer = answered(&format!("\n{line}\n"));
    let line: Value = serde_json::from_str(answer.text()).expect("one line");
    assert_eq!(line["line"], 2, "empty lines count and have no answer");
    assert!(line["problem"].get("request_id").is_none());
    line["problem"].clone()
}

#[test]
fn the_answer_to_an_invalid_line_has_the_same_problem_as_a_request() {
    let malformed = problem("{\"grid\": ");
    assert_eq!((&malformed["code"], &malformed["line"]), (&json!("malformed-json"), &json!(2)));
    assert_eq!(malformed["type"], "/problems/malformed-json");
    let unknown = problem(&format!("{{\"grid\":\"{PUZZLE}\",\"max_solution\":2}}"));
    assert_eq!(
        (&unknown["code"], &unknown["errors"][0]["pointer"]),
        (&json!("invalid-request"), &json!("/max_solution"))
    );
    let repeated = problem(&format!("{{\"id\":1,\"id\":1,\"grid\":\"{PUZZLE}\"}}"));
    assert_eq!(repeated["errors"][0]["pointer"], "/id");
    let missing = problem("{\"id\":1}");
    assert_eq!(missing["errors"][0]["pointer"], "/grid");
    assert_eq!(problem("7")["code"], "invalid-request");
    let mut wrong = nested(PUZZLE, number);
    wrong[3][4] = json!(10);
    let wrong = problem(&json!({"grid": wrong}).to_string());
    assert_eq!((&wrong["code"], &wrong["errors"][0]["pointer"]), (&json!("invalid-grid"), &json!("/grid/3/4")));
    let mut conflict = nested(PUZZLE, number);
    conflict[0][2] = json!(5);
    let conflict = problem(&conflict.to_string());
    assert_eq!((&conflict["code"], &conflict["conflicts"][0]["digit"]), (&json!("conflicting-givens"), &json!(5)));
    let long = problem(&format!("\"{}\"", "1".repeat(4096)));
    assert_eq!(long["code"], "payload-too-large");
}

#[test]
fn at_most_ten_errors_of_a_line_are_listed() {
    let problem = problem(&json!(vec![11; 81]).to_string());
    assert_eq!(problem["errors"].as_array().map(Vec::len), Some(10));
    assert_eq!(problem["more_errors"], 71);
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
