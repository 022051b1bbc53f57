//! Paths that do not exist, and other spellings of those that do.

use sudoku_service::http::Settings;

use crate::api::problems::{both, check};
use crate::support::puzzles::{HARDEST, HARDEST_SOLUTION};
use crate::support::service::{Service, settings};

#[tokio::test]
async fn the_problem_for_an_unknown_path_says_where_the_reference_is() {
    let service = Service::with(Settings { public_url: "/sudoku".to_owned(), ..settings() }).await;
    for accept in ["*/*", "text/html"] {
        let answer = service.request("GET", "/solves").header("accept", accept).send().await;
        assert_eq!((answer.status, &answer.json()["code"]), (404, &"not-found".into()), "{answer}");
        assert_eq!(answer.json()["detail"], "/solves does not exist. The reference is at /sudoku/docs/");
    }
}

#[tokio::test]
async fn a_path_that_is_not_utf_8_is_not_found_nor_is_a_batch_of_what_has_none() {
    let service = Service::start().await;
    assert_eq!(service.post_text("/reveal/batch", HARDEST).await.status, 404);
    for path in ["/%ff", "/problems/%ff", "/assets/%ff"] {
        check("not-found", 404, &[], &both(|| service.request("GET", path)).await);
    }
}

#[tokio::test]
async fn a_problem_outside_the_routes_has_the_form_of_the_request() {
    let service = Service::start().await;
    for (media_type, expected) in [
        ("text/plain", "text/plain; charset=utf-8"),
        ("application/x-www-form-urlencoded", "text/plain; charset=utf-8"),
        ("application/json", "application/problem+json"),
    ] {
        let answer = service.request("POST", "/nothing").header("content-type", media_type).body(HARDEST).send().await;
        assert_eq!((answer.status, answer.header("content-type").as_deref()), (404, Some(expected)), "{answer}");
    }
}

#[tokio::test]
async fn an_operation_answers_under_every_spelling_of_its_path() {
    let service = Service::start().await;
    for path in ["/solve/", "//solve", "/%73olve", "/solve//"] {
        let post = service.post_text(path, HARDEST).await;
        assert_eq!((post.status, post.text().trim_end()), (200, HARDEST_SOLUTION), "{path}: {post}");
    }
    for target in
        [&format!("/solve/?grid={HARDEST}"), "/techniques/", "/generate/?level=easy", "//livez", "/daily/2026-11-21/"]
    {
        assert_eq!(service.get(target).await.status, 200, "{target}");
    }
    let batch = service.post_text("/solve/batch/", HARDEST).await;
    assert_eq!((batch.status, batch.text().trim_end()), (200, HARDEST_SOLUTION), "{batch}");
}
