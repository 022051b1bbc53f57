//! Pencil marks as a part of the position.

use serde_json::{Value, json};

use crate::api::insight::check_problem;
use crate::support::puzzles::{CONFLICTING, EASY, EMPTY, HARDEST, HARDEST_SOLUTION, TWO_SOLUTIONS};
use crate::support::service::Service;

/// The solution of [`TWO_SOLUTIONS`] with 6 in r1c4.
const WITH_6: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The operations on a position.
const OPERATIONS: [&str; 7] = ["solve", "validate", "rate", "hint", "steps", "explain", "annotate"];

/// Bit masks with these digits in some cells; the others are not noted.
fn masks(noted: &[(usize, &[u8])]) -> Value {
    let mut masks = [0_u16; 81];
    for (cell, digits) in noted {
        masks[*cell] = digits.iter().map(|digit| 1 << (digit - 1)).sum();
    }
    json!(masks.to_vec())
}

/// Nine lines of groups of digits: the givens, and these in the blank cells.
fn groups(grid: &str, marks: impl Fn(usize) -> &'static str) -> String {
    let group = |(cell, given): (usize, char)| if given == '.' { marks(cell).to_owned() } else { given.to_string() };
    let groups: Vec<String> = grid.chars().enumerate().map(group).collect();
    groups.chunks(9).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

/// The verdict of an answer: of a rating, that there is one.
fn verdict(answer: &Value) -> &str {
    match &answer["verdict"] {
        Value::String(verdict) => verdict,
        _ if answer["rating"].is_object() => "unique",
        _ if answer["code"] == "not-unique" => "multiple",
        _ => "",
    }
}

/// The cells r1c4, r1c5, r4c4 and r4c5 have 6 and 7 in two ways; the marks of r1c4 decide which.
fn deciding() -> [Value; 2] {
    let text = groups(TWO_SOLUTIONS, |cell| if cell == 3 { "6" } else { "67" });
    [json!({"grid": text}), json!({"grid": TWO_SOLUTIONS, "candidates": masks(&[(3, &[1, 6])])})]
}

#[tokio::test]
async fn every_operation_on_a_position_keeps_to_its_pencil_marks() {
    let service = Service::start().await;
    for body in deciding() {
        for path in OPERATIONS {
            let answer = service.post_json(&format!("/{path}"), &body).await;
            assert_eq!(verdict(&answer.json()), "unique", "{path}: {answer}");
            let mut ignoring = body.clone();
            ignoring["marks"] = "ignore".into();
            let answer = service.post_json(&format!("/{path}"), &ignoring).await;
            assert_eq!(verdict(&answer.json()), "multiple", "{path}: {answer}");
        }
        let mut in_one_line = body.clone();
        in_one_line["notation"] = "line".into();
        assert_eq!(service.post_json("/solve", &in_one_line).await.json()["solution"], WITH_6);
        for path in ["solve", "validate", "rate", "explain"] {
            let line = format!("{body}\n");
            let request =
                service.request("POST", &format!("/{path}/batch")).header("content-type", "application/x-ndjson");
            let answer = request.body(&line).send().await;
            let document: Value = serde_json::from_str(answer.text().lines().next().expect("a line")).expect("JSON");
            assert_eq!(verdict(&document), "unique", "{path}: {answer}");
        }
    }
    // A line of 729 characters, and its options in the query.
    let cell = |(cell, given): (usize, char)| match (given, cell) {
        ('.', 3) => ".....6...".to_owned(),
        ('.', _) => ".....67..".to_owned(),
        (given, _) => (1..=9).map(|digit| if given.to_digit(10) == Some(digit) { given } else { '.' }).collect(),
    };
    let line: String = TWO_SOLUTIONS.chars().enumerate().map(cell).collect();
    let request = service.request("POST", "/solve/batch").header("content-type", "text/plain");
    assert_eq!(request.body(format!("{line}\n")).send().await.text(), format!("{WITH_6}\n"));
    let request = service.request("POST", "/solve/batch?marks=ignore").header("content-type", "text/plain");
    assert!(request.body(format!("{line}\n")).send().await.text().ends_with(" multiple\n"));
}

#[tokio::test]
async fn a_canonical_form_and_variants_refuse_pencil_marks() {
    let service = Service::start().await;
    let [deciding, _] = deciding();
    for path in ["canonical", "variants"] {
        let answer = service.post_json(&format!("/{path}"), &deciding).await;
        check_problem(&answer, 422, "invalid-grid");
        assert!(answer.text().contains("pencil marks"), "{path}: {answer}");
    }
    let canonical = json!({"grid": deciding["grid"], "ask": ["canonical"]});
    check_problem(&service.post_json("/explain", &canonical).await, 422, "invalid-grid");
    // Marks that remove no candidate say nothing.
    let all = groups(TWO_SOLUTIONS, |_| "67");
    assert_eq!(service.post_json("/canonical", &json!({"grid": all})).await.status, 200);
}

#[tokio::test]
async fn marks_that_lack_a_digit_of_the_solution_are_named() {
    let service = Service::start().await;
    // The solution has 4 in r1c3.
    let body = json!({"grid": EASY, "candidates": masks(&[(2, &[1, 2])])});
    for path in ["solve", "rate", "steps"] {
        let answer = service.post_json(&format!("/{path}"), &body).await;
        check_problem(&answer, 422, "no-solution");
        let document = answer.json();
        let error = &document["errors"][0];
        assert_eq!((&error["row"], &error["column"]), (&json!(1), &json!(3)), "{path}: {answer}");
        let detail = document["detail"].as_str().expect("a detail");
        assert!(detail.contains("no pencil mark for 4") && detail.contains("marks=ignore"), "{path}: {detail}");
    }
    for path in ["validate", "explain", "annotate"] {
        let answer = service.post_json(&format!("/{path}"), &body).await.json();
        assert_eq!(answer["verdict"], "none", "{path}: {answer}");
    }
    let explained = service.post_json("/explain", &body).await.json();
    let missing = &explained["missing_marks"][0];
    assert_eq!((&missing["index"], &missing["digit"]), (&json!(2), &json!(4)), "{explained}");
    assert!(explained["core"].is_null(), "{explained}");
    assert_eq!(service.post_json("/hint", &body).await.json()["hint"]["kind"], "missing-mark");
    let ignoring = json!({"grid": EASY, "candidates": body["candidates"], "marks": "ignore"});
    assert_eq!(service.post_json("/solve", &ignoring).await.json()["verdict"], "unique");
}

#[tokio::test]
async fn a_cell_without_marks_is_not_noted_but_has_no_candidate_if_all_are_removed() {
    let service = Service::start().await;
    let verdict = async |grid: &str| service.post_text("/validate", grid).await.text().to_owned();
    assert_eq!(
        verdict(&groups(TWO_SOLUTIONS, |cell| if cell == 3 { "." } else { "67" })).await.lines().next(),
        Some("multiple")
    );
    assert_eq!(verdict(&format!("{TWO_SOLUTIONS}:614")).await.lines().next(), Some("unique"));
    assert_eq!(verdict(&format!("{TWO_SOLUTIONS}:614 714")).await.lines().next(), Some("none"));
    let explained = service.post_text("/explain", &format!("{TWO_SOLUTIONS}:614 714")).await;
    assert!(explained.text().starts_with("none\n"), "{explained}");
}

#[tokio::test]
async fn partial_marks_are_the_places_of_a_digit_in_a_box() {
    let service = Service::start().await;
    // Box 1 has blank cells r1c3, r2c2, r2c3 and r3c1; the solution has 4 in r1c3.
    let body = |cells: [usize; 2], marks: &str| json!({"grid": EASY, "candidates": masks(&cells.map(|cell| (cell, &[4][..]))), "marks": marks});
    assert_eq!(service.post_json("/hint", &body([2, 10], "partial")).await.json()["hint"]["kind"], "step");
    assert_eq!(service.post_json("/solve", &body([2, 10], "partial")).await.json()["verdict"], "unique");
    let hint = service.post_json("/hint", &body([10, 11], "partial")).await.json()["hint"].clone();
    assert_eq!(hint["kind"], "missing-mark", "{hint}");
    let cells = hint["where"]["cells"].as_array().expect("cells");
    assert_eq!(cells.iter().map(|cell| cell["index"].as_u64()).collect::<Vec<_>>(), [Some(2)], "{hint}");
    let solved = service.post_json("/solve", &body([10, 11], "partial")).await;
    check_problem(&solved, 422, "no-solution");
    assert!(solved.text().contains("Row 1, column 3 has no pencil mark for 4"), "{solved}");
    let hint = service.post_json("/hint", &body([2, 10], "all")).await.json()["hint"].clone();
    assert_eq!(hint["kind"], "missing-mark", "r2c2 holds 7: {hint}");
}

#[tokio::test]
async fn every_operation_on_a_position_takes_the_same_document() {
    let service = Service::start().await;
    let progress = format!("534{}", &EASY[3..]);
    let position = json!({"grid": progress, "puzzle": EASY, "candidates": masks(&[(3, &[2, 6])]), "marks": "all"});
    let knowledge = json!({"allow": ["up-to:x-wing"], "max_rating": 4.0, "uniqueness": false});
    for (paths, more) in [
        (&["hint", "steps", "rate"][..], json!({"order": "course"})),
        (&["explain"], json!({})),
        (&["solve", "validate", "annotate"], Value::Null),
    ] {
        for path in paths {
            let mut body = position.as_object().expect("an object").clone();
            if more.is_object() {
                body.extend(knowledge.as_object().expect("options").clone());
                body.extend(more.as_object().expect("options").clone());
            }
            let answer = service.post_json(&format!("/{path}"), &Value::Object(body)).await;
            assert_eq!(answer.status, 200, "{path}: {answer}");
        }
    }
    // A given is erased, and another one is another digit. What finds mistakes tells them.
    let changed = json!({"grid": format!(".4{}", &EASY[2..]), "puzzle": EASY});
    for path in ["solve", "steps", "rate", "annotate"] {
        let problem = service.post_json(&format!("/{path}"), &changed).await;
        check_problem(&problem, 422, "invalid-request");
        let errors = &problem.json()["errors"];
        let expected = json!([
            {"pointer": "/puzzle", "detail": "`grid` must have the givens: r1c1 is 5, in `grid` blank"},
            {"pointer": "/puzzle", "detail": "`grid` must have the givens: r1c2 is 3, in `grid` 4"},
        ]);
        assert_eq!(*errors, expected, "{path}");
    }
    for (path, status) in [("hint", 200), ("validate", 200), ("explain", 200)] {
        assert_eq!(service.post_json(&format!("/{path}"), &changed).await.status, status, "{path}");
    }
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
