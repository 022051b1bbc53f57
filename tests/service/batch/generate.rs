//! The command `generate`.

use std::collections::HashSet;
use std::process::Output;

use serde_json::Value;

use crate::batch::command::{lines, run};

fn generate(arguments: &[&str]) -> Output {
    run(&[&["generate"], arguments].concat(), b"")
}

#[test]
fn the_puzzles_depend_on_the_seed_and_not_on_the_threads() {
    let options = ["--count", "40", "--level", "medium", "--symmetry", "rotational180", "--seed", "command"];
    let one = generate(&[&options[..], &["--threads", "1"]].concat());
    let four = generate(&[&options[..], &["--threads", "4"]].concat());
    assert_eq!((lines(&one).len(), one.status.code()), (40, Some(0)));
    assert!(!String::from_utf8_lossy(&one.stderr).contains("--seed"), "a seed that was given is not told");
    assert_eq!(lines(&one), lines(&four));
    let other = generate(&[&options[..6], &["--seed", "other"]].concat());
    assert!(lines(&one).iter().all(|line| !lines(&other).contains(line)), "another seed, other puzzles");
}

#[test]
fn a_puzzle_that_is_not_found_is_a_problem() {
    // A puzzle with so few givens is never so easy.
    let easy = ["--rating", "1.0", "--clues", "24..32", "--symmetry", "full", "--seed", "rare", "--format", "ndjson"];
    let output = generate(&easy);
    assert_eq!(output.status.code(), Some(1));
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let problem = &document["problem"];
    let detail = problem["detail"].as_str();
    assert!(detail.is_some_and(|detail| detail.starts_with("no such puzzle in ")), "{problem}");
    assert_eq!(problem["nearest"], 1.2, "{problem}");
    assert!(problem["attempts"].as_u64() > Some(1_000), "{problem}");
    // One rating that no puzzle has leads to a range. The command has no time limit, so this does not depend on the machine.
    let told = |rating| format!("{:?}", generate(&["--rating", rating, "--clues", "79-80", "--seed", "1"]));
    assert_eq!(["1.7", "1.6-1.7"].map(|rating| told(rating).contains("a range such as `1.7-2.7`")), [true, false]);
}

#[test]
fn a_distinct_run_leaves_out_equivalent_puzzles_and_begins_like_a_longer_one() {
    let options = ["--rating", "9.9", "--distinct", "--seed", "run", "--format", "ndjson"];
    let documents = |count| -> Vec<Value> {
        let output = generate(&[&options[..], &["--count", count]].concat());
        lines(&output).iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let (short, long) = (documents("2"), documents("3"));
    assert_eq!(short, long[..2]);
    let forms: HashSet<&str> = long.iter().filter_map(|document| document["canonical"].as_str()).collect();
    assert_eq!(forms.len(), 3, "{long:?}");
    assert!(long.iter().all(|document| document["origin"] == "find"), "{long:?}");
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
    let mut child = crate::support::program::command(&["generate", "--count", "1000000000000", "--seed", "x"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
