//! Every problem that a tool can find is an answer that says what is wrong and where, and no answer is long.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sudoku_service::http::Settings;
use sudoku_service::operations::ALL;

use super::{call, legacy, result, send, settings};
use crate::support::puzzles::{CONFLICTING, EASY, EMPTY, HARDEST, NO_SOLUTION, TWO_SOLUTIONS};
use crate::support::service::Service;

/// What a tool answers to these arguments.
async fn called(service: &Service, tool: &str, arguments: &Value) -> Value {
    result(&send(service, &legacy("tools/call", &call(tool, arguments))).await)
}

#[tokio::test]
async fn every_problem_that_a_tool_can_find_is_an_error_with_its_code_and_its_place() {
    let (service, limited) = (Service::start().await, Service::with(Settings { node_limit: 0, ..settings(&[]) }).await);
    for operation in ALL.iter().filter(|operation| operation.is_tool()) {
        let name = operation.about.name;
        let mut tries = vec![(&service, json!({"nonsense": 1, "grid": EASY}))];
        if operation.takes_grid {
            let grids = ["5", CONFLICTING, NO_SOLUTION, TWO_SOLUTIONS];
            tries.extend(grids.map(|grid| (&service, json!({"grid": grid}))));
            tries.extend(
                [TWO_SOLUTIONS, CONFLICTING, NO_SOLUTION]
                    .map(|puzzle| (&service, json!({"grid": EASY, "puzzle": puzzle}))),
            );
            tries.extend([EMPTY, HARDEST].map(|grid| (&limited, json!({"grid": grid, "puzzle": EMPTY}))));
            tries.extend([EMPTY, HARDEST].map(|grid| (&limited, json!({"grid": grid}))));
        } else {
            tries.push((&service, json!({"rating": 10.5, "seed": "a"})));
            tries.push((&service, json!({"rating": "10.5", "clues": "17", "symmetry": "full", "seed": "a"})));
        }
        let mut found = BTreeSet::new();
        for (service, arguments) in tries {
            let answer = called(service, name, &arguments).await;
            let problem = &answer["structuredContent"];
            let Some(code) = problem["code"].as_str() else {
                assert_eq!(answer.get("isError"), None, "{name} {arguments}");
                continue;
            };
            assert_eq!(answer["isError"], true, "{name} {arguments}");
            assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{answer}");
            let text = answer["content"][0]["text"].as_str().expect("a text");
            assert!(text.starts_with(&format!("{code}: ")), "{text}");
            let place = match code {
                "invalid-request" => problem["errors"][0]["pointer"].is_string(),
                "invalid-grid" => problem["errors"][0]["line"].is_u64() && problem["errors"][0]["pointer"] == "/grid",
                "conflicting-givens" => problem["conflicts"][0]["cells"].is_array(),
                _ => true,
            };
            assert!(place, "{name}: {problem}");
            found.insert(code.to_owned());
        }
        let mut expected: BTreeSet<String> =
            operation.about.problems.iter().map(|code| code.name().to_owned()).collect();
        expected.insert("invalid-request".to_owned());
        if operation.takes_grid {
            expected.insert("invalid-grid".to_owned());
        }
        // Whether a date exists is a problem of the path, and only hard grids exceed these limits.
        for optional in ["not-found", "search-limit"] {
            if !found.contains(optional) {
                expected.remove(optional);
            }
        }
        assert_eq!(found, expected, "{name}");
    }
}

#[tokio::test]
async fn no_answer_is_long() {
    let service = Service::start().await;
    let broken = format!("2{}", &HARDEST[1..]);
    for operation in ALL.iter().filter(|operation| operation.is_tool()) {
        let name = operation.about.name;
        let grids = [EASY, HARDEST, &broken, CONFLICTING, TWO_SOLUTIONS];
        let arguments = |grid: &str| match name {
            "rate" => json!({"grid": grid, "path": true}),
            "hint" => json!({"grid": grid, "show": "how"}),
            "explain" => json!({"grid": grid, "ask": ["additions", "canonical", "minimal-puzzle"]}),
            "generate" => json!({"level": "medium", "seed": "long", "notation": "line"}),
            "daily" => json!({"date": "2026-11-16"}),
            "techniques" => json!({}),
            _ => json!({"grid": grid}),
        };
        let mut lengths = Vec::new();
        for grid in grids.into_iter().take(if operation.takes_grid { grids.len() } else { 1 }) {
            let answer = called(&service, name, &arguments(grid)).await;
            lengths.push([
                answer["content"][0]["text"].as_str().map_or(0, str::len),
                answer["structuredContent"].to_string().len(),
            ]);
        }
        // The list of all techniques is as long as it is.
        let most = if name == "techniques" { 16 * 1024 } else { 8 * 1024 };
        assert!(lengths.iter().all(|[text, data]| *text <= most && *data <= most), "{name}: {lengths:?}");
    }
}

