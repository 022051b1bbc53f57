//! The command `variants`, against the reference solver and the rules.

use std::collections::HashSet;

use serde_json::{Value, json};
use sudoku_service::sudoku::Grid;

use crate::batch::command::{lines, run};
use crate::batch::insight::RATED;
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
