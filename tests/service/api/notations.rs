//! The format of an answer: what `Accept` selects.

use serde_json::json;

use crate::support::puzzles::HARDEST;
use crate::support::service::Service;

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
        ("text/plain;q=0.3\r\naccept: image/gif, application/json;q=0.4", JSON, JSON),
    ];
    for (accept, for_json, for_text) in cases {
        let document = json!(HARDEST).to_string();
        // Problems use the same format, even for rejected bodies.
        for (body, expected) in [(&*document, for_json), (HARDEST, for_text), ("{", for_json), ("5", for_text)] {
            let mut request = service.request("POST", "/solve").body(body);
            if !accept.is_empty() {
                request = request.header("accept", accept);
            }
            let answer = request.send().await;
            let found = answer.header("content-type").unwrap_or_default().replace("problem+", "");
            assert_eq!(found, expected, "{accept:?} with {body}: {answer}");
        }
    }
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
