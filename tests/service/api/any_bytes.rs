//! Arbitrary request bodies always get a response from the contract: no 5xx, no panic.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::BodyExt;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;
use sudoku_service::http::{self, App, Listener};
use sudoku_service::server::{Counters, Stage};
use tokio::sync::watch;
use tower::ServiceExt;

use crate::support::puzzles::{HARDEST, TWO_SOLUTIONS};
use crate::support::service::{pool, settings};

/// Pieces of valid and invalid documents and texts.
const PIECES: [&str; 47] = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\"grid\"",
    "\"puzzle\"",
    "\"max_solutions\"",
    "null",
    "true",
    "0",
    "5",
    "9",
    "10",
    "-1",
    "1e999",
    "1.5",
    "\"5\"",
    "\".\"",
    "\"\"",
    "\\u",
    "\\ud800",
    "\\n",
    " ",
    "\n",
    "\r\n",
    "\t",
    "#",
    "|",
    "---",
    "*",
    ".",
    "........",
    "123456789",
    "[[",
    "]]",
    "[0,0,0,0,0,0,0,0,0]",
    "\u{feff}",
    "é",
    "\0",
    "{\"grid\":",
    "[1,2,3,4,5,6,7,8,9],",
    "53..7....",
    "1",
    "/",
];

fn body() -> impl Strategy<Value = Vec<u8>> {
    let pieces = vec(select(&PIECES[..]), 0..60).prop_map(|pieces| pieces.concat().into_bytes());
    let rows = (0..11_usize, 7..11_usize, select(&["0", "5", "null", "\".\"", "\"7\"", "10", "[]"][..])).prop_map(
        |(rows, cells, cell)| {
            format!("[{}]", vec![format!("[{}]", vec![cell; cells].join(",")); rows].join(",")).into_bytes()
        },
    );
    // A valid body with a few bytes changed, inserted or removed.
    let documents = [
        HARDEST.to_owned(),
        format!("{{\"grid\":\"{HARDEST}\",\"max_solutions\":2}}"),
        format!("{{\"grid\":\"{TWO_SOLUTIONS}\",\"puzzle\":\"{HARDEST}\"}}"),
        format!("[\"{HARDEST}\",\"{TWO_SOLUTIONS}\"]"),
        format!("[{{\"grid\":\"{HARDEST}\"}},\n {{\"id\":1,\"grid\":\"{TWO_SOLUTIONS}\"}}]"),
    ];
    let byte = prop_oneof![any::<u8>(), select(&b"[]{}(),:'\"\\\n"[..])];
    let spoilt = (select(documents.to_vec()), vec((any::<prop::sample::Index>(), byte, 0..3_u8), 0..4)).prop_map(
        |(document, changes)| {
            let mut bytes = document.into_bytes();
            for (index, byte, change) in changes {
                let at = index.index(bytes.len());
                match change {
                    0 => bytes[at] = byte,
                    1 => bytes.insert(at, byte),
                    _ => drop(bytes.remove(at)),
                }
            }
            bytes
        },
    );
    prop_oneof![vec(any::<u8>(), 0..300), pieces, rows, spoilt]
}

/// Returns the status, the media type and the body of the response.
async fn answer(router: Router, request: Request<Body>) -> (u16, String, Vec<u8>) {
    let response = router.oneshot(request).await.expect("the router cannot fail");
    let media_type = response.headers().get(header::CONTENT_TYPE).map(|value| value.to_str().expect("text").to_owned());
    let status = response.status().as_u16();
    let bytes = response.into_body().collect().await.expect("a whole body").to_bytes().to_vec();
    (status, media_type.unwrap_or_default(), bytes)
}

#[test]
fn every_body_gets_a_response_from_the_contract() {
    const TARGETS: [&str; 6] =
        ["/solve", "/validate", "/solve?max_solutions=3", "/validate?puzzle=5", "/solve/batch", "/rate/batch"];
    const ACCEPTS: [&str; 3] = ["*/*", "application/json", "text/plain"];
    const TYPES: [&str; 4] =
        ["application/json", "text/plain", "application/x-www-form-urlencoded", "text/plain; charset=iso-8859-1"];
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let _entered = runtime.enter();
    let counters = Arc::new(Counters::default());
    let app = App::new(settings(), pool(2, 16), watch::channel(Stage::Running).1, counters, None);
    let router = Router::new().fallback_service(http::router(app, Listener::Public));
    let case = (body(), select(&TYPES[..]), select(&ACCEPTS[..]), select(&TARGETS[..]));
    proptest!(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() }, |((body, media_type, accept, target) in case)| {
        let request = Request::post(target)
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, media_type)
            .header(header::CONTENT_LENGTH, body.len())
            .header(header::ACCEPT, accept)
            .body(Body::from(body))
            .expect("a request");
        let (status, media_type, bytes) = runtime.block_on(answer(router.clone(), request));
        let text = String::from_utf8(bytes).expect("UTF-8");
        prop_assert!([200, 400, 415, 422].contains(&status), "{status} {text}");
        if media_type == "application/problem+json" {
            let problem: Value = serde_json::from_str(&text).expect("JSON");
            prop_assert_eq!(&problem["status"], &Value::from(status));
            prop_assert!(problem["code"].is_string() && problem["request_id"].is_string(), "{}", text);
        } else if status != 200 {
            prop_assert!(media_type.starts_with("text/plain") && text.lines().count() == 1, "{media_type} {text}");
        }
    });
}
