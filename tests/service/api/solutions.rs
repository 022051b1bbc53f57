//! `POST /solve` with and without `max_solutions`.

use std::collections::HashSet;

use serde_json::{Value, json};
use sudoku_service::http::Settings;
use sudoku_service::sudoku::{Grid, rules};

use crate::support::puzzles::{CONFLICTING, EMPTY, HARDEST, HARDEST_SOLUTION, TWO_SOLUTIONS, nested, number};
use crate::support::reference;
use crate::support::service::{Answer, Service, pool, settings};

fn grid(line: &str) -> Grid {
    line.parse().expect("a grid")
}

/// The number of solutions that the reference solver finds, up to a limit.
fn count(line: &str, limit: usize) -> usize {
    reference::solutions(grid(line).values(), limit).len()
}

/// Returns the solutions of an answer after checking that they are distinct and solved and contain the clues.
#[track_caller]
fn checked_solutions(puzzle: &str, answer: &Answer) -> Vec<Grid> {
    assert_eq!(answer.status, 200, "{answer}");
    let document = answer.json();
    let listed = document["solutions"].as_array().unwrap_or_else(|| panic!("no solutions: {answer}"));
    assert_eq!(listed[0], document["solution"], "the first solution is `solution`: {answer}");
    let solutions: Vec<Grid> =
        listed.iter().map(|line| grid(line.as_str().unwrap_or_else(|| panic!("not a string: {line}")))).collect();
    for solution in &solutions {
        assert!(rules::is_solved(solution), "{solution} is not solved");
        assert!(solution.contains(&grid(puzzle)), "{solution} lacks a clue of {puzzle}");
    }
    assert_eq!(solutions.iter().collect::<HashSet<_>>().len(), solutions.len(), "duplicate solution: {answer}");
    solutions
}

/// Returns a puzzle with at least this many solutions but fewer than ten times as many, and the exact number.
fn puzzle_with(solutions: usize) -> (String, usize) {
    let mut values = *grid(HARDEST_SOLUTION).values();
    for cell in (0..81).map(|i| i * 37 % 81) {
        let before = std::mem::replace(&mut values[cell], 0);
        match reference::solutions(&values, solutions * 10).len() {
            found if found == solutions * 10 => values[cell] = before,
            found if found >= solutions => return (line_of(&values), found),
            _ => {}
        }
    }
    panic!("no puzzle with about {solutions} solutions was found");
}

fn line_of(values: &[u8; 81]) -> String {
    Grid::from_values(*values).expect("a grid").to_string()
}

#[tokio::test]
async fn more_is_correct_below_at_and_above_the_number_of_solutions() {
    let service = Service::start().await;
    let puzzles =
        [(HARDEST.to_owned(), 1), (TWO_SOLUTIONS.to_owned(), 2), puzzle_with(3), puzzle_with(12), puzzle_with(90)];
    for (puzzle, exact) in puzzles {
        assert_eq!(count(&puzzle, exact + 1), exact, "{puzzle}");
        let mut all: Option<HashSet<Grid>> = None;
        for asked in [exact + 1, exact, exact - 1, 1].into_iter().filter(|&asked| asked > 0) {
            let answer = service.post_json("/solve", &json!({"grid": puzzle, "max_solutions": asked})).await;
            let solutions = checked_solutions(&puzzle, &answer);
            let verdict = if exact == 1 { "unique" } else { "multiple" };
            let document = answer.json();
            assert_eq!(
                (solutions.len(), &document["more"], &document["verdict"], answer.header("sudoku-verdict").as_deref()),
                (exact.min(asked), &json!(asked < exact), &json!(verdict), Some(verdict)),
                "{exact} solutions, {asked} asked: {answer}"
            );
            let found: HashSet<Grid> = solutions.into_iter().collect();
            assert!(found.is_subset(all.get_or_insert_with(|| found.clone())), "{asked} of {exact}");
        }
        let reference: HashSet<Grid> = reference::solutions(grid(&puzzle).values(), exact)
            .into_iter()
            .map(|values| Grid::from_values(values).expect("a grid"))
            .collect();
        assert_eq!(all, Some(reference), "{puzzle}");
    }
}

