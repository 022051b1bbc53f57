//! Ratings, hints, explanations and the list of techniques.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sudoku_service::operations;
use sudoku_service::operations::answer::format::Format;
use sudoku_service::operations::operation::Work;
use sudoku_service::operations::reading::{Body, Request};
use sudoku_service::sudoku::logic::RatingSoFar;
use sudoku_service::sudoku::solver::CancelFlag;

use crate::support::puzzles::{CONFLICTING, EASY, EASY_SOLUTION, EMPTY, HARDEST, NO_SOLUTION, TWO_SOLUTIONS};
use crate::support::service::{Answer, Service};

/// A puzzle that needs forcing chains.
const CHAINS: &str = "..18..67......7.4...3...8.9.1...8..26...7...89..6...1.1.4...9...3.4......89..15..";

/// Applies the placements of a path, and checks that it never eliminates the digit of the solution.
#[track_caller]
fn replay(puzzle: &str, path: &Value, solution: &str) -> String {
    let mut cells: Vec<char> = puzzle.chars().collect();
    let solution: Vec<char> = solution.chars().collect();
    let digit = |candidate: &Value| candidate["digit"].to_string().chars().next().expect("a digit");
    let index = |candidate: &Value| candidate["index"].as_u64().expect("an index") as usize;
    for step in path.as_array().expect("a path") {
        for candidate in step["place"].as_array().expect("placements") {
            assert_eq!(digit(candidate), solution[index(candidate)], "{step}");
            cells[index(candidate)] = digit(candidate);
        }
        for candidate in step["eliminate"].as_array().expect("eliminations") {
            assert_ne!(digit(candidate), solution[index(candidate)], "{step}");
        }
    }
    cells.into_iter().collect()
}

#[track_caller]
pub fn check_problem(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status, &answer.json()["code"]), (status, &json!(code)), "{answer}");
}

#[tokio::test]
async fn a_rating_has_a_path_that_leads_to_the_solution() {
    let service = Service::start().await;
    for uniqueness in [true, false] {
        let body = json!({"grid": EASY, "path": true, "uniqueness": uniqueness});
        let answer = service.post_json("/rate", &body).await;
        let document = answer.json();
        assert_eq!((answer.status, &document["complete"]), (200, &json!(true)), "{answer}");
        assert_eq!(document["rating"]["er"], json!(1.2), "{answer}");
        assert_eq!(answer.header("sudoku-rating").as_deref(), Some("1.2/1.2/1.2"));
        assert_eq!(replay(EASY, &document["path"], EASY_SOLUTION), EASY_SOLUTION);
        assert_eq!(document["steps"].as_u64(), document["path"].as_array().map(|path| path.len() as u64));
    }
}

#[tokio::test]
async fn a_rating_as_text_is_one_line() {
    let service = Service::start().await;
    assert_eq!(service.post_text("/rate", EASY).await.text(), "1.2/1.2/1.2\n");
    let path = service.post_text("/rate?path=true", EASY).await;
    let lines: Vec<&str> = path.text().lines().collect();
    assert_eq!((lines.len(), lines[0]), (52, "1.2/1.2/1.2"), "{path}");
    assert!(lines[1..].iter().all(|line| line.starts_with("1.0 ") || line.starts_with("1.2 ")), "{path}");
    assert_eq!(service.post_text("/rate", EASY_SOLUTION).await.text(), "0.0/0.0/0.0\n");
}

#[tokio::test]
async fn a_step_above_max_rating_ends_the_rating_early() {
    let service = Service::start().await;
    let answer = service.post_json("/rate", &json!({"grid": CHAINS, "max_rating": 1.5})).await;
    let document = answer.json();
    assert_eq!(
        (answer.status, &document["complete"], &document["rating"]["bound"]),
        (200, &json!(false), &json!("at-least")),
        "{answer}"
    );
    assert!(document["rating"]["er"].as_f64() > Some(1.5), "{answer}");
    assert!(answer.header("sudoku-rating").is_some_and(|rating| rating.starts_with(">=")), "{answer}");
    assert_eq!(service.post_text("/rate?max_rating=1.1", EASY).await.text(), ">=1.2/0.0/0.0\n");
    let batch = service.post_text("/rate/batch?max_rating=1.1", EASY).await;
    assert_eq!(batch.text(), ">=1.2/0.0/0.0\n");
    let whole = service.post_json("/rate", &json!({"grid": CHAINS})).await.json();
    assert_eq!((&whole["rating"]["er"], &whole["steps"]), (&json!(7.1), &json!(66)), "{whole}");
}

