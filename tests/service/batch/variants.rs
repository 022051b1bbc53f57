//! The command `variants`, against the reference solver and the rules.

use std::collections::HashSet;

use serde_json::{Value, json};
use sudoku_service::sudoku::Grid;

use crate::batch::command::{lines, run};
use crate::batch::insight::RATED;
use crate::batch::{PUZZLE, TWO};
use crate::support::reference;

/// The variants of a puzzle, each a document on a line of its own.
fn variants(puzzle: &str, arguments: &[&str]) -> Vec<Value> {
    let arguments = [&["variants"], arguments].concat();
    let output = run(&arguments, format!("{{\"id\": \"x\", \"grid\": \"{puzzle}\"}}\n").as_bytes());
    lines(&output).into_iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// All solutions, up to 11.
fn solutions(grid: &Value) -> HashSet<String> {
    let grid: Grid = grid.as_str().expect("a string").parse().expect("a grid");
    let found = reference::solutions(grid.values(), 11);
    found.into_iter().filter_map(Grid::from_values).map(|grid| grid.to_string()).collect()
}

#[test]
fn an_equivalent_puzzle_is_the_result_of_its_transformation() {
    let made = variants(RATED[0].0, &["--per", "3"]);
    assert_eq!(made.iter().map(|variant| &variant["puzzle"]).collect::<HashSet<_>>().len(), 3);
    for (number, variant) in (1..).zip(&made) {
        assert_eq!((&variant["line"], &variant["id"], &variant["number"]), (&json!(1), &json!("x"), &json!(number)));
        let part = |name: &str| -> Vec<usize> {
            let list = variant["transformation"][name].as_array().expect("a list");
            list.iter().map(|number| number.as_u64().expect("a number") as usize - 1).collect()
        };
        let (rows, columns, digits) = (part("rows"), part("columns"), part("digits"));
        let is_transposed = variant["transformation"]["transpose"] == true;
        let transformed: String = (0..81)
            .map(|cell| {
                let (row, column) = (rows[cell / 9], columns[cell % 9]);
                let from = if is_transposed { 9 * column + row } else { 9 * row + column };
                match RATED[0].0.as_bytes()[from] {
                    b'.' => '.',
                    digit => char::from(b'1' + digits[usize::from(digit - b'1')] as u8),
                }
            })
            .collect();
        assert_eq!(variant["puzzle"], transformed);
        let solution = variant["solution"].as_str().expect("a solution").to_owned();
        assert_eq!((solutions(&variant["puzzle"]), &variant["verdict"]), (HashSet::from([solution]), &json!("unique")));
    }
}

#[test]
fn an_ambiguous_grid_lists_all_its_solutions() {
    for (arguments, counts) in [(&["--solutions", "7"][..], 7..=7), (&[], 2..=10)] {
        for variant in variants(PUZZLE, &[&["--kind", "ambiguous", "--per", "5"], arguments].concat()) {
            let listed: HashSet<String> = variant["solutions"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|grid| grid.as_str().expect("text").to_owned())
                .collect();
            assert!(counts.contains(&listed.len()) && variant["verdict"] == "multiple", "{variant}");
            assert_eq!(solutions(&variant["puzzle"]), listed);
        }
    }
}

#[test]
fn a_broken_grid_names_its_wrong_digit() {
    let made = variants(PUZZLE, &["--kind", "broken", "--per", "20"]);
    let verdicts: HashSet<&str> = made.iter().filter_map(|variant| variant["verdict"].as_str()).collect();
    assert_eq!(verdicts, HashSet::from(["none", "conflict"]));
    for variant in made {
        let cell = variant["cell"]["index"].as_u64().expect("an index") as usize;
        let mut puzzle = variant["puzzle"].as_str().expect("text").to_owned();
        assert_eq!(puzzle[cell..=cell], variant["wrong"].to_string());
        assert!(solutions(&variant["puzzle"]).is_empty());
        puzzle.replace_range(cell..=cell, &variant["right"].to_string());
        assert_eq!(puzzle, PUZZLE);
    }
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

#[test]
fn a_grid_that_is_no_puzzle_and_options_that_exclude_each_other_are_problems() {
    let output = run(&["variants"], TWO.as_bytes());
    assert!(lines(&output)[0].starts_with("error not-unique line 1: "), "{output:?}");
    let output = run(&["variants", "--solutions", "2"], PUZZLE.as_bytes());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("--solutions: only ambiguous variants have several"), "{error}");
}
