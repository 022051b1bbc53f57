//! The format of an answer: what `Accept` selects.

use serde_json::json;

use crate::support::puzzles::{HARDEST, HARDEST_SOLUTION};
use crate::support::service::{Answer, Service};

/// Describes an answer that differs from the expected one.
fn difference(name: &str, answer: &Answer, media_type: &str, expected: &str) -> Option<String> {
    let found_type = answer.header("content-type").unwrap_or_default();
    let verdict = answer.header("sudoku-verdict");
    let body = if media_type == "application/json" && answer.status == 200 {
        answer.json()["solution"].to_string()
    } else {
        answer.text().to_owned()
    };
    let right =
        answer.status == 200 && found_type == media_type && verdict.as_deref() == Some("unique") && body == expected;
    (!right).then(|| format!("{name}: expected {media_type}, {expected}\nfound {answer}"))
}

#[track_caller]
fn check_all(checked: usize, differences: &[String]) {
    assert!(differences.is_empty(), "{} of {checked} differ:\n\n{}", differences.len(), differences.join("\n\n"));
}

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

#[tokio::test]
async fn accept_selects_the_format_which_defaults_to_that_of_the_request() {
    let service = Service::start().await;
    // Each with the response formats for a JSON request and for a text request.
    let cases = [
        ("", JSON, TEXT),
        ("*/*", JSON, TEXT),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", JSON, TEXT),
        ("image/gif", JSON, TEXT),
        ("application/json", JSON, JSON),
        ("APPLICATION/JSON", JSON, JSON),
        ("application/*", JSON, JSON),
        ("application/problem+json", JSON, JSON),
        ("application/vnd.sudoku+json; q=0.1", JSON, JSON),
        ("text/plain", TEXT, TEXT),
        ("text/*", TEXT, TEXT),
        ("text/plain;q=0.1", TEXT, TEXT),
        ("application/json, text/plain", JSON, JSON),
        ("text/plain, application/json", JSON, JSON),
        ("application/json, text/plain, */*", JSON, JSON),
        ("application/json;q=0.5, text/plain;q=0.6", TEXT, TEXT),
        ("application/json;q=0.6, text/plain;q=0.5", JSON, JSON),
        ("application/json;q=0.5,text/plain;q=0.5", JSON, JSON),
        ("application/json;q=0, text/plain;q=0.1", TEXT, TEXT),
        ("application/json;q=0", JSON, TEXT),
        ("text/plain;q=0", JSON, TEXT),
        ("application/json;q=0.000, text/plain;q=0", JSON, TEXT),
        ("application/json;q=0, application/*", JSON, TEXT),
        ("text/plain;q=0, text/*", JSON, TEXT),
        ("application/json;q=0, */*", TEXT, TEXT),
        ("text/plain;q=0, */*", JSON, JSON),
        ("*/*;q=0", JSON, TEXT),
        ("application/json;charset=utf-8;q=0.2, text/plain;q=0.3", TEXT, TEXT),
        ("application/json ; q=0.2 , text/plain ; q=0.3", TEXT, TEXT),
        ("application/json;Q=0.2, text/plain;q=0.3", TEXT, TEXT),
        ("nonsense", JSON, TEXT),
        (",,;;q=", JSON, TEXT),
    ];
    let mut differences = Vec::new();
    for (accept, for_json, for_text) in cases {
        let accepting = |request: crate::support::service::Request| {
            if accept.is_empty() { request } else { request.header("accept", accept) }
        };
        let line = format!("{HARDEST_SOLUTION}\n");
        let document = json!(HARDEST_SOLUTION).to_string();
        let body_of = |media_type: &str| if media_type == JSON { document.clone() } else { line.clone() };
        let answer = accepting(service.request("POST", "/solve")).json(&json!(HARDEST)).send().await;
        differences.extend(difference(&format!("JSON, {accept:?}"), &answer, for_json, &body_of(for_json)));
        let answer = accepting(service.request("POST", "/solve")).body(HARDEST).send().await;
        differences.extend(difference(&format!("text, {accept:?}"), &answer, for_text, &body_of(for_text)));
        // Problems use the same format, even for rejected bodies.
        for (body, own) in [("{", for_json), ("5", for_text)] {
            let answer = accepting(service.request("POST", "/solve")).body(body).send().await;
            let media_type = if own == JSON { "application/problem+json" } else { TEXT };
            if answer.header("content-type").as_deref() != Some(media_type) {
                differences.push(format!("problem of {body:?}, {accept:?}: expected {media_type}\nfound {answer}"));
            }
        }
    }
    check_all(cases.len(), &differences);
}

#[tokio::test]
async fn a_hundred_types_of_an_accept_header_are_read_and_no_more() {
    let service = Service::start().await;
    for (others, expected) in [(99, "text/plain; charset=utf-8"), (100, "application/json")] {
        let accept = format!("{}text/plain", "a/b,".repeat(others));
        let request = service.request("POST", "/solve").header("accept", &accept);
        let answer = request.json(&json!({"grid": HARDEST})).send().await;
        assert_eq!(answer.header("content-type").as_deref(), Some(expected), "{others}: {answer}");
    }
}

#[tokio::test]
async fn several_accept_headers_are_combined() {
    let service = Service::start().await;
    let request = service
        .request("POST", "/solve")
        .headers(&[("accept", "text/plain;q=0.3"), ("accept", "image/gif, application/json;q=0.4")]);
    let answer = request.body(HARDEST).send().await;
    check_all(
        1,
        &difference("two headers", &answer, JSON, &json!(HARDEST_SOLUTION).to_string()).into_iter().collect::<Vec<_>>(),
    );
}

#[tokio::test]
async fn utf_8_and_us_ascii_are_accepted() {
    let service = Service::start().await;
    let line = format!("{HARDEST_SOLUTION}\n");
    let mut differences = Vec::new();
    for charset in ["utf-8", "UTF-8", "\"utf-8\"", "us-ascii", "utf-8; x=\"; charset=latin1\""] {
        let media_type = format!("text/plain; charset={charset}");
        let request = service.request("POST", "/solve").header("content-type", &media_type);
        differences.extend(difference(&media_type, &request.body(HARDEST).send().await, TEXT, &line));
    }
    let request = service.request("POST", "/solve").header("content-encoding", "identity").body(HARDEST);
    differences.extend(difference("identity", &request.send().await, TEXT, &line));
    check_all(6, &differences);
}
