//! The parts of an answer that a caller can choose: the notation of its grids, and cells instead of the whole solution.

use serde_json::{Value, json};

use crate::support::answer::check_header;
use crate::support::puzzles::{
    CONFLICTING, EASY, EASY_SOLUTION, NO_SOLUTION, TWO_SOLUTIONS, flat, joined, nested, number, rows,
};
use crate::support::service::Service;

/// A grid in each notation that a caller can request.
fn notations(grid: &str) -> [(&'static str, Value); 4] {
    [
        ("line", json!(grid)),
        ("rows", json!(joined(grid, "\n"))),
        ("dashes", json!(joined(grid, "-"))),
        ("cells", nested(grid, number)),
    ]
}

#[tokio::test]
async fn a_notation_fixes_the_form_of_the_answer() {
    let service = Service::start().await;
    for grid in [json!(EASY), nested(EASY, number), json!(rows(EASY)), flat(EASY, number)] {
        for ((notation, solution), (_, puzzle)) in notations(EASY_SOLUTION).into_iter().zip(notations(EASY)) {
            let body = json!({"grid": grid, "notation": notation});
            let solved = service.post_json("/solve", &body).await.json();
            assert_eq!(solved["solution"], solution, "{body}");
            let validated = service.post_json("/validate", &body).await.json();
            assert_eq!(validated["grid"], puzzle, "{body}");
            let body = json!({"grid": grid, "notation": notation, "ask": ["minimal-puzzle"]});
            let explained = service.post_json("/explain", &body).await.json();
            let minimal = &explained["minimal_puzzle"];
            assert_eq!((minimal.is_string(), minimal.is_array()), (puzzle.is_string(), puzzle.is_array()), "{minimal}");
        }
    }
    for (notation, solution) in notations(EASY_SOLUTION) {
        let grid = &notations(EASY).into_iter().find(|(name, _)| *name == notation).expect("the same name").1;
        let solved = service.post_json("/solve", &json!({"grid": grid, "notation": "same"})).await.json();
        assert_eq!(solved["solution"], solution);
    }
    assert_eq!(service.get("/generate?notation=same").await.status, 422);
    let several = json!({"grid": nested(TWO_SOLUTIONS, number), "notation": "line", "max_solutions": 2});
    let solved = service.post_json("/solve", &several).await.json();
    assert!(solved["solutions"].as_array().is_some_and(|solutions| solutions.iter().all(Value::is_string)), "{solved}");
    let text = service.post_text("/solve?notation=rows", EASY).await;
    assert_eq!(text.text(), format!("{}\n", joined(EASY_SOLUTION, "\n")));
    for target in ["/generate?level=easy&seed=form", "/daily/2026-11-16"] {
        let separator = if target.contains('?') { '&' } else { '?' };
        let [line, cells] = ["line", "cells"].map(|notation| format!("{target}{separator}notation={notation}"));
        let (line, cells) = (service.get(&line).await.json(), service.get(&cells).await.json());
        let line = line["puzzle"].as_str().expect("a line").to_owned();
        assert_eq!(cells["puzzle"], nested(&line, number));
    }
}

#[tokio::test]
async fn a_validation_returns_the_grid_as_it_was_read() {
    let service = Service::start().await;
    for grid in [json!(EASY), nested(EASY, number), json!(rows(EASY))] {
        assert_eq!(service.post_json("/validate", &json!({"grid": grid})).await.json()["grid"], grid);
    }
}

#[tokio::test]
async fn an_unknown_notation_is_located() {
    let service = Service::start().await;
    for path in ["/solve", "/validate", "/explain"] {
        let answer = service.post_json(path, &json!({"grid": EASY, "notation": "roman"})).await.json();
        assert_eq!(
            (&answer["code"], &answer["errors"][0]["pointer"]),
            (&json!("invalid-request"), &json!("/notation"))
        );
    }
}

#[tokio::test]
async fn cells_are_revealed_without_the_solution() {
    let service = Service::start().await;
    let cell =
        |row, column, digit| json!({"row": row, "column": column, "index": 9 * (row - 1) + column - 1, "digit": digit});
    let expected = json!([cell(1, 3, 4), cell(9, 9, 9), cell(2, 1, 6)]);
    let body = json!({"grid": nested(EASY, number), "cells": ["r1c3", 80, "R2C1"]});
    let answer = service.post_json("/reveal", &body).await.json();
    assert_eq!(answer, json!({"verdict": "unique", "cells": expected}));
    let answer = service.get(&format!("/reveal?grid={EASY}&cells=r1c3,80,r2c1")).await;
    check_header(&answer, "cache-control", Some("public, max-age=86400"));
    assert_eq!(answer.json()["cells"], expected);
    let text = service.post_text("/reveal?cells=r1c3,80,r2c1", EASY).await;
    check_header(&text, "sudoku-verdict", Some("unique"));
    assert_eq!(text.text(), "r1c3=4\nr9c9=9\nr2c1=6\n");
    let text = service.post_text("/reveal?cells=0", TWO_SOLUTIONS).await.text().to_owned();
    assert_eq!(text.lines().nth(1), Some("# multiple"), "{text}");
    // Without cells, those that are blank.
    let all = service.post_text("/reveal", EASY).await.text().to_owned();
    let blank = EASY.chars().zip(EASY_SOLUTION.chars()).enumerate().filter(|(_, (cell, _))| *cell == '.');
    let wanted: Vec<String> = blank.map(|(i, (_, digit))| format!("r{}c{}={digit}", i / 9 + 1, i % 9 + 1)).collect();
    assert_eq!(all.lines().collect::<Vec<_>>(), wanted);
}

/// The puzzle is right even where the player is wrong, and where the grid has no solution.
#[tokio::test]
async fn the_solution_of_the_puzzle_is_revealed_whatever_the_player_placed() {
    let service = Service::start().await;
    let wrong = EASY.replacen('.', "1", 1);
    assert_eq!(service.post_text("/reveal?cells=r1c3", &wrong).await.status, 422);
    let answer = service.post_json("/reveal", &json!({"grid": wrong, "puzzle": EASY, "cells": [2, 3]})).await.json();
    let digits: Vec<&Value> = answer["cells"].as_array().expect("cells").iter().map(|cell| &cell["digit"]).collect();
    assert_eq!((&answer["verdict"], digits), (&json!("unique"), vec![&json!(4), &json!(6)]));
    for (puzzle, code) in
        [(TWO_SOLUTIONS, "not-unique"), (NO_SOLUTION, "no-solution"), (CONFLICTING, "conflicting-givens")]
    {
        let answer = service.post_json("/reveal", &json!({"grid": EASY, "puzzle": puzzle})).await.json();
        assert_eq!((&answer["code"], &answer["pointer"]), (&json!(code), &json!("/puzzle")), "{puzzle}");
    }
    let batch = service.post_text("/reveal/batch", EASY).await;
    assert_eq!(batch.status, 404, "{batch}");
}

#[tokio::test]
async fn invalid_cells_are_located() {
    let service = Service::start().await;
    for (cells, pointers) in [
        (json!(["r1c3", "r0c1", 81, 1.5, null]), vec!["/cells/1", "/cells/2", "/cells/3", "/cells/4"]),
        (json!("r1c3"), vec!["/cells"]),
        (json!(vec![0; 82]), vec!["/cells"]),
    ] {
        let answer = service.post_json("/reveal", &json!({"grid": EASY, "cells": cells})).await;
        let document = answer.json();
        let found: Vec<&str> =
            document["errors"].as_array().expect("errors").iter().filter_map(|e| e["pointer"].as_str()).collect();
        assert_eq!((answer.status, &document["code"], found), (422, &json!("invalid-request"), pointers), "{answer}");
    }
    let answer = service.post_text("/reveal?cells=r1c3,x", EASY).await;
    assert_eq!(answer.status, 422, "{answer}");
    // A solution is always whole.
    let answer = service.post_json("/solve", &json!({"grid": EASY, "cells": [0]})).await.json();
    assert_eq!(answer["errors"][0]["pointer"], "/cells", "{answer}");
}