#[tokio::test]
async fn up_to_a_thousand_solutions_are_returned() {
    let service = Service::start().await;
    for asked in ["1000", "1000.0", "1e3"] {
        let body = format!(r#"{{"max_solutions":{asked},"grid":"{EMPTY}"}}"#);
        let answer = service.request("POST", "/solve").body(body).send().await;
        assert_eq!(checked_solutions(EMPTY, &answer).len(), 1000);
        assert_eq!(answer.json()["more"], true);
    }
    let request = service.request("POST", "/solve?max_solutions=1000").header("accept", "application/json");
    assert_eq!(checked_solutions(EMPTY, &request.body(EMPTY).send().await).len(), 1000);
}

#[tokio::test]
async fn solutions_are_counted_without_listing_them() {
    let service = Service::start().await;
    let (puzzle, exact) = puzzle_with(10_000);
    for (path, most, expected) in [
        ("/solve", exact, json!([exact, false])),
        ("/solve", exact - 1, json!([exact - 1, true])),
        ("/solve", 1_000_000, json!([exact, false])),
        ("/validate", 1_000_000, json!([exact, false])),
        ("/validate", 1, json!([1, true])),
    ] {
        let answer = service.post_json(path, &json!({"grid": puzzle, "count": most})).await.json();
        assert_eq!(json!([answer["count"], answer["more"]]), expected, "{path} {most}: {answer}");
        assert_eq!((&answer["verdict"], answer.get("solutions")), (&json!("multiple"), None), "{answer}");
        let got = service.get(&format!("{path}?grid={puzzle}&count={most}")).await.json();
        assert_eq!(json!([got["count"], got["more"]]), expected, "{path} {most}: {got}");
    }
    // A count that ends early says how far it came.
    let limited = Service::with(Settings { node_limit: 0, ..settings() }).await;
    for path in ["/solve", "/validate"] {
        let answer = limited.post_json(path, &json!({"grid": puzzle, "count": 2_000})).await;
        let counted = answer.json()["counted"].as_u64();
        assert!(answer.json()["code"] == "search-limit" && counted.is_some_and(|counted| counted < 2_000), "{answer}");
    }
}

#[tokio::test]
async fn a_conflict_needs_no_search_and_what_needs_one_says_which_grid_it_is() {
    let service = Service::with(Settings { node_limit: 0, ..settings() }).await;
    let conflict = service.post_json("/validate", &json!(CONFLICTING)).await;
    assert_eq!((conflict.status, conflict.json()["verdict"].as_str()), (200, Some("conflict")), "{conflict}");
    for (grid, puzzle, pointer) in [(HARDEST_SOLUTION, EMPTY, Some("/puzzle")), (EMPTY, HARDEST_SOLUTION, None)] {
        let problem = service.post_json("/validate", &json!({"grid": grid, "puzzle": puzzle})).await.json();
        assert_eq!((&problem["code"], problem["pointer"].as_str()), (&json!("search-limit"), pointer), "{problem}");
    }
}

#[tokio::test]
async fn a_count_takes_a_thread_of_heavy_work() {
    // Long requests are read before their work has a class.
    let (puzzle, exact) = puzzle_with(1_000);
    let service = Service::on(settings(), pool(1, 1)).await;
    let rows = json!({"grid": nested(&puzzle, number), "count": 100_000});
    let escaped = serde_json::to_string(&rows).expect("JSON").replace("count", "c\\u006funt");
    for body in [rows.to_string(), escaped] {
        let answer =
            service.request("POST", "/solve").header("content-type", "application/json").body(&body).send().await;
        assert_eq!(answer.json()["count"], exact, "{answer}");
    }
    let ndjson = "application/x-ndjson";
    let lines = format!("{}\n{}\n", json!({"grid": puzzle, "count": 100_000}), json!({"grid": puzzle}));
    let answer =
        service.request("POST", "/solve/batch?count=10").header("content-type", ndjson).body(&lines).send().await;
    let documents: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!([&documents[0]["count"], &documents[1]["count"]], [&json!(exact), &json!(10)], "{answer}");
    // A light batch has no thread for it.
    let answer = service.request("POST", "/validate/batch").header("content-type", ndjson).body(&lines).send().await;
    let first: Value = serde_json::from_str(answer.text().lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["problem"]["errors"][0]["pointer"], "/count", "{answer}");
}
