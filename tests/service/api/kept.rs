//! What callers keep and compare from one release to the next, as literals: a change of any of them breaks a promise.

use serde_json::{Value, json};
use sudoku_service::operations::ALL;

use crate::support::puzzles::{EASY, NO_SOLUTION, TWO_SOLUTIONS};
use crate::support::service::{Answer, Service};

/// The problems of all releases. A new one may be added; none changes or goes.
const PROBLEMS: [(&str, u16); 21] = [
    ("malformed-json", 400),
    ("invalid-request", 422),
    ("invalid-grid", 422),
    ("conflicting-givens", 422),
    ("no-solution", 422),
    ("not-unique", 422),
    ("search-limit", 422),
    ("invalid-host", 400),
    ("not-found", 404),
    ("method-not-allowed", 405),
    ("not-implemented", 501),
    ("request-timeout", 408),
    ("incomplete-body", 400),
    ("payload-too-large", 413),
    ("uri-too-long", 414),
    ("header-too-large", 431),
    ("unsupported-media-type", 415),
    ("overloaded", 503),
    ("deadline-exceeded", 504),
    ("shutting-down", 503),
    ("internal", 500),
];

#[tokio::test]
async fn no_problem_goes_or_changes_its_status() {
    let list = Service::start().await.get("/problems").await.json();
    let list = list.as_array().expect("a list");
    for (code, status) in PROBLEMS {
        let row = list.iter().find(|row| row["code"] == code).unwrap_or_else(|| panic!("{code} is gone"));
        assert_eq!(row["status"], status, "{code}");
    }
    assert_eq!(list.len(), PROBLEMS.len(), "a new problem is kept from now on, so it needs a line here");
}

#[tokio::test]
async fn the_scale_of_a_rating_names_sudoku_explainer_and_other_ratings_have_another() {
    let service = Service::start().await;
    for (uniqueness, scale) in [(true, "se-1.2.1"), (false, "se-1.2.1-no-uniqueness")] {
        let rated = service.post_json("/rate", &json!({"grid": EASY, "uniqueness": uniqueness})).await.json();
        assert_eq!(rated["rating"], json!({"er": 1.2, "ep": 1.2, "ed": 1.2, "scale": scale}), "{rated}");
    }
    let made = service.get("/generate?level=easy&seed=scale").await.json();
    assert_eq!(made["rating"]["scale"], "se-1.2.1", "{made}");
}

#[tokio::test]
async fn the_puzzle_of_a_day_stays_the_same_within_a_version_of_the_generator() {
    let service = Service::start().await;
    // Other puzzles need another number of the generator.
    for (day, puzzle) in [
        ("2026-01-01", "....867..5.......1...7..8.41.2.489...3.....1...935.2.63.1..2...9.......2..597...."),
        ("2026-01-04", "9...5.4..4..2.8.....2.96...729......5.6...9.8......326...86.2.....3.5..9..8.2...4"),
        ("2026-01-05", "..1..2...659..14.8.87.9.13........73..2.4.5..59........38.1.29.9.48..317...3..6.."),
    ] {
        let made = service.get(&format!("/daily/{day}?notation=line")).await.json();
        assert_eq!((&made["generator"], &made["puzzle"]), (&json!(2), &json!(puzzle)), "{day}");
    }
}

/// What must be the same in the answers to two equal requests.
fn repeatable(answer: &Answer) -> (u16, String) {
    let is_json = answer.header("content-type").is_some_and(|kind| kind.ends_with("json"));
    if !is_json {
        return (answer.status, answer.text().to_owned());
    }
    let mut document = answer.json();
    if let Some(stats) = document.get_mut("stats").and_then(Value::as_object_mut) {
        stats.remove("elapsed_us");
    }
    if let Some(members) = document.as_object_mut() {
        members.remove("request_id");
    }
    (answer.status, document.to_string())
}

#[tokio::test]
async fn every_operation_is_safe_to_retry() {
    let service = Service::start().await;
    let of_grids = ALL.iter().filter(|operation| operation.takes_grid);
    let posts: Vec<(String, Value)> = of_grids
        .flat_map(|operation| {
            let examples = (operation.about.examples)().into_iter();
            let grids = [NO_SOLUTION, TWO_SOLUTIONS, "5"].map(|grid| json!({"grid": grid}));
            examples.chain(grids).map(move |document| (format!("/{}", operation.about.name), document))
        })
        .collect();
    let lines = [EASY, TWO_SOLUTIONS, "5", ""].join("\n");
    let batches: Vec<String> = ALL
        .iter()
        .filter(|operation| operation.batches.is_some())
        .map(|operation| format!("/{}/batch", operation.about.name))
        .collect();
    let gets = ["/generate?level=easy&seed=retry&count=3", "/daily/2026-01-01", "/techniques"];
    // All of them twice, so that a change that one makes shows in the answers to the others.
    let mut rounds = [Vec::new(), Vec::new()];
    for round in &mut rounds {
        for (path, document) in &posts {
            round.push((format!("{path} {document}"), repeatable(&service.post_json(path, document).await)));
        }
        for path in &batches {
            round.push((path.clone(), repeatable(&service.post_text(path, &lines).await)));
        }
        for target in gets {
            round.push((target.to_owned(), repeatable(&service.get(target).await)));
        }
    }
    let [first, second] = rounds;
    for ((what, answer), (_, again)) in first.iter().zip(&second) {
        assert_eq!(answer, again, "{what}");
    }
}
