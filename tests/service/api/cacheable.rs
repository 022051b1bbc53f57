//! The cacheable form of the operations: GET with the grid in the query.

use serde_json::json;

use crate::support::answer::check_header;
use crate::support::puzzles::EASY;
use crate::support::service::Service;

const DAY: &str = "public, max-age=86400";
const FOREVER: &str = "public, max-age=31536000, immutable";

#[tokio::test]
async fn an_unchanged_answer_is_not_sent_again() {
    let service = Service::start().await;
    let solved = (format!("/solve?grid={EASY}"), DAY);
    let puzzles = ["/generate?level=easy&seed=tag", "/daily/2026-11-16"].map(|path| (path.to_owned(), FOREVER));
    for (target, caching) in [solved].into_iter().chain(puzzles) {
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
async fn problems_of_a_query_are_not_cached() {
    let service = Service::start().await;
    for query in [String::new(), format!("grid={EASY}&grid={EASY}")] {
        let answer = service.get(&format!("/solve?{query}")).await;
        assert_eq!((answer.status, &answer.json()["code"]), (422, &json!("invalid-request")), "{query}: {answer}");
        check_header(&answer, "cache-control", Some("no-store"));
        check_header(&answer, "etag", None);
    }
    let missing = service.get("/validate").await.json();
    assert_eq!(missing["errors"][0]["parameter"], "grid", "{missing}");
}
