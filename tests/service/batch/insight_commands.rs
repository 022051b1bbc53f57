//! The commands `rate`, `explain` and `canonical`.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sudoku_service::sudoku::canonical::Transformation;
use sudoku_service::sudoku::notation;

use crate::batch::command::{lines, run};
use crate::batch::insight::RATED;
use crate::batch::{PUZZLE, SOLUTION, TWO};

fn batch() -> String {
    RATED.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect()
}

#[test]
fn rate_prints_a_rating_per_line_with_any_number_of_threads() {
    for threads in ["1", "3"] {
        let output = run(&["rate", "--threads", threads], batch().as_bytes());
        let expected: Vec<&str> = RATED.iter().map(|&(_, rating)| rating).collect();
        assert_eq!((lines(&output), output.status.code()), (expected, Some(0)));
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn rate_takes_the_options_of_the_request() {
    let output = run(&["rate", "--max-rating", "3.0", "--format", "ndjson"], format!("\"{}\"", RATED[3].0).as_bytes());
    let line: Value = serde_json::from_str(lines(&output)[0]).expect("JSON");
    assert_eq!((&line["line"], &line["rating"]["bound"]), (&json!(1), &json!("at-least")), "{line}");
    let output = run(&["rate", "--path", "--without-uniqueness"], PUZZLE.as_bytes());
    let steps: Vec<&str> = lines(&output)[0].split(" | ").collect();
    assert_eq!((steps.len(), steps[0]), (52, "1.2/1.2/1.2"), "{steps:?}");
    let output = run(&["rate", "--format", "tsv"], format!("{}\n{TWO}\n\\N\n", RATED[4].0).as_bytes());
    let [rated, problem, null] = lines(&output)[..] else { panic!("{output:?}") };
    assert_eq!(rated, format!("{}\t7.2\t2.3\t2.3\tfiendish\tforcing-chain\t\\N", RATED[4].0));
    assert!(problem.starts_with(&format!("{TWO}{}\tnot-unique: ", "\t\\N".repeat(5))), "{problem}");
    assert_eq!((null, output.status.code()), ("\\N\t".repeat(7).trim_end(), Some(1)));
}

#[test]
fn an_invalid_option_is_named_as_a_flag() {
    for (arguments, detail) in [
        (
            &["rate", "--max-rating", "0"][..],
            "--max-rating: expected a rating from 1.0 to 20.0 with one decimal, found \"0\"",
        ),
        (&["explain", "--ask", "x"], "--ask: expected a list of `smallest-core`"),
        (&["generate", "--rating", "9-1", "--clues", "x"], "--clues: expected a number of clues"),
        (&["generate", "--rating", "9-1"], "--rating: the rating ends at 1.0, below 9.0"),
    ] {
        let output = run(arguments, b"");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.starts_with(&format!("sudoku-service: {detail}")), "{message}");
        assert_eq!((output.status.code(), output.stdout), (Some(2), vec![]));
    }
}

#[test]
fn explain_prints_an_explanation_per_line() {
    let output = run(&["explain"], format!("{PUZZLE}\n55{}\n", ".".repeat(79)).as_bytes());
    let [unique, conflict] = lines(&output)[..] else { panic!("{output:?}") };
    assert!(unique.starts_with("unique | minimal "), "{unique}");
    assert!(conflict.starts_with("conflict | row 1: 5 at r1c1 r1c2 | box 1: 5 at r1c1 r1c2 | core "), "{conflict}");
    assert_eq!(output.status.code(), Some(0), "a grid without a solution is not a problem here");
    let output = run(&["explain", "--ask", "canonical", "--format", "tsv"], TWO.as_bytes());
    let columns: Vec<&str> = lines(&output)[0].split('\t').collect();
    assert_eq!((columns.len(), columns[1], columns[3]), (4, "multiple", "\\N"));
    assert!(columns[2].starts_with("solutions 2 | witness ") && columns[2].contains(" | canonical 0"), "{columns:?}");
}

/// The smallest of all equivalent grids, found by trying everything.
const SMALLEST: [(&str, &str); 2] = [
    (
        ".9....6.......5.2.7...4....8........5.2..3.........9...3.69...........57....3....",
        "000000001000001023045000000000040006007000500200003000000080000000750100300000000",
    ),
    (
        "5...6...19.1.8..23.8.........9..3...2.8....5.....96.....7.59.34.2..3..1....1.....",
        "000000000000001023004023005000050600005000047076008002000200000700034096930007000",
    ),
];

#[test]
fn equivalent_puzzles_have_the_same_canonical_line() {
    let transpose = |puzzle: &str| -> String {
        let cells: Vec<char> = puzzle.chars().collect();
        (0..81).map(|index| cells[index % 9 * 9 + index / 9]).collect()
    };
    let relabel = |puzzle: &str| puzzle.replace('1', "x").replace('9', "1").replace('x', "9");
    let bands = |puzzle: &str| format!("{}{}{}", &puzzle[54..], &puzzle[..27], &puzzle[27..54]);
    let mut input = String::new();
    for (puzzle, _) in SMALLEST {
        for puzzle in [puzzle, &transpose(puzzle), &relabel(puzzle), &bands(&relabel(&transpose(puzzle)))] {
            input += &format!("{puzzle}\n");
        }
    }
    let output = run(&["canonical"], input.as_bytes());
    assert_eq!((lines(&output).len(), output.status.code()), (8, Some(0)));
    let different: BTreeSet<&str> = lines(&output).into_iter().collect();
    assert_eq!(different, SMALLEST.iter().map(|&(_, smallest)| smallest).collect());
}

/// Returns nine digits, given as a JSON array or as a string without separators.
fn nine(value: &Value) -> [u8; 9] {
    let digits: Vec<u8> = match value {
        Value::String(text) => text.bytes().map(|byte| byte - b'0').collect(),
        list => serde_json::from_value(list.clone()).expect("a list of numbers"),
    };
    digits.try_into().expect("nine of them")
}

#[test]
fn the_transformation_leads_to_the_canonical_form() {
    for (puzzle, smallest) in SMALLEST.into_iter().chain([(SOLUTION, "")]) {
        let ndjson = run(&["canonical", "--format", "ndjson"], format!("\"{puzzle}\"").as_bytes());
        let ndjson: Value = serde_json::from_str(lines(&ndjson)[0]).expect("JSON");
        let tsv = run(&["canonical", "--format", "tsv"], format!("puzzle\n{puzzle}\n").as_bytes());
        let [header, row] = lines(&tsv)[..] else { panic!("{tsv:?}") };
        let mut columns = header.split('\t').zip(row.split('\t')).collect::<std::collections::BTreeMap<_, _>>();
        assert_eq!((columns.remove("puzzle"), columns.remove("problem")), (Some(puzzle), Some("\\N")));
        let ndjson = &ndjson["canonical"];
        assert_eq!(columns["canonical"], ndjson["grid"]);
        assert_eq!(columns["automorphisms"], ndjson["automorphisms"].to_string());
        let zero_based = |value: &Value| nine(value).map(|line| line - 1);
        for part in [json!(columns), ndjson.clone()] {
            let transpose = part["transpose"] == json!(true) || part["transpose"] == json!("true");
            let (rows, columns) = (zero_based(&part["rows"]), zero_based(&part["columns"]));
            let transformation =
                Transformation::new(transpose, rows, columns, nine(&part["digits"])).expect("a transformation");
            let grid = notation::parse(puzzle).expect("a grid").grid;
            let reached = transformation.apply(&grid).to_string().replace('.', "0");
            assert_eq!(ndjson["grid"], json!(reached));
            assert!(smallest.is_empty() || reached == smallest);
        }
    }
}