#[tokio::test]
async fn only_a_puzzle_with_one_solution_has_a_rating() {
    let service = Service::start().await;
    for (grid, code) in
        [(CONFLICTING, "conflicting-givens"), (NO_SOLUTION, "no-solution"), (TWO_SOLUTIONS, "not-unique")]
    {
        check_problem(&service.post_json("/rate", &json!({"grid": grid})).await, 422, code);
    }
    for wrong in [
        json!({"path": 1}),
        json!({"max_rating": 0.9}),
        json!({"max_rating": 7.15}),
        json!({"max_rating": 20.000_000_000_000_004}),
        json!({"uniqueness": "null"}),
    ] {
        let mut body = json!({"grid": EASY});
        body.as_object_mut().expect("an object").extend(wrong.as_object().cloned().expect("an object"));
        check_problem(&service.post_json("/rate", &body).await, 422, "invalid-request");
    }
}

#[tokio::test]
async fn each_hint_level_extends_the_previous_one() {
    let service = Service::start().await;
    let mut before = json!({});
    for (show, members) in [
        ("nudge", &["kind", "nudge"][..]),
        ("where", &["kind", "nudge", "technique", "where"]),
        ("what", &["kind", "nudge", "technique", "what", "where"]),
        ("how", &["how", "kind", "nudge", "technique", "what", "where"]),
    ] {
        let hint = service.post_json("/hint", &json!({"grid": EASY, "show": show})).await.json()["hint"].clone();
        let names: BTreeSet<&str> = hint.as_object().expect("a hint").keys().map(String::as_str).collect();
        assert_eq!(names, members.iter().copied().collect(), "{show}");
        for (name, value) in before.as_object().expect("an object") {
            assert_eq!(&hint[name], value, "{show}");
        }
        before = hint;
    }
}

#[tokio::test]
async fn errors_in_the_position_come_before_a_step() {
    let service = Service::start().await;
    let kind = async |body: Value| service.post_json("/hint", &body).await.json()["hint"]["kind"].clone();
    assert_eq!(kind(json!({"grid": EASY})).await, "step");
    assert_eq!(kind(json!({"grid": EASY_SOLUTION})).await, "done");
    let wrong = EASY.replacen("53.", "531", 1);
    assert_eq!(kind(json!({"grid": wrong, "puzzle": EASY})).await, "mistake");
    let conflict = EASY.replacen("53.", "535", 1);
    assert_eq!(kind(json!({"grid": conflict, "puzzle": EASY})).await, "conflict");
    // r1c3 is 4; the marks leave only 1 there.
    let marks: Vec<u16> = (0..81).map(|index| u16::from(index == 2)).collect();
    assert_eq!(kind(json!({"grid": EASY, "candidates": marks})).await, "missing-mark");
    let itself = service.post_json("/hint", &json!({"grid": conflict})).await;
    assert_eq!((itself.status, &itself.json()["verdict"]), (200, &json!("conflict")), "{itself}");
    assert_eq!(itself.json()["hint"]["kind"], "conflict", "{itself}");
    let as_puzzle = service.post_json("/hint", &json!({"grid": conflict, "puzzle": conflict})).await;
    check_problem(&as_puzzle, 422, "conflicting-givens");
    check_problem(&service.post_json("/hint", &json!({"grid": NO_SOLUTION})).await, 422, "no-solution");
    check_problem(&service.post_json("/hint", &json!({"grid": EASY, "show": "all"})).await, 422, "invalid-request");
}

