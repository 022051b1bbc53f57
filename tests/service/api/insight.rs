//! Hints and explanations: limits of their work, and answers that are followed.

use serde_json::{Value, json};
use sudoku_service::operations;
use sudoku_service::operations::answer::format::Format;
use sudoku_service::operations::operation::Work;
use sudoku_service::operations::reading::{Body, Request};
use sudoku_service::sudoku::logic::RatingSoFar;
use sudoku_service::sudoku::solver::CancelFlag;

use crate::support::puzzles::{EASY, EASY_SOLUTION, EMPTY, HARDEST};
use crate::support::service::{Answer, Service};

#[track_caller]
pub fn check_problem(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status, &answer.json()["code"]), (status, &json!(code)), "{answer}");
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
