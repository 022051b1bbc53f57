//! `POST /validate`: verdicts, conflicts, and a player's mistakes.

use serde_json::{Value, json};
use sudoku_service::http::Settings;

use crate::support::puzzles::{
    CONFLICTING, EASY, EMPTY, HARDEST, HARDEST_SOLUTION, NO_SOLUTION, TWO_SOLUTIONS, flat, joined, nested, number, rows,
};
use crate::support::service::{Service, settings};

fn cell(row: usize, column: usize) -> Value {
    json!({"row": row, "column": column, "index": (row - 1) * 9 + column - 1})
}

/// Returns the line with a cell replaced by this character.
pub fn with(line: &str, row: usize, column: usize, character: char) -> String {
    let index = (row - 1) * 9 + column - 1;
    format!("{}{character}{}", &line[..index], &line[index + 1..])
}

/// Sends a document and compares the whole answer, its status and its verdict. Adds the grid to the expected answer as it
/// was sent.
async fn check(body: Value, mut expected: Value) {
    let grid = body.get("grid").unwrap_or(&body).clone();
    let filled = grid.as_str().expect("text").bytes().filter(|byte| *byte != b'.').count();
    expected["counts"] = json!({"filled": filled});
    if body.get("puzzle").is_some() {
        let solution = HARDEST_SOLUTION.bytes();
        let right = grid.as_str().expect("text").bytes().zip(solution).filter(|(here, there)| here == there).count();
        expected["counts"]["right"] = right.into();
        expected["counts"]["wrong"] = (filled - right).into();
    }
    expected["grid"] = grid;
    let service = Service::start().await;
    let answer = service.post_json("/validate", &body).await;
    assert_eq!((answer.status, answer.json()), (200, expected.clone()), "{body}: {answer}");
    assert_eq!(answer.header("sudoku-verdict").as_deref(), expected["verdict"].as_str(), "{answer}");
    assert_eq!(answer.header("content-type").as_deref(), Some("application/json"), "{answer}");
}

fn judged(valid: bool, complete: bool, verdict: &str) -> Value {
    json!({"valid": valid, "complete": complete, "verdict": verdict, "conflicts": []})
}

#[tokio::test]
async fn grids_without_conflicts_are_unique_multiple_or_none() {
    check(json!({"grid": HARDEST}), judged(true, false, "unique")).await;
    check(json!(HARDEST), judged(true, false, "unique")).await;
    check(json!({"grid": TWO_SOLUTIONS}), judged(true, false, "multiple")).await;
    check(json!({"grid": EMPTY}), judged(true, false, "multiple")).await;
    check(json!({"grid": NO_SOLUTION}), judged(true, false, "none")).await;
    check(json!({"grid": HARDEST_SOLUTION}), judged(true, true, "unique")).await;
}

