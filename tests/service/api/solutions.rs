//! Where a search is needed, and where it is done.

use serde_json::{Value, json};
use sudoku_service::http::Settings;

use crate::support::puzzles::{CONFLICTING, EMPTY, HARDEST_SOLUTION, nested, number};
use crate::support::service::{Service, pool, settings};

#[tokio::test]
async fn a_conflict_needs_no_search_and_what_needs_one_says_which_grid_it_is() {
    let service = Service::with(Settings { node_limit: 0, ..settings() }).await;
    let conflict = service.post_json("/validate", &json!(CONFLICTING)).await;
    assert_eq!((conflict.status, conflict.json()["verdict"].as_str()), (200, Some("conflict")), "{conflict}");
    for (grid, puzzle, pointer) in [(HARDEST_SOLUTION, EMPTY, Some("/puzzle")), (EMPTY, HARDEST_SOLUTION, None)] {
        let problem = service.post_json("/validate", &json!({"grid": grid, "puzzle": puzzle})).await.json();
        assert_eq!((&problem["code"], problem["pointer"].as_str()), (&json!("search-limit"), pointer), "{problem}");
    }
    // A count that ends early says how far it came.
    for path in ["/solve", "/validate"] {
        let problem = service.post_json(path, &json!({"grid": EMPTY, "count": 2_000})).await.json();
        let is_part = problem["counted"].as_u64().is_some_and(|counted| counted < 2_000);
        assert!(problem["code"] == "search-limit" && is_part, "{problem}");
    }
}

#[tokio::test]
async fn a_count_takes_a_thread_of_heavy_work() {
    // Long requests are read before their work has a class.
    let service = Service::on(settings(), pool(1, 1)).await;
    let rows = json!({"grid": nested(EMPTY, number), "count": 1_000});
    let escaped = serde_json::to_string(&rows).expect("JSON").replace("count", "c\\u006funt");
    for body in [rows.to_string(), escaped] {
        let answer =
            service.request("POST", "/solve").header("content-type", "application/json").body(&body).send().await;
        assert_eq!(answer.json()["count"], 1_000, "{answer}");
    }
    let ndjson = "application/x-ndjson";
    let lines = format!("{}\n{}\n", json!({"grid": EMPTY, "count": 1_000}), json!({"grid": EMPTY}));
    let answer =
        service.request("POST", "/solve/batch?count=10").header("content-type", ndjson).body(&lines).send().await;
    let documents: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!([&documents[0]["count"], &documents[1]["count"]], [&json!(1_000), &json!(10)], "{answer}");
    // A light batch has no thread for it.
    let answer = service.request("POST", "/validate/batch").header("content-type", ndjson).body(&lines).send().await;
    let first: Value = serde_json::from_str(answer.text().lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["problem"]["errors"][0]["pointer"], "/count", "{answer}");
}