#[tokio::test]
async fn a_grid_with_few_clues_gets_an_answer() {
    let service = Service::start().await;
    for clues in [0, 1, 5, 9, 16] {
        let grid: String = EASY_SOLUTION
            .char_indices()
            .map(|(i, digit)| if i % 5 == 0 && i < 5 * clues { digit } else { '.' })
            .collect();
        let answer = service.post_json("/hint", &json!({"grid": grid})).await;
        let document = answer.json();
        assert_eq!((answer.status, &document["verdict"]), (200, &json!("multiple")), "{answer}");
        assert!(document["hint"].is_object() || document["reason"] == "no-further-hint", "{answer}");
    }
}

#[test]
fn a_hint_that_takes_too_much_work_is_not_an_error() {
    let operation = operations::find("hint").expect("an operation");
    let mut call = operation.call(Request { body: Body::Text(HARDEST), ..Request::default() }).expect("a puzzle");
    call.run(&Work::new(u64::MAX, 1000, &CancelFlag::new(), RatingSoFar::default())).expect("an answer");
    let document: Value = serde_json::from_slice(&call.write(Format::Json)).expect("JSON");
    assert_eq!((&document["hint"], &document["reason"]), (&Value::Null, &json!("search-limit")), "{document}");
}

#[tokio::test]
async fn without_a_step_up_to_max_rating_there_is_no_hint() {
    let service = Service::start().await;
    let document = service.post_json("/hint", &json!({"grid": EASY, "max_rating": 1.0})).await.json();
    assert_eq!((&document["hint"], &document["reason"]), (&Value::Null, &json!("max-rating")), "{document}");
}

#[tokio::test]
async fn pencil_marks_may_be_a_text_or_part_of_the_grid() {
    let service = Service::start().await;
    // Nine characters for each cell. Only r1c3 has marks, and they lack its digit 4.
    let marks: String = (0..81).map(|index| if index == 2 { "12......." } else { "........." }).collect();
    let body = json!({"grid": EASY, "candidates": marks});
    assert_eq!(service.post_json("/hint", &body).await.json()["hint"]["kind"], "missing-mark");
    let none = json!({"grid": EASY, "candidates": ".".repeat(729)});
    assert_eq!(service.post_json("/hint", &none).await.json()["hint"]["kind"], "step");
    // The same marks as part of the grid. A given is a cell with one mark.
    let cell = |(index, digit): (usize, char)| match digit {
        '.' if index == 2 => "12".to_owned(),
        '.' => "123456789".to_owned(),
        given => given.to_string(),
    };
    let cells: Vec<String> = EASY.chars().enumerate().map(cell).collect();
    let grid = cells.chunks(9).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n");
    assert_eq!(service.post_json("/hint", &json!({"grid": grid})).await.json()["hint"]["kind"], "missing-mark");
    let invalid = json!({"grid": EASY, "candidates": "2".repeat(729)});
    check_problem(&service.post_json("/hint", &invalid).await, 422, "invalid-request");
}

#[tokio::test]
async fn hints_that_are_followed_solve_the_puzzle() {
    let service = Service::start().await;
    let mut grid = EASY.to_owned();
    for _ in 0..51 {
        let hint = service.post_json("/hint", &json!({"grid": grid, "puzzle": EASY})).await.json()["hint"].clone();
        let place = &hint["how"]["place"][0];
        let index = place["index"].as_u64().expect("a placement") as usize;
        grid.replace_range(index..=index, &place["digit"].to_string());
    }
    assert_eq!(grid, EASY_SOLUTION);
}