#[tokio::test]
async fn an_answer_that_would_be_long_says_what_to_ask_for_less_of() {
    let service = Service::start().await;
    for (tool, arguments, pointer) in [
        ("solve", json!({"grid": EMPTY, "max_solutions": 1000}), "/max_solutions"),
        ("generate", json!({"level": "easy", "seed": "long", "count": 100}), "/count"),
        ("steps", json!({"grid": EASY, "limit": 1000}), "/limit"),
        ("rate", json!({"grid": EASY, "path": true, "limit": 1000, "tell": true}), "/limit"),
    ] {
        let answer = called(&service, tool, &arguments).await;
        let problem = &answer["structuredContent"];
        assert_eq!((&answer["isError"], &problem["code"]), (&json!(true), &json!("invalid-request")), "{answer}");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{answer}");
        let detail = problem["detail"].as_str().expect("a detail");
        assert!(detail.contains("more than 8192; ask for fewer items"), "{detail}");
    }
    for arguments in [json!({"level": "easy", "seed": "long", "count": 10}), json!({"seed": "x"})] {
        let answer = called(&service, "generate", &arguments).await;
        assert!(answer.get("isError").is_none() && answer.to_string().len() < 10 * 1024, "{answer}");
    }
}

/// No option makes conflicts fewer, so a model could not ask for less.
#[tokio::test]
async fn a_grid_with_many_conflicts_is_explained() {
    let service = Service::start().await;
    let filled =
        |digit: fn(usize) -> usize| -> String { (0..81).map(|cell| (digit(cell) % 9 + 1).to_string()).collect() };
    let grids = [
        filled(|_| 0),
        filled(|cell| cell % 9),
        filled(|cell| cell / 2),
        filled(|cell| cell * cell * 7 + cell / 3),
        filled(|cell| (cell * 7919 + cell * cell * 31) >> 3),
    ];
    let mut lengths = Vec::new();
    for grid in grids {
        let answer = called(&service, "explain", &json!({"grid": grid})).await;
        let data = &answer["structuredContent"];
        assert_eq!((answer.get("isError"), &data["verdict"]), (None, &json!("conflict")), "{grid}: {answer}");
        lengths.push(data.to_string().len());
    }
    assert!(lengths.iter().any(|length| *length > 12 * 1024), "{lengths:?}");
}

#[tokio::test]
async fn a_path_is_read_piece_by_piece() {
    let service = Service::start().await;
    let whole = json!({"grid": EASY, "path": true, "tell": false});
    let whole = service.request("POST", "/rate").json(&whole).send().await.json();
    let steps = whole["path"].as_array().expect("a path").clone();
    assert_eq!(json!(steps.len()), whole["steps"]);
    let (mut pieces, mut from) = (Vec::new(), 1);
    loop {
        let piece = called(&service, "rate", &json!({"grid": EASY, "path": true, "from": from})).await;
        let read = piece["structuredContent"]["path"].as_array().expect("a path");
        assert!(read.len() <= 20);
        pieces.extend(read.iter().cloned());
        let text = piece["content"][0]["text"].as_str().expect("a text");
        let Some((_, next)) = text.rsplit_once(" more steps from ") else { break };
        from = next.trim().parse().expect("a number");
    }
    assert_eq!(pieces, steps);
    for (from, expected) in [(steps.len(), 1), (steps.len() + 1, 0), (1000, 0)] {
        let piece = called(&service, "rate", &json!({"grid": EASY, "path": true, "from": from})).await;
        assert_eq!(piece["structuredContent"]["path"].as_array().map(Vec::len), Some(expected), "{from}");
    }
}

#[tokio::test]
async fn a_hint_for_a_wrong_grid_names_the_digit_that_is_probably_wrong() {
    let service = Service::start().await;
    let wrong = format!("531{}", &EASY[3..]);
    let hint = called(&service, "hint", &json!({"grid": wrong})).await;
    let explained = called(&service, "explain", &json!({"grid": wrong})).await;
    let problem = &hint["structuredContent"];
    assert_eq!((&hint["isError"], &problem["code"]), (&json!(true), &json!("no-solution")));
    assert_eq!(problem["repairs"], explained["structuredContent"]["repairs"]);
    assert_eq!(problem["repairs"]["list"][0]["remove"], json!([{"row": 1, "column": 3, "index": 2, "digit": 1}]));
    let detail = problem["detail"].as_str().expect("a detail");
    assert!(detail.ends_with("probably wrong: r1c3=1 (then unique; unique with 4)"), "{detail}");
    // A puzzle that has no solution is another matter.
    let hint = called(&service, "hint", &json!({"grid": EASY, "puzzle": NO_SOLUTION})).await;
    assert_eq!(hint["structuredContent"].get("repairs"), None);
}
