//! The command `annotate`, and its batch over HTTP.

use std::collections::HashMap;
use std::process::Output;

use serde::Deserialize;
use serde_json::{Value, json};
use sudoku_service::sudoku::generate::minimal_puzzle;

use crate::batch::PUZZLE;
use crate::batch::client::send_to;
use crate::batch::command::{lines, run};
use crate::support::program::Program;

fn annotate(arguments: &[&str], input: &str) -> Output {
    run(&[&["annotate"], arguments].concat(), input.as_bytes())
}

/// The documents that a command writes.
fn documents(output: &Output) -> Vec<Value> {
    lines(output).into_iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_other_columns_and_members_of_a_line_stay_as_they_are() {
    let csv = format!("id,question,\"source, of it\"\r\n1,{PUZZLE},\"a \"\"b\"\", c\"\r\n2,12,x\r\n3,,y\r\n");
    let output = annotate(&["--fields", "verdict,clues"], &csv);
    let problem = "invalid-grid: The grid has 2 cells instead of 81";
    let expected = [
        "id,question,\"source, of it\",verdict,clues,problem".to_owned(),
        format!("1,{PUZZLE},\"a \"\"b\"\", c\",unique,30,"),
        format!("2,12,x,,,{problem}"),
        "3,,y,,,".to_owned(),
    ];
    assert_eq!((lines(&output), output.status.code()), (expected.iter().map(|line| &**line).collect(), Some(1)));
    // As tabs, and as documents whose members have the names of the columns.
    let tabs = annotate(&["--fields", "verdict,clues", "--output-format", "tsv"], &csv);
    assert_eq!(lines(&tabs)[1], format!("1\t{PUZZLE}\ta \"b\", c\tunique\t30\t\\N"));
    let output = annotate(&["--fields", "clues", "--output-format", "ndjson"], &csv);
    let [row, bad, null] = &documents(&output)[..] else { panic!("{output:?}") };
    assert_eq!(*row, json!({"id": "1", "question": PUZZLE, "source, of it": "a \"b\", c", "clues": 30}));
    assert_eq!((&bad["id"], &bad["problem"]["code"]), (&json!("2"), &json!("invalid-grid")));
    assert_eq!(*null, json!({"id": "3", "question": null, "source, of it": "y", "clues": null}));
    // A line that is a grid becomes an object.
    let json = format!("{{\"n\": 1.50, \"quizzes\": \"{PUZZLE}\", \"fields\": [1]}}\n\"{PUZZLE}\"\n{{\"x\": 1}}\n{{\n");
    let output = annotate(&["--fields", "clues"], &json);
    let [first, second, third, fourth] = lines(&output)[..] else { panic!("{output:?}") };
    assert_eq!(first, format!("{{\"n\":1.50,\"quizzes\":\"{PUZZLE}\",\"fields\":[1],\"clues\":30}}"));
    assert_eq!(second, format!("{{\"grid\":\"{PUZZLE}\",\"clues\":30}}"));
    assert!(third.starts_with("{\"x\":1,\"problem\":{") && third.contains("`grid`, `puzzle`"), "{third}");
    assert!(fourth.starts_with("{\"line\":4,\"problem\":{"), "{fourth}");
}

#[test]
fn a_label_never_replaces_a_member_of_the_same_name() {
    let row = json!({"puzzle": PUZZLE, "clues": 9, "problem": "mine"});
    let output = annotate(&["--fields", "clues,verdict"], &format!("{row}\n"));
    let refused = &documents(&output)[0];
    let pointers: Vec<&Value> =
        refused["problem"]["errors"].as_array().expect("errors").iter().map(|error| &error["pointer"]).collect();
    assert_eq!((pointers, &refused["clues"]), (vec![&json!("/clues"), &json!("/problem")], &json!(9)), "{refused}");
    let row = json!({"clues": {"type": "easy"}, "puzzle": PUZZLE});
    let output = annotate(&["--fields", "clues"], &format!("{row}\n"));
    assert_eq!(documents(&output)[0]["problem"]["errors"][0]["pointer"], "/clues", "{output:?}");
    // The problem of an earlier answer is gone once there is none.
    let damaged = annotate(&["--fields", "clues"], "{\"puzzle\": \"53\"}\n");
    let mended = lines(&damaged)[0].replace("\"53\"", &format!("\"{PUZZLE}\""));
    let output = annotate(&["--fields", "clues"], &mended);
    assert_eq!(documents(&output), [json!({"puzzle": PUZZLE, "clues": 30})], "{mended}");
    // As JSON, columns are members.
    let csv = format!("puzzle,clues\n{PUZZLE},9\n");
    let output = annotate(&["--fields", "clues", "--output-format", "ndjson"], &csv);
    assert!(String::from_utf8_lossy(&output.stderr).contains("has a column `clues` already"), "{output:?}");
}

#[test]
fn what_a_format_cannot_hold_is_refused_before_anything_is_written() {
    let line = format!("{PUZZLE}\n");
    let header = format!("puzzle,solution\n{PUZZLE},x\n");
    let document = format!("\"{PUZZLE}\"\n");
    for (arguments, input, message) in [
        (&["rate", "--path", "--format", "tsv"][..], &line, "--path: this answer does not fit into text or columns"),
        (&["solve", "--max-solutions", "2", "--output-format", "csv"], &line, "--max-solutions: this answer"),
        (&["annotate", "--fields", "er,trace"], &line, "--fields: this answer"),
        (&["annotate", "--fields", "path", "--format", "csv"], &line, "--fields: this answer"),
        (&["annotate"], &header, "the header has a column `solution` already"),
        (
            &["annotate", "--output-format", "tsv"],
            &document,
            "the other members of JSON documents fit neither text nor columns",
        ),
        (&["annotate", "--column", "2"], &document, "--column: JSON has no columns; give the name of a member"),
        (&["annotate", "--fields", "er", "--explode"], &document, "only the field `trace` can be exploded"),
        (&["annotate", "--fields", "er,trace", "--explode"], &document, "only the field `trace` can be exploded"),
        (&["variants", "--format", "tsv"], &line, "this answer does not fit"),
    ] {
        let output = run(arguments, input.as_bytes());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    }
    // A line of JSON that asks for what its answer cannot hold is a problem of that line.
    let asks = format!("{{\"grid\": \"{PUZZLE}\", \"path\": true}}\n");
    let output = run(&["rate", "--output-format", "tsv"], asks.as_bytes());
    assert!(lines(&output)[0].contains("invalid-request: `path`: this answer"), "{output:?}");
}

#[test]
fn the_columns_of_a_batch_over_http_stay_as_they_are() {
    let program = Program::start(&[]);
    let csv = format!("id_1,question,\"source, of it\"\r\n1,{PUZZLE},\"a, c\"\r\n2,12,x\r\n3,,y\r\n");
    let tabs = format!("a\tpuzzle\n1\t{PUZZLE}\n");
    for (batch, media_type) in [(&csv, "text/csv"), (&tabs, "text/tab-separated-values")] {
        for sent in [media_type, "text/plain"] {
            let answer = send_to(program.address, "/annotate/batch?fields=verdict,er", sent, batch.as_bytes());
            let lines = annotate(&["--fields", "verdict,er"], batch);
            assert_eq!(answer.text(), String::from_utf8_lossy(&lines.stdout), "{sent}");
            assert!(answer.header("content-type") == Some(format!("{media_type}; charset=utf-8")), "{answer:?}");
        }
    }
    let answer = send_to(program.address, "/annotate/batch?fields=path", "text/csv", csv.as_bytes());
    assert!(answer.status == 422 && answer.text().contains("does not fit"), "{answer:?}");
    let answer = send_to(program.address, "/annotate/batch", "text/csv", b"puzzle,solution\n");
    assert!(answer.status == 422 && answer.text().contains("has a column `solution` already"), "{answer:?}");
}

#[derive(Deserialize)]
struct Step {
    id: usize,
    number: usize,
    board: String,
    candidates: String,
    eliminate: Vec<Candidate>,
    place: Vec<Candidate>,
}

#[derive(Deserialize)]
struct Candidate {
    row: usize,
    column: usize,
    digit: usize,
}

/// A position that is replayed by the documented order alone.
struct Replayed {
    board: Vec<u8>,
    candidates: Vec<u8>,
}

impl Replayed {
    /// Nine characters for each cell, each a digit or a dot.
    fn new(puzzle: &str) -> Self {
        let mut replayed = Self { board: vec![b'.'; 81], candidates: b"123456789".repeat(81) };
        for (cell, digit) in puzzle.bytes().enumerate().filter(|(_, digit)| *digit != b'.') {
            replayed.place(cell / 9, cell % 9, usize::from(digit - b'0'));
        }
        replayed
    }

    fn place(&mut self, row: usize, column: usize, digit: usize) {
        for cell in 0..81 {
            let (r, c) = (cell / 9, cell % 9);
            let sees = r == row || c == column || (r / 3, c / 3) == (row / 3, column / 3);
            if sees && (r, c) != (row, column) {
                self.candidates[9 * cell + digit - 1] = b'.';
            }
        }
        let cell = 9 * row + column;
        self.board[cell] = b'0' + digit as u8;
        for other in (1..=9).filter(|other| *other != digit) {
            self.candidates[9 * cell + other - 1] = b'.';
        }
    }
}

#[test]
fn two_hundred_traces_reach_the_solution_when_they_are_replayed() {
    let puzzles: Vec<_> = (0..200).map(|index| minimal_puzzle("traces", index)).collect();
    let input: String = puzzles
        .iter()
        .enumerate()
        .map(|(id, (puzzle, _))| format!("{{\"id\": {id}, \"grid\": \"{puzzle}\"}}\n"))
        .collect();
    let output = annotate(&["--fields", "trace", "--explode"], &input);
    let mut replayed: HashMap<usize, (Replayed, usize)> = HashMap::new();
    for line in lines(&output) {
        let step: Step = serde_json::from_str(line).expect("a step");
        let start = || (Replayed::new(&puzzles[step.id].0.to_string()), 0);
        let (position, number) = replayed.entry(step.id).or_insert_with(start);
        *number += 1;
        assert_eq!(step.number, *number);
        assert_eq!(step.board.as_bytes(), position.board, "step {number} of {}", step.id);
        assert_eq!(step.candidates.as_bytes(), position.candidates, "step {number} of {}", step.id);
        for Candidate { row, column, digit } in step.eliminate {
            let mark = &mut position.candidates[9 * (9 * row + column - 10) + digit - 1];
            assert_ne!(*mark, b'.', "step {number} of {} removes a candidate that is not there", step.id);
            *mark = b'.';
        }
        for Candidate { row, column, digit } in step.place {
            assert_ne!(position.candidates[9 * (9 * row + column - 10) + digit - 1], b'.', "it was a candidate");
            position.place(row - 1, column - 1, digit);
        }
    }
    assert_eq!(replayed.len(), puzzles.len());
    for (id, (position, _)) in replayed {
        assert_eq!(position.board, puzzles[id].1.to_string().into_bytes(), "{id}");
    }
}

#[test]
fn a_batch_over_http_has_no_room_for_traces() {
    let program = Program::start(&[]);
    let line = format!("{{\"grid\": \"{PUZZLE}\", \"n\": 1}}");
    let answer = send_to(program.address, "/annotate/batch?fields=er,trace", "application/x-ndjson", line.as_bytes());
    assert!(answer.status == 422 && answer.text().contains("one puzzle at a time"), "{answer:?}");
    let answer = send_to(program.address, "/annotate/batch?fields=path", "text/plain", PUZZLE.as_bytes());
    assert!(answer.status == 422 && answer.text().contains("does not fit into text"), "{answer:?}");
    let answer = send_to(program.address, "/annotate/batch?fields=path", "application/x-ndjson", line.as_bytes());
    let row: Value = serde_json::from_slice(&answer.body).expect("JSON");
    assert_eq!((&row["n"], row["path"].as_array().map(Vec::len)), (&json!(1), Some(51)));
    let body = json!({"grid": PUZZLE, "fields": ["trace"]}).to_string();
    let answer = send_to(program.address, "/annotate", "application/json", body.as_bytes());
    let traced: Value = serde_json::from_slice(&answer.body).expect("JSON");
    assert_eq!(traced["trace"].as_array().map(Vec::len), Some(51));
}
