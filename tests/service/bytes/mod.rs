//! Whatever bytes a client sends, the service sends complete responses with no 5xx except 503 and with no problems except
//! its own, and never hangs.
//!
//! `PROPTEST_CASES=100000 cargo test --test service bytes::` searches longer; the fuzz target `bytes` searches further still.

mod conversation;

use crate::support::puzzles::{CONFLICTING, HARDEST, TWO_SOLUTIONS};
use crate::support::service::Service;
use conversation::{check_answers, converse};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Runtime;

const CASES: u32 = 400;

/// Fragments with a meaning in HTTP, JSON or a grid, or to a careless parser.
const TOKENS: [&[u8]; 36] = [
    b"\r\n",
    b"\n",
    b"\r",
    b"\r\n\r\n",
    b":",
    b" ",
    b"\t",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"/",
    b"?",
    b"%",
    b"%ff",
    b"%00",
    b"#",
    b"GET / HTTP/1.1\r\nhost: x\r\n\r\n",
    b"HTTP/1.0",
    b"HTTP/2.0",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"transfer-encoding: chunked\r\n",
    b"transfer-encoding: gzip, chunked\r\n",
    b"content-length: 5\r\n",
    b"content-length: 18446744073709551616\r\n",
    b"content-length: -1\r\n",
    b"expect: 100-continue\r\n",
    b"connection: close\r\n",
    b"connection: upgrade\r\nupgrade: h2c\r\n",
    b"host: y\r\n",
    b"0\r\n\r\n",
    b"ffffffffffffffff\r\n",
    b"{",
    b"[[[[[[[[",
    b"\"\\ud800\"",
    b"1e999",
    b"accept: text/plain;q=\"\r\n",
];

/// Pieces of valid and invalid documents and texts.
const PIECES: &str = r#"([{}:,"]|\[{1,2}|\]{1,2}|"(grid|puzzle|max_solutions)"|null|true|0|5|10|-1|1e999|1\.5|"5"|"\."|\\u|\\ud800|\\n|\r\n|[ \n\t#|*./é\x00\u{feff}]|---|\.{8}|123456789|\[0(,0){8}\]|\{"grid":|\[1,2,3,4,5,6,7,8,9\],|53\.\.7\.{4}){0,60}"#;

/// A change of the bytes. Positions are relative to the length at that time.
#[derive(Clone, Debug)]
enum Change {
    Replace(Index, u8),
    Insert(Index, Vec<u8>),
    Remove(Index, usize),
    Repeat(Index, usize, usize),
    Truncate(Index),
}

fn change() -> impl Strategy<Value = Change> {
    let token = select(&TOKENS[..]).prop_map(<[u8]>::to_vec);
    let noise = prop::collection::vec(any::<u8>(), 1..20);
    prop_oneof![
        3 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Replace(at, byte)),
        4 => (any::<Index>(), token).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        1 => (any::<Index>(), noise).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        2 => (any::<Index>(), 1..40_usize).prop_map(|(at, length)| Change::Remove(at, length)),
        1 => (any::<Index>(), 1..60_usize, 2..600_usize).prop_map(|(at, length, times)| Change::Repeat(at, length, times)),
        1 => any::<Index>().prop_map(Change::Truncate),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    let place = |at: &Index| at.index(bytes.len() + 1);
    match change {
        Change::Replace(at, byte) => {
            let at = place(at);
            if let Some(place) = bytes.get_mut(at) {
                *place = *byte;
            }
        }
        Change::Insert(at, inserted) => {
            let at = place(at);
            bytes.splice(at..at, inserted.iter().copied());
        }
        Change::Remove(at, length) => {
            let at = place(at);
            bytes.drain(at..bytes.len().min(at + length));
        }
        Change::Repeat(at, length, times) => {
            let at = place(at);
            let repeated = bytes[at..bytes.len().min(at + length)].repeat(*times);
            bytes.splice(at..at, repeated);
        }
        Change::Truncate(at) => {
            let at = place(at);
            bytes.truncate(at);
        }
    }
}

/// A valid request.
fn request() -> impl Strategy<Value = Vec<u8>> {
    let get = select(vec![
        "/",
        "/docs",
        "/docs/",
        "/openapi.yaml",
        "/openapi.json",
        "/problems/internal",
        "/livez",
        "/readyz",
        "/favicon.svg",
        "/nothing",
    ]);
    let method = select(vec!["GET", "HEAD", "OPTIONS", "DELETE"]);
    let accept = select(vec!["", "accept: text/plain\r\n", "accept: application/json\r\naccept-encoding: gzip\r\n"]);
    let get = (method, get, accept)
        .prop_map(|(method, path, accept)| format!("{method} {path} HTTP/1.1\r\nhost: x\r\n{accept}\r\n").into_bytes());
    let target = select(vec![
        "/solve",
        "/solve?max_solutions=3",
        "/validate",
        "/validate?puzzle=5",
        "/solve/batch",
        "/rate/batch",
    ]);
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
