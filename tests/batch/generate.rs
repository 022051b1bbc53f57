//! The command `generate`.

use std::process::Output;

use serde_json::Value;

use crate::client::Batch;
use crate::command::{lines, run};
use crate::program::Program;

fn generate(arguments: &[&str]) -> Output {
    run(&[&["generate"], arguments].concat(), b"")
}

#[test]
fn the_puzzles_depend_on_the_seed_and_not_on_the_threads() {
    let options = ["--count", "40", "--level", "medium", "--symmetry", "rotational180", "--seed", "command"];
    let one = generate(&[&options[..], &["--threads", "1"]].concat());
    let four = generate(&[&options[..], &["--threads", "4"]].concat());
    assert_eq!((lines(&one).len(), one.status.code()), (40, Some(0)));
    assert!(one.stderr.is_empty());
    assert_eq!(lines(&one), lines(&four));
    let other = generate(&[&options[..6], &["--seed", "other"]].concat());
    assert!(lines(&one).iter().all(|line| !lines(&other).contains(line)), "another seed, other puzzles");
}

#[test]
fn the_puzzles_are_those_of_the_request() {
    let program = Program::start(&[]);
    let target = "/generate?count=5&rating=2.0-3.0&clues=24-30&minimal=true&seed=both";
    let answer: Value = serde_json::from_str(Batch::get(program.address, target).rest().text()).expect("JSON");
    let options = ["--rating", "2.0..3.0", "--clues", "24..30", "--minimal", "--seed", "both", "--count", "5"];
    let text = generate(&options);
    let json = generate(&[&options[..], &["--format", "ndjson"]].concat());
    let puzzles = answer["puzzles"].as_array().expect("puzzles");
    assert_eq!((lines(&text).len(), lines(&json).len(), puzzles.len()), (5, 5, 5));
    for (number, puzzle) in puzzles.iter().enumerate() {
        let rows = puzzle["puzzle"].as_array().expect("rows");
        let cells = rows.iter().flat_map(|row| row.as_array().expect("cells"));
        let line: String = cells.map(|cell| cell.to_string().replace('0', ".")).collect();
        assert_eq!(lines(&text)[number], line);
        let document: Value = serde_json::from_str(lines(&json)[number]).expect("JSON");
        assert_eq!((&document["line"], &document["puzzle"]), (&Value::from(number + 1), &Value::from(line)));
        for member in ["rating", "level", "clues", "symmetry", "minimal", "seed", "generator"] {
            assert_eq!(document[member], puzzle[member], "{member}");
        }
    }
}

#[test]
fn a_puzzle_that_is_not_found_is_a_problem() {
    let output = generate(&["--rating", "11.0..12.0", "--clues", "70..80", "--symmetry", "full", "--seed", "rare"]);
    let [line] = lines(&output)[..] else { panic!("{output:?}") };
    assert!(line.starts_with("error search-limit line 1: no such puzzle in "), "{line}");
    assert_eq!(output.status.code(), Some(1));
    // A puzzle with so few givens is never so easy.
    let easy = ["--rating", "1.0", "--clues", "24..32", "--symmetry", "full", "--seed", "rare", "--format", "ndjson"];
    let document: Value = serde_json::from_slice(&generate(&easy).stdout).expect("JSON");
    let problem = &document["problem"];
    assert_eq!((&problem["attempts"], &problem["nearest"]), (&Value::from(2_000), &Value::from(1.2)), "{problem}");
}

#[test]
fn a_random_seed_is_printed() {
    let first = generate(&["--count", "3"]);
    let message = String::from_utf8_lossy(&first.stderr);
    let seed = message.trim().strip_prefix("sudoku-service: --seed ").expect("the seed");
    let again = generate(&["--count", "3", "--seed", seed]);
    assert_eq!((lines(&first).len(), &first.stdout), (3, &again.stdout));
}

#[test]
fn a_closed_output_pipe_ends_the_command_quietly() {
    let mut child = crate::program::command(&["generate", "--count", "1000000000000", "--seed", "x"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
