//! Hints up to the next digit, for front ends without pencil marks.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sudoku_service::operations;
use sudoku_service::operations::answer::format::Format;
use sudoku_service::operations::operation::Work;
use sudoku_service::operations::reading::{Body, Request};
use sudoku_service::sudoku::logic::RatingSoFar;
use sudoku_service::sudoku::solver::CancelFlag;

use crate::support::puzzles::HARDEST;
use crate::support::service::Service;

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("a list, not {value}"))
}

/// The cells and digits of a list of candidates.
fn pairs(candidates: &Value) -> Vec<(usize, u64)> {
    let pair = |one: &Value| Some((one["index"].as_u64()? as usize, one["digit"].as_u64()?));
    list(candidates).iter().map(|one| pair(one).expect("a cell and a digit")).collect()
}

/// A position in a fiendish puzzle that takes several steps to the next digit, the first of which is not the hardest.
async fn position(service: &Service) -> String {
    let made = service.get("/generate?level=fiendish&seed=until&notation=line").await.json();
    let mut grid = made["puzzle"].as_str().expect("a line").to_owned();
    loop {
        let answer = service.post_json("/hint", &json!({"grid": grid, "until": "digit", "show": "how"})).await.json();
        let ratings = ratings(&answer["steps"]);
        if ratings.len() > 2 && ratings.iter().any(|rating| *rating > ratings[0]) {
            return grid;
        }
        let [(index, digit)] = pairs(&list(&answer["steps"]).last().expect("a step")["how"]["place"])[..] else {
            panic!("no digit: {answer}")
        };
        grid.replace_range(index..=index, &digit.to_string());
    }
}

fn ratings(steps: &Value) -> Vec<f64> {
    list(steps).iter().map(|step| step["technique"]["rating"].as_f64().expect("a rating")).collect()
}

#[tokio::test]
async fn a_loop_without_pencil_marks_solves_a_puzzle_digit_by_digit() {
    let service = Service::start().await;
    let made = service.get("/generate?level=fiendish&count=3&seed=until&notation=line").await.json();
    for puzzle in list(&made["puzzles"]) {
        let (mut grid, solution) = (puzzle["puzzle"].as_str().expect("a line").to_owned(), &puzzle["solution"]);
        let (mut longest, mut eliminated) = (0, 0);
        while grid.contains('.') {
            let answer = service.post_json("/hint", &json!({"grid": grid, "until": "digit"})).await.json();
            let (last, before) = list(&answer["steps"]).split_last().expect("a step");
            // A step that eliminates what another one has eliminated before would lead nowhere.
            let mut gone = BTreeSet::new();
            for step in before {
                assert_eq!(list(&step["how"]["place"]).len(), 0, "{answer}");
                let new = pairs(&step["how"]["eliminate"]);
                eliminated += new.len();
                assert!(!new.is_empty() && new.into_iter().all(|one| gone.insert(one)), "{answer}");
            }
            longest = longest.max(before.len() + 1);
            let [(index, digit)] = pairs(&last["how"]["place"])[..] else { panic!("no digit: {answer}") };
            assert_eq!(answer.get("reason"), None, "{answer}");
            grid.replace_range(index..=index, &digit.to_string());
        }
        assert_eq!((&json!(grid), longest > 1 && eliminated > 1), (solution, true), "{puzzle}");
    }
}

#[test]
fn only_a_dozen_steps_are_drawn_and_only_if_that_is_asked_for() {
    // The hardest puzzle known in 2012 takes many steps to its first digit, and seconds for them.
    let hint = operations::find("hint").expect("an operation");
    let drawn = |views: &str| {
        let query = format!("grid={HARDEST}&until=digit{views}");
        let mut call = hint.call(Request::of_query(&query)).expect("a grid");
        call.run(&Work::unlimited()).expect("a hint");
        let answer: Value = serde_json::from_slice(&call.write(Format::Json)).expect("JSON");
        let drawn = list(&answer["steps"]).iter().map(|step| !list(&step["how"]["views"]).is_empty());
        (drawn.collect::<Vec<_>>(), !list(&answer["hint"]["how"]["views"]).is_empty())
    };
    let (plain, is_first_drawn) = drawn("");
    assert!(is_first_drawn && plain.iter().all(|drawn| !drawn), "{plain:?}");
    let (sent, _) = drawn("&views=true");
    let wanted: Vec<bool> = (0..plain.len()).map(|number| number < 12).collect();
    assert_eq!(sent, wanted);
}

#[tokio::test]
async fn without_a_digit_the_steps_found_come_with_the_reason() {
    let service = Service::start().await;
    let grid = position(&service).await;
    let whole = service.post_json("/hint", &json!({"grid": grid, "until": "digit"})).await.json();
    let ratings = ratings(&whole["steps"]);
    let most = ratings.iter().copied().fold(0.0, f64::max);
    let query = format!("/hint?until=digit&max_rating={:.1}", most - 0.1);
    let request = service.request("POST", &query).header("accept", "application/json").body(&grid);
    let answer = request.send().await.json();
    let before = ratings.iter().take_while(|rating| **rating < most).count();
    assert!(before > 0 && list(&answer["steps"]).len() == before, "{before}: {answer}");
    assert_eq!((&answer["reason"], answer["hint"].is_null()), (&json!("max-rating"), false), "{answer}");
    let text = service.post_text(&query, &grid).await;
    assert!(text.text().ends_with("\n# no digit follows: max-rating\n"), "{text}");
}

#[test]
fn a_hint_that_takes_too_much_work_is_not_an_error() {
    let operation = operations::find("hint").expect("an operation");
    let mut call = operation.call(Request { body: Body::Text(HARDEST), ..Request::default() }).expect("a puzzle");
    call.run(&Work::new(u64::MAX, 1000, &CancelFlag::new(), RatingSoFar::default())).expect("an answer");
    let document: Value = serde_json::from_slice(&call.write(Format::Json)).expect("JSON");
    assert_eq!((&document["hint"], &document["reason"]), (&Value::Null, &json!("search-limit")), "{document}");
}
