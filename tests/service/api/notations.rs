//! The format of an answer: what `Accept` selects.

use serde_json::json;

use crate::support::puzzles::HARDEST;
use crate::support::service::Service;

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";
const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";

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
        // An image in Chromium, Firefox and Safari.
        ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", SVG, SVG),
        ("image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5", SVG, SVG),
        (
            "image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
            SVG,
            SVG,
        ),
        // A page in Firefox and Chromium.
        (
            "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8",
            JSON,
            TEXT,
        ),
        ("text/html;q=0.5,image/svg+xml", JSON, TEXT),
        ("text/html;q=0,image/svg+xml", SVG, SVG),
        ("image/svg+xml", SVG, SVG),
        ("image/png", PNG, PNG),
        ("image/*", SVG, SVG),
        ("image/png;q=0.9, image/svg+xml;q=0.2", PNG, PNG),
        ("image/svg+xml;q=0, image/*", PNG, PNG),
        ("application/json, image/*", JSON, JSON),
        ("application/json;q=0.5, image/svg+xml", SVG, SVG),
        ("text/plain, image/png", TEXT, TEXT),
        ("image/webp", JSON, TEXT),
    ];
    for (accept, for_json, for_text) in cases {
        let document = json!(HARDEST).to_string();
        // Problems use the same format, even for rejected bodies.
        let of_problem = |kind| if [SVG, PNG].contains(&kind) { None } else { Some(kind) };
        for (body, expected) in [
            (Some(&*document), Some(for_json)),
            (Some(HARDEST), Some(for_text)),
            (Some("{"), of_problem(for_json)),
            (Some("5"), of_problem(for_text)),
            (None, Some(for_json)),
        ] {
            let mut request = match body {
                Some(body) => service.request("POST", "/solve").body(body),
                None => service.request("GET", &format!("/solve?grid={HARDEST}")),
            };
            if !accept.is_empty() {
                request = request.header("accept", accept);
            }
            let answer = request.send().await;
            let found = answer.header("content-type").unwrap_or_default().replace("problem+", "");
            assert!(expected.is_none_or(|expected| found == expected), "{accept:?} with {body:?}: {answer}");
        }
    }
}