#[tokio::test]
async fn all_conflicts_are_listed_by_house_and_digit() {
    let conflict = |digit: u8, kind: &str, number: u8, cells: &[(usize, usize)]| {
        let cells: Vec<Value> = cells.iter().map(|&(row, column)| cell(row, column)).collect();
        json!({"digit": digit, "house": {"kind": kind, "number": number}, "cells": cells})
    };
    let conflicting = |complete: bool, conflicts: Value| json!({"valid": false, "complete": complete, "verdict": "conflict", "conflicts": conflicts});
    check(json!(CONFLICTING), conflicting(false, json!([conflict(5, "row", 1, &[(1, 1), (1, 5)])]))).await;
    // Two digits conflict in the first row, and also in columns and boxes.
    let mut grid = with(EMPTY, 1, 2, '7');
    for (row, column, digit) in [(1, 3, '7'), (1, 8, '2'), (1, 9, '2'), (9, 9, '2'), (5, 2, '7'), (8, 7, '2')] {
        grid = with(&grid, row, column, digit);
    }
    let conflicts = json!([
        conflict(2, "row", 1, &[(1, 8), (1, 9)]),
        conflict(7, "row", 1, &[(1, 2), (1, 3)]),
        conflict(7, "column", 2, &[(1, 2), (5, 2)]),
        conflict(2, "column", 9, &[(1, 9), (9, 9)]),
        conflict(7, "box", 1, &[(1, 2), (1, 3)]),
        conflict(2, "box", 3, &[(1, 8), (1, 9)]),
        conflict(2, "box", 9, &[(8, 7), (9, 9)]),
    ]);
    check(json!({"grid": grid}), conflicting(false, conflicts)).await;
    // A full grid with a wrong digit is complete but invalid.
    let wrong = with(HARDEST_SOLUTION, 9, 9, '4');
    let service = Service::start().await;
    let answer = service.post_json("/validate", &json!(wrong)).await.json();
    assert_eq!(
        (&answer["valid"], &answer["complete"], &answer["verdict"]),
        (&json!(false), &json!(true), &json!("conflict"))
    );
    // A grid filled with one digit has a conflict in every house.
    let answer = service.post_json("/validate", &json!("7".repeat(81))).await.json();
    assert_eq!(answer["conflicts"].as_array().map(Vec::len), Some(27));
    assert!(
        answer["conflicts"].as_array().into_iter().flatten().all(|c| c["cells"].as_array().map(Vec::len) == Some(9))
    );
}

#[tokio::test]
async fn mistakes_are_the_cells_that_differ_from_the_unique_solution() {
    // The solution begins 812753649 943682175; r1c1, r2c3 and r2c4 are givens.
    let progress = with(HARDEST, 1, 2, '1');
    let mut expected = judged(true, false, "unique");
    expected["mistakes"] = json!([]);
    check(json!({"grid": progress, "puzzle": HARDEST}), expected.clone()).await;
    check(json!({"grid": HARDEST, "puzzle": HARDEST}), expected.clone()).await;
    // A wrong digit that breaks no rule.
    let mut expected = judged(true, false, "none");
    expected["mistakes"] = json!([cell(1, 2)]);
    check(json!({"grid": with(HARDEST, 1, 2, '2'), "puzzle": HARDEST}), expected).await;
    // A single erased given; the rest has several solutions.
    let mut expected = judged(true, false, "multiple");
    expected["mistakes"] = json!([cell(1, 1)]);
    check(json!({"grid": with(HARDEST, 1, 1, '.'), "puzzle": HARDEST}), expected).await;
    // An erased given and a changed one, in reading order; correct digits and other blanks are not mistakes.
    let mut grid = with(HARDEST_SOLUTION, 1, 1, '.');
    for (row, column, digit) in [(2, 4, '7'), (9, 9, '.'), (9, 8, '.')] {
        grid = with(&grid, row, column, digit);
    }
    let service = Service::start().await;
    let answer = service.post_json("/validate", &json!({"grid": grid, "puzzle": HARDEST})).await;
    assert_eq!(answer.json()["mistakes"], json!([cell(1, 1), cell(2, 4)]), "{answer}");
    // A grid with a conflict is not searched, but its mistakes are listed.
    let answer = service.post_json("/validate", &json!({"grid": with(HARDEST, 1, 2, '8'), "puzzle": HARDEST})).await;
    let document = answer.json();
    assert_eq!((&document["verdict"], &document["mistakes"]), (&json!("conflict"), &json!([cell(1, 2)])), "{answer}");
    // In an empty grid, every given is a mistake.
    let answer = service.post_json("/validate", &json!({"grid": EMPTY, "puzzle": HARDEST})).await;
    assert_eq!(answer.json()["mistakes"].as_array().map(Vec::len), Some(21), "{answer}");
}

/// Returns the cells of the mistakes that `/validate` and `/hint` find in this progress on `HARDEST`.
async fn mistakes_of(service: &Service, grid: &str) -> [Value; 2] {
    let body = json!({"grid": grid, "puzzle": HARDEST});
    let validated = service.post_json("/validate", &body).await.json();
    let hint = service.post_json("/hint", &body).await.json()["hint"].take();
    let hinted = if hint["kind"] == "mistake" { hint["where"]["cells"].clone() } else { json!([]) };
    [validated["mistakes"].clone(), hinted]
}

