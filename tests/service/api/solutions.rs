//! `POST /solve` with and without `max_solutions`.

use std::collections::HashSet;

use serde_json::{Value, json};
use sudoku_service::http::Settings;
use sudoku_service::sudoku::{Grid, rules};

use crate::support::puzzles::{
    CONFLICTING, EMPTY, HARDEST, HARDEST_SOLUTION, TWO_SOLUTIONS, joined, nested, number, number_or,
};
use crate::support::reference;
use crate::support::service::{Answer, Service, pool, settings};

/// A puzzle whose rows are separated by slashes.
const SLASHED: &str = "03...5.6./.1...3.8./.4......7/..7.24.../5...9..../.8.3..5../...8...../..9....73/.5.9....2";

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

fn lines_of(grids: &[[u8; 81]]) -> Vec<String> {
    grids.iter().map(line_of).collect()
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
async fn without_max_solutions_the_answer_has_one_solution_and_the_verdict() {
    let service = Service::start().await;
    for (puzzle, verdict, clues) in [(HARDEST, "unique", 21), (TWO_SOLUTIONS, "multiple", 77), (EMPTY, "multiple", 0)] {
        let answer = service.post_json("/solve", &json!({"grid": puzzle})).await;
        let mut document = answer.json();
        let (solution, stats) = (document["solution"].take(), document["stats"].take());
        assert_eq!(document, json!({"verdict": verdict, "solution": null, "clues": clues, "stats": null}), "{answer}");
        let solution = grid(solution.as_str().expect("a string"));
        assert!(rules::is_solved(&solution) && solution.contains(&grid(puzzle)), "{answer}");
        let names: Vec<&String> = stats.as_object().expect("an object").keys().collect();
        assert_eq!(names, ["guesses", "elapsed_us"], "{answer}");
        assert!(stats["guesses"].is_u64() && stats["elapsed_us"].is_u64(), "{answer}");
    }
}

#[tokio::test]
async fn a_finished_grid_is_its_own_solution() {
    let service = Service::start().await;
    let answer = service.post_json("/solve", &json!(HARDEST_SOLUTION)).await;
    let document = answer.json();
    assert_eq!(
        (&document["solution"], &document["clues"], &document["stats"]["guesses"]),
        (&json!(HARDEST_SOLUTION), &json!(81), &json!(0)),
        "{answer}"
    );
}

#[tokio::test]
async fn several_solutions_as_text_are_separated_by_a_line_break_or_an_empty_line() {
    let service = Service::start().await;
    let mut expected = lines_of(&reference::solutions(grid(TWO_SOLUTIONS).values(), 3));
    expected.sort();
    for (sent, between_rows, between_grids) in [
        (TWO_SOLUTIONS.to_owned(), "", "\n"),
        (joined(TWO_SOLUTIONS, "-"), "-", "\n"),
        (joined(TWO_SOLUTIONS, "\n"), "\n", "\n\n"),
        (nested(TWO_SOLUTIONS, number).to_string(), "", "\n"),
    ] {
        let request = service.request("POST", "/solve?max_solutions=5").header("accept", "text/plain").body(&sent);
        let answer = request.send().await;
        let text = answer.text().strip_suffix('\n').unwrap_or_else(|| panic!("no line break at the end: {answer}"));
        let mut found: Vec<&str> = text.split(between_grids).collect();
        found.sort_unstable();
        let wanted: Vec<String> = expected.iter().map(|line| joined(line, between_rows)).collect();
        assert_eq!(found, wanted, "{sent}: {answer}");
        assert_eq!(answer.header("sudoku-verdict").as_deref(), Some("multiple"));
    }
    // A single solution of several is followed by a word or a comment, which the parser skips.
    let answer = service.post_text("/solve", TWO_SOLUTIONS).await;
    let solution = answer.text().strip_suffix(" multiple\n").unwrap_or_else(|| panic!("the word: {answer}"));
    assert!(expected.contains(&solution.to_owned()), "{answer}");
    assert_eq!(service.post_text("/solve", answer.text()).await.text(), format!("{solution}\n"));
    let answer = service.post_text("/solve?notation=rows", TWO_SOLUTIONS).await;
    let rows = answer.text().strip_suffix("\n# multiple\n").unwrap_or_else(|| panic!("the comment: {answer}"));
    assert!(expected.contains(&rows.replace('\n', "")), "{answer}");
    assert_eq!(
        service.post_text("/solve?notation=line", answer.text()).await.text(),
        format!("{}\n", rows.replace('\n', ""))
    );
    let answer = service.post_text("/solve?max_solutions=1", TWO_SOLUTIONS).await;
    let (solution, comment) = answer.text().split_once('\n').expect("two lines");
    assert!(expected.contains(&solution.to_owned()), "{answer}");
    assert_eq!(comment, "# there are more solutions\n");
    // If one solution is requested, the answer is only the solution, as without the option.
    let answer = service.post_text("/solve?max_solutions=1", HARDEST).await;
    assert_eq!(answer.text(), format!("{HARDEST_SOLUTION}\n"));
}

#[tokio::test]
async fn solutions_have_the_notation_of_the_request() {
    let service = Service::start().await;
    let body = json!({"grid": nested(TWO_SOLUTIONS, number_or(Value::Null)), "max_solutions": 2});
    let answer = service.post_json("/solve", &body).await;
    let mut found: Vec<Value> = answer.json()["solutions"].as_array().expect("an array").clone();
    let solutions = lines_of(&reference::solutions(grid(TWO_SOLUTIONS).values(), 3));
    let mut expected: Vec<Value> = solutions.iter().map(|line| nested(line, number)).collect();
    found.sort_by_key(Value::to_string);
    expected.sort_by_key(Value::to_string);
    assert_eq!(found, expected, "{answer}");
}

#[tokio::test]
async fn a_puzzle_with_slashes_between_rows_gets_the_correct_verdict() {
    let service = Service::start().await;
    let line = SLASHED.replace('/', "").replace('0', ".");
    let conflicts = rules::conflicts(&grid(&line));
    let found = reference::solutions(grid(&line).values(), 2);
    let answer = service.post_text("/solve", SLASHED).await;
    match found.as_slice() {
        [] => assert_eq!(
            (answer.status, answer.text().split(':').next()),
            (422, Some(if conflicts.is_empty() { "no-solution" } else { "conflicting-givens" })),
            "{answer}"
        ),
        [only] => assert_eq!(
            (answer.text(), answer.header("sudoku-verdict").as_deref()),
            (format!("{}\n", line_of(only)).as_str(), Some("unique")),
            "{answer}"
        ),
        _ => assert_eq!(answer.header("sudoku-verdict").as_deref(), Some("multiple"), "{answer}"),
    }
}

#[tokio::test]
async fn a_conflict_is_a_problem_and_is_not_searched() {
    let service = Service::start().await;
    let answer = service.post_json("/solve", &json!({"grid": CONFLICTING, "max_solutions": 2})).await;
    assert_eq!(
        (answer.status, &answer.json()["code"], answer.header("sudoku-verdict").as_deref()),
        (422, &json!("conflicting-givens"), Some("conflict")),
        "{answer}"
    );
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
    // An empty grid has more solutions than are counted.
    let answer = service.post_json("/solve", &json!({"grid": EMPTY, "count": 100_000})).await.json();
    assert_eq!(json!([answer["count"], answer["more"]]), json!([100_000, true]), "{answer}");
    for (grid, expected) in [(HARDEST, 1), (TWO_SOLUTIONS, 2)] {
        let answer = service.post_json("/solve", &json!({"grid": joined(grid, "\n"), "count": 7})).await.json();
        assert_eq!(json!([answer["count"], answer["more"]]), json!([expected, false]), "{answer}");
    }
    let conflicting = service.post_json("/validate", &json!({"grid": CONFLICTING, "count": 7})).await.json();
    assert_eq!(json!([conflicting["count"], conflicting["more"]]), json!([0, false]), "{conflicting}");
    // As text, the count is a comment below a solution.
    let text = service.post_text("/solve?count=7", TWO_SOLUTIONS).await;
    let (line, comment) = text.text().split_once('\n').expect("two lines");
    assert!(line.ends_with(" multiple") && comment == "# 2 solutions\n", "{text}");
    assert_eq!(service.post_text("/validate?count=1", TWO_SOLUTIONS).await.text(), "multiple\nmore than 1 solution\n");
    for (options, why) in [
        (json!({"count": 0}), "`count`: expected an integer from 1 to 1000000, found 0"),
        (json!({"count": 1_000_001}), "`count`: expected an integer from 1 to 1000000, found 1000001"),
        (json!({"count": 2, "max_solutions": 2}), "without `max_solutions`"),
    ] {
        let mut request = options.clone();
        request["grid"] = json!(TWO_SOLUTIONS);
        let answer = service.post_json("/solve", &request).await;
        assert!(
            answer.status == 422 && answer.json()["detail"].as_str().is_some_and(|detail| detail.contains(why)),
            "{answer}"
        );
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