#[tokio::test]
async fn a_wrong_digit_is_found_and_repaired() {
    let service = Service::start().await;
    let wrong = EASY.replacen("53.", "531", 1);
    let answer = service.post_json("/explain", &json!({"grid": wrong})).await;
    let document = answer.json();
    assert_eq!((answer.status, &document["verdict"]), (200, &json!("none")), "{answer}");
    let repairs = document["repairs"]["list"].as_array().expect("repairs");
    let repaired = repairs.iter().any(|repair| {
        repair["remove"] == json!([{"row": 1, "column": 3, "index": 2, "digit": 1}])
            && repair["changes"].as_array().is_some_and(|changes| changes.iter().any(|change| change["digit"] == 4))
    });
    assert!(repaired, "{answer}");
    // The givens of the core have no solution, and each is needed.
    let core = document["core"]["givens"].as_array().expect("a core");
    let grid = |left_out: usize| {
        let mut cells = vec![".".to_owned(); 81];
        for (_, given) in core.iter().enumerate().filter(|&(number, _)| number != left_out) {
            cells[given["index"].as_u64().expect("an index") as usize] = given["digit"].to_string();
        }
        cells.concat()
    };
    let verdict =
        async |grid: String| service.post_json("/validate", &json!({"grid": grid})).await.json()["verdict"].clone();
    assert_eq!(verdict(grid(core.len())).await, "none");
    for (left_out, given) in core.iter().enumerate() {
        assert_ne!(verdict(grid(left_out)).await, "none", "without {given}");
    }
}

#[tokio::test]
async fn the_text_of_an_explanation_has_the_facts_of_the_document() {
    let service = Service::start().await;
    let lines = async |query: &str, grid: &str| -> Vec<String> {
        let answer = service.post_text(&format!("/explain{query}"), grid).await;
        answer.text().lines().map(str::to_owned).collect()
    };
    // r1c1 and r1c2 are exchanged.
    let exchanged = lines("", &EASY.replacen("53", "35", 1)).await;
    assert!(exchanged.iter().any(|line| line == "exchange r1c1 r1c2"), "{exchanged:?}");
    let contradiction = lines("", &format!("123......789.........4{}", ".".repeat(59))).await;
    assert!(contradiction.iter().any(|line| line == "contradiction 4 has no place in box 1"), "{contradiction:?}");
    let several = lines("", TWO_SOLUTIONS).await;
    assert!(several.iter().any(|line| line == "unavoidable true"), "{several:?}");
    assert!(several.iter().all(|line| line != "incomplete"), "{several:?}");
}

#[tokio::test]
async fn an_explanation_says_whether_it_is_complete_and_whether_a_list_was_cut() {
    let service = Service::start().await;
    let explain = async |grid: &str| {
        service.post_json("/explain", &json!({"grid": grid, "ask": ["additions", "minimal-puzzle"]})).await.json()
    };
    for grid in [EASY, TWO_SOLUTIONS, CONFLICTING] {
        assert_eq!(explain(grid).await["complete"], true, "{grid}");
    }
    assert_eq!(explain(TWO_SOLUTIONS).await["additions"]["more"], false);
}

#[tokio::test]
async fn an_explanation_cut_off_by_the_limit_is_incomplete_but_correct() {
    let service = Service::start().await;
    // Too many sets of clues are possible to prove that none of the smaller ones leaves one solution.
    let document = check_additions(&service, EMPTY).await;
    let part = |name: &str| &document[name];
    assert_eq!((part("verdict"), part("complete")), (&json!("multiple"), &json!(false)), "{document}");
    assert_eq!(part("additions")["smallest"], false, "{document}");
    // Too many sets of givens are possible to prove that no smaller repair exists.
    let sevens = "7".repeat(81);
    let document = service.post_json("/explain", &json!({"grid": sevens})).await.json();
    let part = |name: &str| &document[name];
    assert_eq!((part("verdict"), part("complete")), (&json!("conflict"), &json!(false)), "{document}");
    assert_eq!(part("repairs")["exact"], false, "{document}");
    let removed = part("repairs")["list"][0]["remove"].as_array().expect("givens");
    let rest = with(&sevens, removed.iter().map(|given| (given, '.')));
    assert_eq!(service.post_text("/validate", &rest).await.header("sudoku-verdict").as_deref(), Some("multiple"));
    let text = service.post_text("/explain", &sevens).await;
    assert_eq!(text.text().lines().last(), Some("incomplete"), "{text}");
}