#[tokio::test]
async fn a_hint_names_the_same_mistakes() {
    let service = Service::start().await;
    // The solution begins 812753649 943682175; r1c1, r2c3 and r2c4 are givens.
    let wrong = with(HARDEST, 1, 2, '2');
    let erased = with(HARDEST, 1, 1, '.');
    let all = with(&with(&erased, 2, 4, '2'), 1, 2, '2');
    for (grid, expected) in [
        (HARDEST, json!([])),
        (HARDEST_SOLUTION, json!([])),
        (&wrong, json!([cell(1, 2)])),
        (&erased, json!([cell(1, 1)])),
        (&all, json!([cell(1, 1), cell(1, 2), cell(2, 4)])),
        (
            EMPTY,
            service.post_json("/validate", &json!({"grid": EMPTY, "puzzle": HARDEST})).await.json()["mistakes"].take(),
        ),
    ] {
        assert_eq!(mistakes_of(&service, grid).await, [expected.clone(), expected], "{grid}");
    }
    let told = service.post_json("/hint", &json!({"grid": all, "puzzle": HARDEST})).await.json()["hint"].take();
    assert_eq!(told["nudge"], "2 digits are wrong. One given is missing.", "{told}");
    assert_eq!(told["how"]["text"], "r1c1 is 8, not blank; r1c2 is 1, not 2; r2c4 is 6, not 2.", "{told}");
}

#[tokio::test]
async fn the_puzzle_may_be_in_another_notation_and_in_the_query() {
    let service = Service::start().await;
    let grid = with(HARDEST, 1, 2, '2');
    let puzzles = [
        nested(HARDEST, number),
        flat(HARDEST, number),
        json!(rows(HARDEST)),
        json!(joined(HARDEST, "-")),
        json!(joined(HARDEST, "\n")),
    ];
    for puzzle in puzzles {
        let answer = service.post_json("/validate", &json!({"puzzle": puzzle, "grid": grid})).await;
        assert_eq!(answer.json()["mistakes"], json!([cell(1, 2)]), "{puzzle}: {answer}");
    }
    for puzzle in [HARDEST.to_owned(), joined(HARDEST, "-"), joined(HARDEST, "%0A"), joined(HARDEST, "+")] {
        let target = format!("/validate?puzzle={puzzle}");
        let answer = service.post_text(&target, &grid).await;
        assert_eq!(answer.text(), "none\nmistake at r1c2\n", "{target}: {answer}");
        let answer = service.post_json(&target, &json!(grid)).await;
        assert_eq!(answer.json()["mistakes"], json!([cell(1, 2)]), "{target}: {answer}");
    }
}

