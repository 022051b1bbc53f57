//! Whatever bytes a client sends, the service sends complete responses with no 5xx except 503 and with no problems except
//! its own, and never hangs.
//!
//! `PROPTEST_CASES=100000 cargo test --test service bytes::` searches longer; the fuzz target `bytes` searches further still.

mod conversation;

use crate::support::escapes::escaped;
use crate::support::puzzles::{CONFLICTING, HARDEST, TWO_SOLUTIONS};
use crate::support::service::Service;
use conversation::{check_answers, converse};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Runtime;

const CASES: u32 = 400;

/// Fragments with a meaning in HTTP, JSON or a grid, or to a careless parser.
fn tokens() -> Vec<Vec<u8>> {
    include_str!("tokens.txt").lines().map(escaped).collect()
}

/// Pieces of valid and invalid documents and texts.
const PIECES: &str = r#"([{}:,"]|\[{1,2}|\]{1,2}|"(grid|puzzle|max_solutions)"|null|true|0|5|10|-1|1e999|1\.5|"5"|"\."|\\u|\\ud800|\\n|\r\n|[ \n\t#|*./é\x00\u{feff}]|---|\.{8}|123456789|\[0(,0){8}\]|\{"grid":|\[1,2,3,4,5,6,7,8,9\],|53\.\.7\.{4}){0,60}"#;

/// A change of the bytes at a place, which is relative to their length at that time.
#[derive(Clone, Debug, Default)]
struct Change {
    removed: usize,
    inserted: Vec<u8>,
    /// How many of the bytes are repeated, and how often.
    repeated: (usize, usize),
}

fn change() -> impl Strategy<Value = (Index, Change)> {
    let token = select(tokens());
    let noise = prop::collection::vec(any::<u8>(), 1..20);
    let inserting = |inserted| Change { inserted, ..Change::default() };
    let removing = |removed| Change { removed, ..Change::default() };
    let change = prop_oneof![
        3 => any::<u8>().prop_map(|byte| Change { removed: 1, inserted: vec![byte], ..Change::default() }),
        4 => token.prop_map(inserting),
        1 => noise.prop_map(inserting),
        2 => (1..40_usize).prop_map(removing),
        1 => (1..60_usize, 1..600_usize).prop_map(|repeated| Change { repeated, ..Change::default() }),
        1 => Just(removing(usize::MAX)),
    ];
    (any::<Index>(), change)
}

fn apply(bytes: &mut Vec<u8>, (at, Change { removed, inserted, repeated: (length, times) }): &(Index, Change)) {
    let at = at.index(bytes.len() + 1);
    let end = |length: usize| at.saturating_add(length).min(bytes.len());
    let new = [&inserted[..], &bytes[at..end(*length)].repeat(*times)].concat();
    bytes.splice(at..end(*removed), new);
}

/// A valid request.
fn request() -> impl Strategy<Value = Vec<u8>> {
    let get = select(
        "/ /docs /docs/ /openapi.yaml /openapi.json /problems/internal /livez /readyz /favicon.svg /nothing"
            .split(' ')
            .collect::<Vec<_>>(),
    );
    let method = select(vec!["GET", "HEAD", "OPTIONS", "DELETE"]);
    let accept = select(vec!["", "accept: text/plain\r\n", "accept: application/json\r\naccept-encoding: gzip\r\n"]);
    let get = (method, get, accept)
        .prop_map(|(method, path, accept)| format!("{method} {path} HTTP/1.1\r\nhost: x\r\n{accept}\r\n").into_bytes());
    let target = select(
        "/solve /solve?max_solutions=3 /validate /validate?puzzle=5 /solve/batch /rate/batch"
            .split(' ')
            .collect::<Vec<_>>(),
    );
    let line = select(vec![HARDEST, TWO_SOLUTIONS, CONFLICTING]);
    let form = 0..6_usize;
    let post = (target, line, form, PIECES, any::<bool>()).prop_map(|(target, line, form, pieces, chunked)| {
        let (media_type, body) = match form {
            0 => ("text/plain", format!("{line}\n")),
            1 => ("application/json", format!("{{\"grid\": \"{line}\"}}")),
            2 => (
                "application/json",
                format!("[{}]", line.replace('.', "0").chars().map(String::from).collect::<Vec<_>>().join(",")),
            ),
            3 => ("text/plain", pieces),
            4 => ("application/json", pieces),
            _ => ("application/x-ndjson", format!("\"{line}\"\n{{\"id\": 1, \"grid\": \"{line}\"}}\n")),
        };
        let head = format!("POST {target} HTTP/1.1\r\nhost: x\r\ncontent-type: {media_type}\r\n");
        let length = body.len();
        if chunked {
            format!("{head}transfer-encoding: chunked\r\n\r\n{length:x}\r\n{body}\r\n0\r\n\r\n").into_bytes()
        } else {
            format!("{head}content-length: {length}\r\n\r\n{body}").into_bytes()
        }
    });
    prop_oneof![get, post]
}

/// A sequence of valid requests with some changes, and the position where the sender pauses.
fn conversation() -> impl Strategy<Value = (Vec<u8>, Index)> {
    let requests = prop::collection::vec(request(), 1..4).prop_map(|requests| requests.concat());
    (requests, prop::collection::vec(change(), 0..6), any::<Index>()).prop_map(|(mut bytes, changes, pause)| {
        for change in &changes {
            apply(&mut bytes, change);
        }
        (bytes, pause)
    })
}

#[test]
fn any_bytes_get_answers_and_never_a_hang() {
    let runtime = Runtime::new().expect("a runtime");
    let service = runtime.block_on(Service::start());
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(CASES);
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&conversation(), |(bytes, pause)| {
        let pause = pause.index(bytes.len() + 1);
        let received = runtime.block_on(converse(service.address, &bytes, pause));
        let shown = || String::from_utf8_lossy(&bytes).into_owned();
        let received = received.ok_or_else(|| TestCaseError::fail(format!("a hang after {:?}", shown())))?;
        check_answers(&received).map_err(|error| TestCaseError::fail(format!("{error}\nafter {:?}", shown())))
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(runtime.block_on(service.get("/livez")).status, 200, "the service still answers");
}