#[tokio::test]
async fn the_core_comes_with_steps_to_a_contradiction() {
    let service = Service::start().await;
    // Box 1 lacks 4, 5 and 6, which only row 3 could hold, but r3c4 holds 4.
    let grid = format!("123......789.........4{}", ".".repeat(59));
    let answer = service.post_json("/explain", &json!({"grid": grid})).await;
    assert_eq!(
        answer.json()["contradiction"],
        json!({"kind": "digit-without-place", "digit": 4, "house": {"kind": "box", "number": 1}, "steps": []}),
        "{answer}"
    );
}

#[tokio::test]
async fn additions_leave_one_of_several_solutions() {
    let document = check_additions(&Service::start().await, TWO_SOLUTIONS).await;
    assert_eq!(document["solutions"], json!({"count": 2, "exact": true}), "{document}");
    let differing = document["differing"].as_array().expect("cells");
    for addition in document["additions"]["list"][0].as_array().expect("additions") {
        assert!(differing.iter().any(|cell| cell["index"] == addition["index"]), "{document}");
    }
}

/// Asks for the additions to a grid, checks that the first set leaves only the first witness, and returns the document.
async fn check_additions(service: &Service, grid: &str) -> Value {
    let document = service.post_json("/explain", &json!({"grid": grid, "ask": ["additions"]})).await.json();
    let additions = document["additions"]["list"][0].as_array().expect("additions");
    let digit = |addition: &Value| addition["digit"].to_string().chars().next().expect("a digit");
    let filled = with(grid, additions.iter().map(|addition| (addition, digit(addition))));
    let solved = service.post_text("/solve", &filled).await;
    let verdict = solved.header("sudoku-verdict");
    assert_eq!((verdict.as_deref(), &json!(solved.text().trim())), (Some("unique"), &document["witnesses"][0]));
    document
}

/// Returns a grid with some cells replaced by other characters.
fn with<'a>(grid: &str, cells: impl Iterator<Item = (&'a Value, char)>) -> String {
    let mut grid: Vec<char> = grid.chars().collect();
    cells.for_each(|(cell, value)| grid[cell["index"].as_u64().expect("an index") as usize] = value);
    grid.into_iter().collect()
}

#[tokio::test]
async fn equivalent_puzzles_have_the_same_canonical_form() {
    let service = Service::start().await;
    let canonical = async |grid: &str| {
        let answer = service.post_json("/explain", &json!({"grid": grid, "ask": ["canonical"]})).await;
        answer.json()["canonical"]["grid"].clone()
    };
    let transposed: String = (0..81).map(|i| HARDEST.as_bytes()[i % 9 * 9 + i / 9] as char).collect();
    let renamed: String = HARDEST
        .chars()
        .map(|c| match c {
            '8' => '2',
            '2' => '8',
            other => other,
        })
        .collect();
    let form = canonical(HARDEST).await;
    assert!(form.is_string());
    assert_eq!(canonical(&transposed).await, form);
    assert_eq!(canonical(&renamed).await, form);
    assert_ne!(canonical(EASY).await, form);
    check_problem(&service.post_json("/explain", &json!({"grid": EASY, "ask": ["all"]})).await, 422, "invalid-request");
}

#[tokio::test]
async fn every_technique_is_listed_with_its_ratings_and_its_place_in_the_course() {
    let techniques = Service::start().await.get("/techniques").await.json();
    let techniques = techniques.as_array().expect("a list");
    assert!(techniques.len() > 60, "{}", techniques.len());
    assert_eq!(techniques[0]["id"], "full-house");
    for (i, row) in techniques.iter().enumerate() {
        assert_eq!(row["course"], i + 1, "{row}");
        assert_eq!(row["lowest"].is_null(), row["highest"].is_null(), "{row}");
        assert!(row["lowest"].as_f64() <= row["highest"].as_f64(), "{row}");
    }
    let of = |id: &str| techniques.iter().find(|row| row["id"] == id).expect("a technique");
    assert!(of("skyscraper")["lowest"].is_null() && of("x-wing")["lowest"] == 3.2);
}