#[tokio::test]
async fn the_problem_for_an_unusable_puzzle_points_to_the_puzzle() {
    let service = Service::start().await;
    let cases = [
        (CONFLICTING, "conflicting-givens"),
        (NO_SOLUTION, "no-solution"),
        (TWO_SOLUTIONS, "not-unique"),
        (EMPTY, "not-unique"),
    ];
    for (puzzle, code) in cases {
        // An unusable puzzle takes precedence over any grid.
        for grid in [HARDEST, CONFLICTING, NO_SOLUTION] {
            let answer = service.post_json("/validate", &json!({"grid": grid, "puzzle": puzzle})).await;
            let problem = answer.json();
            assert_eq!(
                (answer.status, &problem["code"], &problem["pointer"], problem.get("parameter")),
                (422, &json!(code), &json!("/puzzle"), None),
                "{answer}"
            );
            assert_eq!(problem.get("conflicts").is_some(), code == "conflicting-givens", "{answer}");
            assert_eq!(answer.header("sudoku-verdict"), None, "the verdict would be the puzzle's: {answer}");
            let request = service.request("POST", &format!("/validate?puzzle={puzzle}")).body(grid);
            let answer = request.header("accept", "application/json").send().await;
            let problem = answer.json();
            assert_eq!(
                (answer.status, &problem["code"], problem.get("pointer"), &problem["parameter"]),
                (422, &json!(code), None, &json!("puzzle")),
                "{answer}"
            );
        }
    }
    let answer = service.post_json("/validate", &json!({"grid": HARDEST, "puzzle": [1, 2]})).await;
    assert_eq!(answer.json()["errors"][0]["pointer"], "/puzzle", "{answer}");
    let cut = Service::with(Settings { node_limit: 0, ..settings() }).await;
    let answer = cut.post_json("/validate", &json!({"grid": HARDEST_SOLUTION, "puzzle": EMPTY})).await;
    let problem = answer.json();
    assert_eq!((&problem["code"], &problem["pointer"]), (&json!("search-limit"), &json!("/puzzle")), "{answer}");
    let answer = cut.post_json("/validate", &json!({"grid": EMPTY, "puzzle": HARDEST_SOLUTION})).await;
    let problem = answer.json();
    assert_eq!((&problem["code"], problem.get("pointer")), (&json!("search-limit"), None), "{answer}");
}

#[tokio::test]
async fn a_conflict_needs_no_search() {
    let service = Service::with(Settings { node_limit: 0, ..settings() }).await;
    let answer = service.post_json("/validate", &json!(CONFLICTING)).await;
    assert_eq!((answer.status, answer.json()["verdict"].as_str()), (200, Some("conflict")), "{answer}");
}

#[tokio::test]
async fn text_responses_have_the_verdict_and_a_line_for_each_error() {
    let service = Service::start().await;
    let conflicting = with(&with(CONFLICTING, 2, 1, '5'), 3, 3, '9');
    for (target, grid, expected) in [
        ("/validate".to_owned(), HARDEST, "unique\n"),
        ("/validate".to_owned(), NO_SOLUTION, "none\n"),
        ("/validate".to_owned(), EMPTY, "multiple\n"),
        (
            "/validate".to_owned(),
            &conflicting,
            "conflict\nrow 1: 5 at r1c1 r1c5\ncolumn 1: 5 at r1c1 r2c1\nbox 1: 5 at r1c1 r2c1\n",
        ),
        (
            format!("/validate?puzzle={HARDEST}"),
            &with(&with(HARDEST, 1, 2, '8'), 9, 9, '3'),
            "conflict\nrow 1: 8 at r1c1 r1c2\nbox 1: 8 at r1c1 r1c2\nmistake at r1c2\nmistake at r9c9\n",
        ),
    ] {
        let answer = service.post_text(&target, grid).await;
        assert_eq!(
            (answer.status, answer.header("content-type").as_deref(), answer.text()),
            (200, Some("text/plain; charset=utf-8"), expected),
            "{target} {grid}: {answer}"
        );
        assert_eq!(answer.header("sudoku-verdict").as_deref(), expected.lines().next(), "{answer}");
    }
}

#[tokio::test]
async fn the_candidates_of_any_grid_are_returned_on_request() {
    let service = Service::start().await;
    let marks = |answer: &Value| -> Vec<String> {
        let text = answer["candidates"].as_str().expect("candidates");
        assert_eq!(text.len(), 729);
        (0..81).map(|cell| text[9 * cell..][..9].replace('.', "")).collect()
    };
    let request = json!({"grid": EASY, "ask": ["candidates"]});
    let answer = service.post_json("/validate", &request).await.json();
    assert_eq!(marks(&answer)[..5], ["5", "3", "124", "26", "7"]);
    // Also in a grid with a conflict.
    let conflict = format!("11{}", ".".repeat(79));
    let answer = service.request("GET", &format!("/validate?ask=candidates&grid={conflict}"));
    let answer = answer.header("accept", "application/json").send().await.json();
    assert_eq!(marks(&answer)[..3], ["1", "1", "23456789"]);
    // Pencil marks in the text are the player's, and are returned instead.
    let noted = "1".to_owned() + &".".repeat(8 + 720);
    let answer = service.post_json("/validate", &json!({"grid": noted, "ask": ["candidates"]})).await.json();
    assert_eq!(answer["candidates"], noted);
    let unasked = service.post_json("/validate", &json!({"grid": noted})).await.json();
    assert_eq!(unasked["candidates"], noted);
    let refused = service.post_json("/validate", &json!({"grid": conflict, "ask": ["cells"]})).await;
    assert_eq!((refused.status, refused.json()["errors"][0]["pointer"].as_str()), (422, Some("/ask")), "{refused}");
}

