//! The cacheable form of the operations: GET with the grid in the query.

use serde_json::json;

use crate::support::answer::check_header;
use crate::support::puzzles::{CONFLICTING, EASY, NO_SOLUTION, TWO_SOLUTIONS};
use crate::support::service::Service;

const PATHS: [&str; 5] = ["/solve", "/validate", "/rate", "/hint", "/explain"];

const DAY: &str = "public, max-age=86400";
const FOREVER: &str = "public, max-age=31536000, immutable";

#[tokio::test]
async fn a_get_answers_like_the_post_without_timings() {
    let service = Service::start().await;
    for path in PATHS {
        for accept in ["application/json", "text/plain"] {
            let get = service.request("GET", &format!("{path}?grid={EASY}")).header("accept", accept).send().await;
            let post = service.request("POST", path).header("accept", accept).body(EASY).send().await;
            assert_eq!((get.status, post.status), (200, 200), "{path}: {get} {post}");
            check_header(&post, "cache-control", Some("no-store"));
            check_header(&post, "etag", None);
            check_header(&get, "cache-control", Some(DAY));
            check_header(&get, "vary", Some("accept"));
            check_header(&get, "server-timing", None);
            check_header(&get, "sudoku-verdict", post.header("sudoku-verdict").as_deref());
            if accept == "text/plain" {
                assert_eq!(get.text(), post.text(), "{path}");
            } else {
                let mut document = post.json();
                document.as_object_mut().expect("an object").remove("stats");
                assert_eq!(get.json(), document, "{path}");
            }
        }
    }
}

#[tokio::test]
async fn the_options_of_a_get_are_parameters() {
    let service = Service::start().await;
    let grid = format!("grid={EASY}");
    for (target, member, expected) in [
        (format!("/solve?max_solutions=2&grid={TWO_SOLUTIONS}"), "more", json!(false)),
        (format!("/validate?{grid}&puzzle={EASY}"), "mistakes", json!([])),
        (format!("/hint?{grid}&show=nudge"), "show", json!("nudge")),
        (format!("/rate?{grid}&max_rating=1.0"), "complete", json!(false)),
        (format!("/explain?{grid}&ask=symmetry"), "verdict", json!("unique")),
    ] {
        let answer = service.get(&target).await;
        assert_eq!((answer.status, &answer.json()[member]), (200, &expected), "{target}: {answer}");
    }
}

#[tokio::test]
async fn an_unchanged_answer_is_not_sent_again() {
    let service = Service::start().await;
    let operations = PATHS.map(|path| (format!("{path}?grid={EASY}"), DAY));
    let puzzles = ["/generate?level=easy&seed=tag", "/daily/2026-11-16"].map(|path| (path.to_owned(), FOREVER));
    for (target, caching) in operations.into_iter().chain(puzzles) {
        let (whole, again) = (service.get(&target).await, service.get(&target).await);
        assert_eq!((whole.status, &whole.body), (200, &again.body), "{target}");
        check_header(&whole, "server-timing", None);
        check_header(&whole, "cache-control", Some(caching));
        let tag = whole.header("etag").unwrap_or_else(|| panic!("no tag: {whole}"));
        assert!(tag.starts_with('"') && tag.ends_with('"') && tag.len() > 2, "{tag}");
        check_header(&again, "etag", Some(&tag));
        for method in ["GET", "HEAD"] {
            let answer = service.request(method, &target).header("if-none-match", &tag).send().await;
            assert!(answer.status == 304 && answer.body.is_empty(), "{method} {target}: {answer}");
            check_header(&answer, "etag", Some(&tag));
            check_header(&answer, "cache-control", Some(caching));
        }
        let head = service.request("HEAD", &target).send().await;
        assert!(head.status == 200 && head.body.is_empty(), "{head}");
        check_header(&head, "etag", Some(&tag));
        check_header(&head, "content-length", whole.header("content-length").as_deref());
        let text = service.request("GET", &target).headers(&[("accept", "text/plain"), ("if-none-match", &tag)]);
        let text = text.send().await;
        assert_eq!(text.status, 200, "the text has another tag: {text}");
        assert_ne!(text.header("etag"), Some(tag));
    }
}

#[tokio::test]
async fn a_puzzle_without_a_seed_is_not_cached() {
    let answer = Service::start().await.get("/generate?level=easy").await;
    check_header(&answer, "cache-control", Some("no-store"));
    check_header(&answer, "etag", None);
}

#[tokio::test]
async fn problems_are_not_cached() {
    let service = Service::start().await;
    for (query, code) in [
        (String::new(), "invalid-request"),
        (format!("grid={EASY}&grid={EASY}"), "invalid-request"),
        (format!("grid={EASY}&hard=yes"), "invalid-request"),
        ("grid=5".to_owned(), "invalid-grid"),
        (format!("grid={CONFLICTING}"), "conflicting-givens"),
        (format!("grid={NO_SOLUTION}"), "no-solution"),
    ] {
        let answer = service.get(&format!("/solve?{query}")).await;
        assert_eq!((answer.status, &answer.json()["code"]), (422, &json!(code)), "{query}: {answer}");
        check_header(&answer, "cache-control", Some("no-store"));
        check_header(&answer, "etag", None);
    }
    let missing = service.get("/validate").await.json();
    assert_eq!(missing["errors"][0]["parameter"], "grid", "{missing}");
    let invalid = service.get("/rate?grid=5").await.json();
    assert_eq!(invalid["errors"][0]["parameter"], "grid", "{invalid}");
}
