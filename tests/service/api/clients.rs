//! What clients write by themselves, and nobody can change.

use serde_json::json;

use crate::support::puzzles::{EASY, EASY_SOLUTION};
use crate::support::service::{Answer, Service};

/// The solution of an answer with the status 200, in any notation, as 81 digits.
#[track_caller]
pub fn solution(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{answer}");
    let text =
        if answer.text().starts_with('{') { answer.json()["solution"].to_string() } else { answer.text().to_owned() };
    text.chars().filter(char::is_ascii_digit).collect()
}

#[tokio::test]
async fn a_visitor_of_a_page_gets_its_problem_as_a_page() {
    let service = Service::start().await;
    for (path, status, told) in [
        ("/worksheet?foo=%3Cb%3E", 422, "parameter foo: unknown parameter"),
        ("/daily/2026-11-21?foo=1", 422, "parameter foo: unknown parameter"),
        ("/daily/2999-01-01", 404, "2999-01-01"),
    ] {
        let page = service.request("GET", path).header("accept", "text/html,*/*;q=0.8").send().await;
        assert_eq!(
            (page.status, page.header("content-type").as_deref()),
            (status, Some("text/html; charset=utf-8")),
            "{page}"
        );
        assert!(page.text().contains(told) && !page.text().contains("<b>"), "{page}");
        assert!(page.header("content-security-policy").is_some(), "{page}");
        let problem = service.get(path).await;
        assert_eq!((problem.status, problem.json()["status"].as_u64()), (status, Some(status.into())), "{problem}");
        for answer in [page, problem] {
            assert!(answer.header("vary").is_some_and(|vary| vary.contains("accept")), "{answer}");
        }
    }
}

#[tokio::test]
async fn query_is_a_post_that_may_be_cached() {
    let service = Service::start().await;
    let queried = service.request("QUERY", "/solve").json(&json!({"grid": EASY})).send().await;
    assert_eq!(solution(&queried), EASY_SOLUTION);
    assert_eq!(queried.header("cache-control").as_deref(), Some("public, max-age=86400"));
    let tag = queried.header("etag").expect("a tag");
    let known =
        service.request("QUERY", "/solve").json(&json!({"grid": EASY})).header("if-none-match", &tag).send().await;
    assert_eq!((known.status, known.body.len()), (304, 0), "{known}");
    let problem = service.request("QUERY", "/solve").json(&json!({"grid": EASY, "x": 1})).send().await;
    assert_eq!((problem.status, problem.header("cache-control").as_deref()), (422, Some("no-store")));
    for path in ["/solve/batch", "/mcp", "/generate", "/livez"] {
        let refused = service.request("QUERY", path).body("x").send().await;
        assert_eq!(refused.status, 405, "{path}");
        assert!(!refused.header("allow").expect("methods").contains("QUERY"), "{path}");
    }
    let options = service.request("OPTIONS", "/solve").send().await;
    assert_eq!(options.header("allow").as_deref(), Some("GET, HEAD, POST, QUERY, OPTIONS"));
    assert_eq!(options.header("accept-query").as_deref(), Some("\"application/json\", \"text/plain\""));
    let preflight = [("origin", "https://a.example"), ("access-control-request-method", "QUERY")];
    let preflight = service.request("OPTIONS", "/solve").headers(&preflight).send().await;
    assert_eq!(preflight.header("access-control-allow-methods").as_deref(), Some("GET, POST, QUERY"));
}

#[tokio::test]
async fn what_the_server_does_not_have_is_said_as_rfc_9110_says() {
    let service = Service::start().await;
    for (head, status) in [
        (
            "POST /solve HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: junk, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n",
            501,
        ),
        (
            "POST /solve HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n",
            501,
        ),
        ("CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\nConnection: close\r\n\r\n", 501),
        ("OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 204),
    ] {
        let answer = service.exchange(head.as_bytes()).await;
        assert_eq!(answer.status, status, "{head}{answer}");
        let is_whole = answer.header("allow").is_some_and(|allow| allow == "GET, HEAD, POST, QUERY, OPTIONS");
        assert_eq!(is_whole, status == 204, "{answer}");
    }
}
