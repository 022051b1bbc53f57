//! The commands `validate`, `hint`, `daily` and `techniques`, and the options of `solve`.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::notation;
use sudoku_service::sudoku::solver::{Budget, Finding, solve};

use crate::batch::command::{lines, run};
use crate::batch::insight::RATED;
use crate::batch::{PUZZLE, SOLUTION, TWO};
use crate::support::puzzles::{CONFLICTING, EMPTY, HARDEST, HARDEST_SOLUTION, NO_SOLUTION, nested, rows};

/// The solutions of [`TWO`].
pub const BOTH: [&str; 2] =
    [SOLUTION, "534768912672195348198342567859671423426853791713924856961537284287419635345286179"];

/// [`PUZZLE`] with a digit at r1c3 that its solution does not have there.
const MISTAKEN: &str = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The lines that a command prints for these puzzles, and its exit status.
fn answers(arguments: &[&str], puzzles: &[&str]) -> (Vec<String>, Option<i32>) {
    let output = run(arguments, puzzles.join("\n").as_bytes());
    assert!(output.stderr.is_empty(), "{output:?}");
    (lines(&output).into_iter().map(str::to_owned).collect(), output.status.code())
}

/// The documents that a command prints for these puzzles.
fn documents(arguments: &[&str], puzzles: &[&str]) -> Vec<Value> {
    let (lines, _) = answers(&[arguments, &["--output-format", "ndjson"]].concat(), puzzles);
    lines.iter().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// The cell with this index from 0, as in a document.
fn cell(index: usize) -> Value {
    json!({"row": index / 9 + 1, "column": index % 9 + 1, "index": index})
}

fn digit(line: &str, index: usize) -> Option<u32> {
    line.as_bytes()[index].is_ascii_digit().then(|| u32::from(line.as_bytes()[index] - b'0')).filter(|&digit| digit > 0)
}

/// Whether two cells are in the same row, column or box.
fn see_each_other(one: usize, other: usize) -> bool {
    let [(row, column), (other_row, other_column)] = [one, other].map(|index| (index / 9, index % 9));
    row == other_row || column == other_column || (row / 3, column / 3) == (other_row / 3, other_column / 3)
}

/// The digits that the rules leave in each cell, nine characters per cell.
fn candidates(line: &str) -> String {
    let may_hold = |index: usize, value: u32| match digit(line, index) {
        Some(given) => given == value,
        None => (0..81).all(|other| digit(line, other) != Some(value) || !see_each_other(index, other)),
    };
    (0..81 * 9)
        .map(|at| (at / 9, at as u32 % 9 + 1))
        .map(|(index, value)| if may_hold(index, value) { char::from_digit(value, 10).expect("a digit") } else { '.' })
        .collect()
}

fn grid(line: &str) -> Grid {
    notation::parse(line).expect("a grid").grid
}

/// The candidates of a grid as nine lines of pencil marks.
fn rows_of_marks(line: &str) -> Vec<String> {
    let candidates = candidates(line);
    let marks: Vec<String> = (0..81).map(|cell| candidates[9 * cell..][..9].replace('.', "")).collect();
    marks
        .chunks(9)
        .map(|row| row.iter().map(|m| if m.is_empty() { "." } else { m }).collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn validate_judges_claims_per_line() {
    let lines =
        [format!(r#"{{"grid": "{PUZZLE}", "claims": ["r1c3=4", "r1c3<>4"]}}"#), format!(r#"{{"grid": "{PUZZLE}"}}"#)];
    let lines = [&*lines[0], &*lines[1]];
    let documents = documents(&["validate"], &lines);
    let correct = |claims: &Value| {
        claims.as_array().map(|claims| claims.iter().map(|c| c["correct"] == true).collect::<Vec<_>>())
    };
    assert_eq!(correct(&documents[0]["claims"]), Some(vec![true, false]), "{}", documents[0]);
    assert_eq!((documents[1].get("claims"), &documents[1]["counts"]), (None, &json!({"filled": 30})));
    let (printed, _) = answers(&["validate", "--claims", "r1c3=4,r9c1<>3", "--output-format", "tsv"], &[PUZZLE]);
    let told = "claim r1c3=4: legal, correct | claim r9c1<>3: legal, wrong";
    assert_eq!(printed, [format!("{PUZZLE}\tunique\tfalse\t\\N\t\\N\t{told}\t\\N\t\\N")]);
}

#[test]
fn hint_has_a_column_for_the_verdict_and_one_for_the_hint() {
    let (printed, _) = answers(&["hint", "--output-format", "tsv"], &[PUZZLE, SOLUTION]);
    let single = "Hidden single: box 2 has only one place left for 8, so r1c6 is 8. | r1c6=8";
    assert_eq!(printed[0], format!("{PUZZLE}\tunique\t{single}\t\\N"));
    assert_eq!(printed[1], format!("{SOLUTION}\tunique\tThe grid is complete and correct.\t\\N"));
}

#[test]
fn validate_prints_a_verdict_per_line() {
    let grids = [PUZZLE, SOLUTION, HARDEST, TWO, EMPTY, NO_SOLUTION, CONFLICTING];
    let expected = ["unique", "unique", "unique", "multiple", "multiple", "none", "conflict | row 1: 5 at r1c1 r1c5"];
    let (printed, status) = answers(&["validate"], &grids);
    assert_eq!((printed, status), (expected.map(str::to_owned).to_vec(), Some(0)), "no verdict is a problem");
    for (document, line) in documents(&["validate", "--notation", "rows"], &grids).iter().zip(grids) {
        assert_eq!(document["grid"], json!(rows(line).join("\n")));
        assert_eq!(document["complete"], json!(line == SOLUTION));
        assert_eq!(document["valid"], json!(line != CONFLICTING));
    }
    let (columns, _) = answers(&["validate", "--output-format", "tsv"], &[SOLUTION, CONFLICTING]);
    assert_eq!(columns[0], format!("{SOLUTION}\tunique\ttrue\t\\N\t\\N\t\\N\t\\N\t\\N"));
    assert_eq!(columns[1], format!("{CONFLICTING}\tconflict\tfalse\trow 1: 5 at r1c1 r1c5\t\\N\t\\N\t\\N\t\\N"));
}

#[test]
fn validate_compares_with_the_puzzle_and_lists_candidates() {
    let flags = ["validate", "--puzzle", PUZZLE, "--ask", "candidates"];
    let erased = format!(".{}", &PUZZLE[1..]);
    let (printed, status) = answers(&flags, &[PUZZLE, SOLUTION, MISTAKEN, &erased]);
    let said = ["unique", "unique", "none | mistake at r1c3", "unique | mistake at r1c1"];
    let expected: Vec<String> = said
        .into_iter()
        .zip([PUZZLE, SOLUTION, MISTAKEN, &erased])
        .map(|(said, line)| format!("{said} | {}", rows_of_marks(line).join(" | ")))
        .collect();
    assert_eq!((printed, status), (expected, Some(0)));
    let (printed, _) = answers(&[&flags[..], &["--output-format", "tsv"]].concat(), &[PUZZLE]);
    assert_eq!(printed, [format!("{PUZZLE}\tunique\tfalse\t\\N\t\\N\t\\N\t{}\t\\N", candidates(PUZZLE))]);
    for (document, line) in documents(&flags, &[PUZZLE, MISTAKEN, HARDEST]).iter().zip([PUZZLE, MISTAKEN, HARDEST]) {
        assert_eq!(document["candidates"], json!(candidates(line)));
        let differs = |&index: &usize| match digit(line, index) {
            None => digit(PUZZLE, index).is_some(),
            found => found != digit(SOLUTION, index),
        };
        assert_eq!(document["mistakes"], (0..81).filter(differs).map(cell).collect::<Value>());
    }
}

#[test]
fn every_hint_on_the_way_to_the_solution_places_a_digit_of_it() {
    let blanks: Vec<usize> = (0..81).filter(|&index| digit(PUZZLE, index).is_none()).collect();
    let mut position = PUZZLE.to_owned();
    let mut positions = Vec::new();
    for &index in &blanks {
        positions.push(position.clone());
        position.replace_range(index..=index, &SOLUTION[index..=index]);
    }
    let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
    let (hints, status) = answers(&["hint", "--puzzle", PUZZLE], &positions);
    assert_eq!((hints.len(), status), (blanks.len(), Some(0)));
    for (hint, position) in hints.iter().zip(positions) {
        let (_, effect) = hint.split_once(". | ").expect("a sentence and its effect");
        let [b'r', row, b'c', column, b'=', value] = effect.as_bytes() else { panic!("{hint}") };
        let index = usize::from(row - b'1') * 9 + usize::from(column - b'1');
        assert_eq!((digit(position, index), SOLUTION.as_bytes()[index]), (None, *value), "{hint}");
    }
    let (done, _) = answers(&["hint", "--puzzle", PUZZLE], &[SOLUTION]);
    assert_eq!(done, ["The grid is complete and correct."]);
}

#[test]
fn each_level_of_a_hint_includes_the_lower_ones() {
    let texts = [
        "Look for a digit with one place left in a house.",
        "Hidden Single: look at box 2.",
        "8 is missing from box 2.",
    ];
    for (show, text) in ["nudge", "where", "what"].into_iter().zip(texts) {
        assert_eq!(answers(&["hint", "--show", show], &[PUZZLE]).0, [text]);
        let document = &documents(&["hint", "--show", show], &[PUZZLE])[0];
        assert_eq!((&document["show"], &document["hint"]["nudge"]), (&json!(show), &json!(texts[0])));
        let told = ["where", "what", "how"].map(|level| document["hint"].get(level).is_some());
        assert_eq!(told, [show != "nudge", show == "what", false], "{document}");
    }
    let (mistake, _) = answers(&["hint", "--puzzle", PUZZLE], &[MISTAKEN]);
    assert_eq!(mistake, [format!("r1c3 is {}, not 1. | r1c3=4", &SOLUTION[2..3])]);
    assert_eq!(answers(&["hint", "--puzzle", PUZZLE, "--show", "nudge"], &[MISTAKEN]).0, ["One digit is wrong."]);
}

#[test]
fn hints_can_be_skipped_and_limited() {
    let skipped: BTreeSet<String> =
        ["0", "1", "2"].into_iter().flat_map(|skip| answers(&["hint", "--skip", skip], &[PUZZLE]).0).collect();
    assert_eq!(skipped.len(), 3, "three different hints: {skipped:?}");
    assert_eq!(answers(&["hint", "--max-rating", "1.1"], &[PUZZLE]), (vec!["no hint: max-rating".to_owned()], Some(0)));
    // Its rating is 2.6, that of its first step 1.2.
    assert!(answers(&["hint", "--max-rating", "1.2"], &[RATED[0].0]).0[0].contains('='));
    let marks = candidates(PUZZLE).replacen('4', ".", 1);
    let (missing, _) = answers(&["hint", "--candidates", &marks], &[PUZZLE]);
    // The first 4 is at r1c3, where the solution has it.
    assert_eq!((&candidates(PUZZLE)[18..27], &missing[..]), ("12.4.....", &["r1c3 can be 4.".to_owned()][..]));
}

#[test]
fn daily_prints_the_same_puzzle_of_a_date_to_everybody() {
    for (date, level) in
        [("2026-11-16", "easy"), ("2026-11-18", "medium"), ("2026-11-20", "hard"), ("2026-11-21", "expert")]
    {
        let daily = ["daily", "--date", date];
        let (text, status) = answers(&daily, &[]);
        let document = run(&[&daily[..], &["--output-format", "json", "--notation", "line"]].concat(), b"");
        let document: Value = serde_json::from_slice(&document.stdout).expect("JSON");
        let [puzzle, solution] = ["puzzle", "solution"].map(|name| document[name].as_str().expect("a line").to_owned());
        assert_eq!((text, status), (vec![puzzle.clone()], Some(0)));
        assert_eq!((&document["level"], &document["seed"]), (&json!(level), &json!(format!("daily-{date}"))));
        // Half a turn leaves the pattern of givens as it is.
        assert!((0..81).all(|index| digit(&puzzle, index).is_some() == digit(&puzzle, 80 - index).is_some()));
        assert_eq!(solve(&grid(&puzzle), &Budget::unlimited()).finding, Finding::One(grid(&solution)));
    }
    let (saturday, _) = answers(&["daily", "--date", "2026-11-21"], &[]);
    assert_eq!(saturday, ["...27..96....61....6.4..1..35.6..8199.4...6.2612..3.57..1..2.6....53....49..16..."]);
    assert_ne!(answers(&["daily", "--date", "2026-11-21", "--level", "easy"], &[]).0, saturday);
    assert_eq!(answers(&["daily"], &[]).0[0].len(), 81, "today");
}

/// Ratings of Sudoku Explainer 1.2.1.
const KNOWN: [(&str, &str, &str); 8] = [
    ("hidden-single", "1.0", "1.5"),
    ("naked-single", "2.3", "2.3"),
    ("x-wing", "3.2", "3.2"),
    ("swordfish", "3.8", "3.8"),
    ("xy-wing", "4.2", "4.2"),
    ("xyz-wing", "4.4", "4.4"),
    ("jellyfish", "5.2", "5.2"),
    ("naked-quad", "5.0", "5.0"),
];

#[test]
fn techniques_lists_each_technique_with_its_ratings() {
    let (text, status) = answers(&["techniques"], &[]);
    let listed: Vec<Vec<&str>> = text.iter().map(|line| line.split('\t').collect()).collect();
    assert!(status == Some(0) && listed.iter().all(|columns| columns.len() == 4), "{text:?}");
    for (id, lowest, highest) in KNOWN {
        assert!(listed.iter().any(|columns| columns[..3] == [id, lowest, highest]), "{id} in {text:?}");
    }
    let json = run(&["techniques", "--output-format", "json"], b"");
    let json: Vec<Value> = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json.len(), listed.len());
    for (document, columns) in json.iter().zip(listed) {
        let bound =
            |bound: &str| document[bound].as_f64().map_or_else(|| "-".to_owned(), |rating| format!("{rating:.1}"));
        let [lowest, highest] = ["lowest", "highest"].map(bound);
        assert_eq!(
            [document["id"].as_str(), Some(&lowest), Some(&highest), document["sentence"].as_str()].map(Option::unwrap),
            columns[..]
        );
    }
    // The steps of a path are among them.
    let path = &documents(&["rate", "--path"], &[RATED[3].0])[0]["path"];
    for step in path.as_array().expect("steps") {
        assert!(json.iter().any(|technique| technique["id"] == step["technique"]["id"]), "{step}");
    }
}

#[test]
fn solve_prints_several_solutions() {
    for (most, expected) in [("2", BOTH.join(" | ")), ("1000", BOTH.join(" | "))] {
        assert_eq!(answers(&["solve", "--max-solutions", most], &[TWO]), (vec![expected], Some(0)));
    }
    let (first, _) = answers(&["solve", "--max-solutions", "1"], &[TWO, PUZZLE]);
    let (one, rest) = first[0].split_once(" | ").expect("a solution and a remark");
    assert!(BOTH.contains(&one) && rest == "# there are more solutions" && first[1] == SOLUTION, "{first:?}");
    let [document] = &documents(&["solve", "--max-solutions", "5"], &[TWO])[..] else { panic!("one line") };
    assert_eq!((&document["solutions"], &document["more"]), (&json!(BOTH), &json!(false)));
    let [document] = &documents(&["solve", "--max-solutions", "5"], &[EMPTY])[..] else { panic!("one line") };
    let solutions: BTreeSet<&str> =
        document["solutions"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!((solutions.len(), &document["more"]), (5, &json!(true)));
    for solution in solutions {
        let digits: Vec<Option<u32>> = (0..81).map(|index| digit(solution, index)).collect();
        let breaks = (0..81 * 81)
            .find(|at| at / 81 < at % 81 && see_each_other(at / 81, at % 81) && digits[at / 81] == digits[at % 81]);
        assert!(breaks.is_none() && digits.iter().all(Option::is_some), "{solution}");
    }
}

#[test]
fn solve_and_validate_count_solutions() {
    let input = format!("id,puzzle\n1,{TWO}\n2,{PUZZLE}\n");
    let csv = |command, count| {
        let output = run(&[command, "--format", "csv", "--count", count], input.as_bytes());
        lines(&output).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let solved = csv("solve", "5");
    assert_eq!(solved[0], "id,puzzle,verdict,solution,count,more,problem");
    assert!(solved[1].ends_with(",2,false,") && solved[2].ends_with(",1,false,"), "{solved:?}");
    let checked = csv("validate", "1");
    assert!(checked[0].ends_with(",candidates,count,more,problem"), "{checked:?}");
    assert!(checked[1].ends_with(",1,true,") && checked[2].ends_with(",1,false,"), "{checked:?}");
    assert_eq!(lines(&run(&["validate", "--count", "5"], format!("{TWO}\n").as_bytes())), ["multiple | 2 solutions"]);
}

#[test]
fn reveal_prints_only_some_cells() {
    let cells = |line: &str| format!("r1c3={}\nr9c9={}\nr5c5={}\n", &line[2..3], &line[80..], &line[40..41]);
    let printed = |output: &std::process::Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let flags = ["reveal", "--cells", "r1c3,80,r5c5"];
    for (grid, expected) in
        [(PUZZLE, cells(SOLUTION)), (HARDEST, cells(HARDEST_SOLUTION)), (TWO, cells(SOLUTION) + "# multiple\n")]
    {
        let output = run(&flags, grid.as_bytes());
        assert_eq!((printed(&output), output.status.code()), (expected.clone(), Some(0)), "{output:?}");
        let output = run(&[&flags[..], &[grid]].concat(), b"");
        assert_eq!((printed(&output), output.status.code()), (expected, Some(0)), "{output:?}");
    }
    let line = json!({"grid": HARDEST, "cells": [2]}).to_string();
    let output = run(&["reveal", "--output-format", "ndjson"], line.as_bytes());
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut expected = cell(2);
    expected["digit"] = json!(digit(HARDEST_SOLUTION, 2));
    assert_eq!(document, json!({"verdict": "unique", "cells": [expected]}));
    let output = run(&["reveal"], b"5");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
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
fn a_solution_is_in_the_requested_notation() {
    let notated = |name: &str| documents(&["solve", "--notation", name], &[PUZZLE])[0]["solution"].clone();
    assert_eq!(notated("line"), json!(SOLUTION));
    assert_eq!(notated("rows"), json!(rows(SOLUTION).join("\n")));
    assert_eq!(notated("dashes"), json!(rows(SOLUTION).join("-")));
    assert_eq!(notated("cells"), nested(SOLUTION, crate::support::puzzles::number));
}

#[test]
fn an_error_in_an_option_names_its_flag() {
    for (arguments, message) in [
        (&["solve", "--max-solutions", "0"][..], "--max-solutions: expected an integer from 1 to 1000, found \"0\""),
        (
            &["reveal", "--cells", "r0c1", PUZZLE],
            "--cells: expected a cell such as r1c3, or an index from 0 to 80, found \"r0c1\"",
        ),
        (&["solve", "--notation", "cube"], "--notation: expected one of "),
        (&["validate", "--puzzle", "12"], "--puzzle: The grid has 2 cells instead of 81"),
        (&["validate", "--ask", "x"], "--ask: expected a list of `candidates`, found \"x\""),
        (&["hint", "--show", "loud"], "--show: expected one of `nudge`, `where`, `what`, `how`, found \"loud\""),
        (&["hint", "--skip", "101"], "--skip: expected an integer from 0 to 100, found \"101\""),
        (&["hint", "--candidates", "12"], "--candidates: expected "),
        (&["daily", "--date", "2026-02-30"], "--date: expected a date from 2000-01-01 to a year from today"),
        (&["daily", "--level", "nice"], "--level: expected one of `easy`, "),
        (&["canonical", "--cells", "1"], "unexpected argument '--cells' found"),
        (&["techniques", "--output-format", "csv"], "invalid value 'csv' for '--output-format <FORMAT>'"),
        (&["validate", "--column", "0"], "--column: expected a name, or a number counted from 1"),
    ] {
        let output = run(arguments, b"");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let named = ["sudoku-service: ", "error: "].map(|name| format!("{name}{message}"));
        assert!(named.iter().any(|start| stderr.starts_with(start)), "{arguments:?}: {stderr}");
        assert_eq!((output.status.code(), output.stdout), (Some(2), vec![]), "{arguments:?}");
    }
}
