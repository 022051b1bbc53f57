//! Long batches in the order of their lines, and what a line of JSON contains besides its grid.

use serde_json::{Value, json};

use crate::batch::client::{Batch, End, send};
use crate::batch::command::{lines, run};
use crate::batch::{PUZZLE, SOLUTION};
use crate::support::program::Program;

#[test]
fn answers_keep_the_order_of_a_long_batch() {
    let mut batch = String::new();
    let mut expected = Vec::new();
    for number in 1..=12_000 {
        if number % 100 == 0 {
            batch += &format!("{number}\n");
            expected.push(format!("error invalid-grid line {number}: "));
        } else {
            batch += &format!("{PUZZLE}\n");
            expected.push(SOLUTION.to_owned());
        }
    }
    let program = Program::start(&[]);
    for announced in [true, false] {
        let answer = if announced {
            send(program.address, "text/plain", batch.as_bytes())
        } else {
            let mut streamed = Batch::stream(program.address);
            for piece in batch.as_bytes().chunks(50_000) {
                streamed.chunk(piece);
            }
            streamed.finish();
            streamed.rest()
        };
        assert_eq!((answer.status, answer.end), (200, End::Whole));
        let lines = answer.lines();
        assert_eq!(lines.len(), expected.len());
        for (line, expected) in lines.iter().zip(&expected) {
            assert!(line.starts_with(expected), "{line} instead of {expected}");
        }
    }
}

/// The problems in this batch are forty times as long as its lines, so each chunk is answered in parts.
#[test]
fn conflicts_are_cut_and_long_answers_stay_in_order() {
    let lines = 3000;
    let batch = format!("\"{}\"\n\"{PUZZLE}\"\n", "1".repeat(81)).repeat(lines / 2);
    let program = Program::start(&[]);
    let answer = send(program.address, "application/x-ndjson", batch.as_bytes());
    assert_eq!((answer.status, answer.end), (200, End::Whole));
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

#[test]
fn what_a_line_carries_is_returned_byte_for_byte() {
    let long = "x".repeat(5000);
    for meta in
        [r#"{"b" :  1, "a":[ 1e2,2.50 ]}"#, "null", "\"a\\u0062\\/\"", "-0.0", "123456789012345678901234567890", "[]"]
    {
        let mut input = String::new();
        for grid in [PUZZLE, "12", &long] {
            input += &format!("{{\"meta\": {meta} , \"id\":1, \"grid\": \"{grid}\"}}\n");
        }
        for name in ["solve", "validate", "rate", "hint", "explain", "canonical"] {
            let output = run(&[name], input.as_bytes());
            let answers = lines(&output);
            assert_eq!((answers.len(), output.status.code()), (3, Some(1)), "{name}");
            for (number, answer) in answers.into_iter().enumerate() {
                let start = format!("{{\"line\":{},\"id\":1,\"meta\":{meta},", number + 1);
                assert!(answer.starts_with(&start), "{name}: {answer} instead of {start}");
                assert_eq!(answer.contains("\"problem\":{"), number > 0, "{name}: {answer}");
            }
        }
    }
}
