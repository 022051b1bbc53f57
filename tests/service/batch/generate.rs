//! The commands that make puzzles.

use std::collections::HashSet;
use std::process::Output;

use serde_json::Value;

use crate::batch::PUZZLE;
use crate::batch::command::{lines, run};
use crate::support::puzzles::HARDEST;

fn generate(arguments: &[&str]) -> Output {
    run(&[&["generate"], arguments].concat(), b"")
}

#[test]
fn the_puzzles_depend_on_the_seed_and_not_on_the_threads() {
    let options = ["--count", "12", "--level", "medium", "--symmetry", "rotational180", "--seed", "command"];
    let one = generate(&[&options[..], &["--threads", "1"]].concat());
    let four = generate(&[&options[..], &["--threads", "4"]].concat());
    assert_eq!((lines(&one).len(), one.status.code()), (12, Some(0)));
    assert!(!String::from_utf8_lossy(&one.stderr).contains("--seed"), "a seed that was given is not told");
    assert_eq!(lines(&one), lines(&four));
    let other = generate(&[&options[..6], &["--seed", "other"]].concat());
    assert!(lines(&one).iter().all(|line| !lines(&other).contains(line)), "another seed, other puzzles");
}

#[test]
fn a_distinct_run_leaves_out_equivalent_puzzles_and_begins_like_a_longer_one() {
    let options = ["--rating", "5.0", "--distinct", "--seed", "run", "--format", "ndjson"];
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

#[test]
fn daily_prints_the_puzzle_of_today() {
    assert_eq!(lines(&run(&["daily"], b""))[0].len(), 81);
}

#[test]
fn variants_depend_only_on_the_puzzle_the_options_and_the_seed() {
    let flags = ["variants", "--kind", "broken", "--per", "2", "--threads"];
    let print =
        |threads, seed, input: String| run(&[&flags[..], &[threads, "--seed", seed]].concat(), input.as_bytes()).stdout;
    let (one, two) = (PUZZLE, HARDEST);
    let both = print("1", "a", format!("{one}\n{two}\n"));
    assert_eq!(String::from_utf8_lossy(&both).lines().count(), 4, "each on a line");
    assert_eq!(print("3", "a", format!("{one}\n{two}\n")), both);
    assert_eq!([print("1", "a", one.to_owned()), print("1", "a", two.to_owned())].concat(), both);
    assert_ne!(print("1", "b", format!("{one}\n{two}\n")), both);
}