#[tokio::test]
async fn pencil_marks_as_text_are_the_same_marks_to_a_hint() {
    let service = Service::start().await;
    // r1c1 has no candidate in the last grid.
    let stuck = format!(".12345678........9{}", ".".repeat(63));
    for grid in [EASY, HARDEST, TWO_SOLUTIONS, EMPTY, HARDEST_SOLUTION, CONFLICTING, &stuck] {
        let json = service.post_json("/validate", &json!({"grid": grid, "ask": ["candidates"]})).await.json();
        let text = service.post_text("/validate?ask=candidates", grid).await;
        let lines: Vec<&str> = text.text().lines().collect();
        let marks: Vec<&str> = lines[lines.len() - 9..].iter().flat_map(|line| line.split(' ')).collect();
        let expected = json["candidates"].as_str().expect("marks");
        let expected = (0..81).map(|cell| expected[9 * cell..][..9].replace('.', ""));
        let expected: Vec<String> =
            expected.map(|marks| if marks.is_empty() { ".".to_owned() } else { marks }).collect();
        assert_eq!(marks, expected, "{text}");
        // The whole answer and its nine lines are the same marks to a hint.
        let nine = lines[lines.len() - 9..].join("\n");
        let mut hints = Vec::new();
        for candidates in [&json["candidates"], &json!(text.text()), &json!(nine)] {
            let body = json!({"grid": grid, "candidates": candidates});
            hints.push(service.post_json("/hint", &body).await);
        }
        assert!(hints.iter().all(|hint| hint.status == hints[0].status), "{}", hints[1]);
        if hints[0].status == 200 {
            assert!(hints.iter().all(|hint| hint.json() == hints[0].json()), "{grid}");
        }
    }
    // Marks are compared, not ignored: without the mark of the solution, it is missing.
    let text = service.post_text("/validate?ask=candidates", EASY).await.text().replacen(" 124 ", " 12 ", 1);
    let hint = service.post_json("/hint", &json!({"grid": EASY, "candidates": text})).await.json();
    assert_eq!(hint["hint"]["kind"], "missing-mark", "{hint}");
}

#[tokio::test]
async fn the_pencil_marks_of_a_text_are_returned_in_the_form_that_hint_accepts() {
    let service = Service::start().await;
    // Nine characters for each cell: a given has one mark, and the other cells have all but one in r1c2.
    let all = service.post_json("/validate", &json!({"grid": HARDEST, "ask": ["candidates"]})).await.json();
    let mut marks = all["candidates"].as_str().expect("candidates").to_owned();
    let removed = 9 + marks[9..18].find(|mark| mark != '.').expect("a candidate");
    marks.replace_range(removed..=removed, ".");
    let answer = service.post_json("/validate", &json!({"grid": marks})).await.json();
    assert_eq!((&answer["grid"], &answer["candidates"]), (&json!(HARDEST), &json!(marks)));
    let hint = json!({"grid": answer["grid"], "candidates": answer["candidates"], "show": "nudge"});
    assert_eq!(service.post_json("/hint", &hint).await.status, 200);
    assert_eq!(service.post_json("/validate", &json!(HARDEST)).await.json().get("candidates"), None);
}
