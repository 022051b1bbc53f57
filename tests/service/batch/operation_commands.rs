//! What the commands have that their requests have not.

use serde_json::{Value, json};

use crate::batch::command::{lines, run};
use crate::batch::insight::RATED;
use crate::batch::{PUZZLE, SOLUTION, TWO};

#[test]
fn reveal_takes_its_grid_as_an_argument_and_from_a_document() {
    let output = run(&["reveal", "--cells", "r1c3", PUZZLE], b"");
    assert_eq!((lines(&output), output.status.code()), (vec![&*format!("r1c3={}", &SOLUTION[2..3])], Some(0)));
    let line = json!({"grid": PUZZLE, "cells": [2]}).to_string();
    let output = run(&["reveal", "--output-format", "ndjson"], line.as_bytes());
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let cell = json!({"row": 1, "column": 3, "index": 2, "digit": 4});
    assert_eq!(document, json!({"verdict": "unique", "cells": [cell]}));
    // Several grids are told apart from no grid, and no media type is advised.
    let list = json!([PUZZLE, PUZZLE]).to_string();
    for (arguments, input) in [(&["reveal"][..], list.as_bytes()), (&["reveal", &list], b"")] {
        let output = run(arguments, input);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.starts_with("sudoku-service: The grid has 2 grids; send several puzzles"), "{stderr}");
    }
    let output = run(&["reveal"], b"5");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
}

#[test]
fn daily_prints_the_puzzle_of_today() {
    assert_eq!(lines(&run(&["daily"], b""))[0].len(), 81);
}

#[test]
fn an_error_in_a_flag_names_it_before_anything_is_read() {
    for (arguments, message) in [
        (&["validate", "--puzzle", "12"][..], "sudoku-service: --puzzle: The grid has 2 cells instead of 81"),
        (&["validate", "--column", "0"], "sudoku-service: --column: expected a name, or a number from 1 to 4096"),
        (&["techniques", "--output-format", "csv"], "error: invalid value 'csv' for '--output-format <FORMAT>'"),
    ] {
        let output = run(arguments, b"");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.starts_with(message), "{arguments:?}: {stderr}");
        assert_eq!((output.status.code(), output.stdout), (Some(2), vec![]), "{arguments:?}");
    }
}

#[test]
fn a_grid_is_read_to_its_last_byte_or_refused() {
    let with_space = |bytes: usize| format!("{PUZZLE}{}", " ".repeat(bytes - PUZZLE.len()));
    for (text, message) in [
        (with_space(64 * 1024), ""),
        (with_space(64 * 1024 + 1), "longer than 65536 bytes"),
        (format!("{}x", with_space(64 * 1024)), "longer than 65536 bytes"),
    ] {
        let output = run(&["reveal", "--cells", "r1c3"], text.as_bytes());
        let status = if message.is_empty() { Some(0) } else { Some(2) };
        assert_eq!((output.status.code(), output.stdout.is_empty()), (status, status == Some(2)), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(message), "{output:?}");
    }
}

#[test]
fn an_older_name_of_a_flag_is_understood_and_a_null_stays_one() {
    let output = run(&["rate", "--path", "--without-uniqueness"], PUZZLE.as_bytes());
    let steps: Vec<&str> = lines(&output)[0].split(" | ").collect();
    assert_eq!((steps.len(), steps[0]), (52, "1.2/1.2/1.2"), "{steps:?}");
    let output = run(&["rate", "--format", "tsv"], format!("{PUZZLE}\n{TWO}\n\\N\n").as_bytes());
    let [rated, problem, null] = lines(&output)[..] else { panic!("{output:?}") };
    assert_eq!(rated, format!("{PUZZLE}\t1.2\t1.2\t1.2\teasy\thidden-single\t\\N"));
    assert!(problem.starts_with(&format!("{TWO}{}\tnot-unique: ", "\t\\N".repeat(5))), "{problem}");
    assert_eq!((null, output.status.code()), ("\\N\t".repeat(7).trim_end(), Some(1)));
}

#[test]
fn variants_depend_only_on_the_puzzle_the_options_and_the_seed() {
    let flags = ["variants", "--kind", "broken", "--per", "2", "--threads"];
    let print =
        |threads, seed, input: String| run(&[&flags[..], &[threads, "--seed", seed]].concat(), input.as_bytes()).stdout;
    let (one, two) = (RATED[0].0, RATED[1].0);
    let both = print("1", "a", format!("{one}\n{two}\n"));
    assert_eq!(String::from_utf8_lossy(&both).lines().count(), 4, "each on a line");
    assert_eq!(print("3", "a", format!("{one}\n{two}\n")), both);
    assert_eq!([print("1", "a", one.to_owned()), print("1", "a", two.to_owned())].concat(), both);
    assert_ne!(print("1", "b", format!("{one}\n{two}\n")), both);
}
