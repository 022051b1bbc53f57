//! Heads beyond what can be answered with a problem.

use crate::http::{BlockingClient, Response};
use crate::program::Program;

/// Sends a head, and returns the answer.
fn sent(program: &Program, head: &str) -> Response {
    let mut client = BlockingClient::connect(program.address);
    client.send(head);
    client.response()
}

/// A head of this many bytes, which a field fills.
fn of_size(bytes: usize) -> String {
    let head = "GET /livez HTTP/1.1\r\nhost: test\r\nx: \r\n\r\n";
    head.replace("x: ", &format!("x: {}", "a".repeat(bytes - head.len())))
}

fn of_fields(fields: usize) -> String {
    format!("GET /livez HTTP/1.1\r\nhost: test\r\n{}\r\n", "x: 1\r\n".repeat(fields - 1))
}

fn of_target(bytes: usize) -> String {
    format!("GET /livez?{} HTTP/1.1\r\nhost: test\r\n\r\n", "a".repeat(bytes - "/livez?".len()))
}

#[test]
fn a_head_beyond_twice_its_limits_or_of_more_than_100_fields_gets_an_empty_answer() {
    // The largest that is allowed, so that a target can be longer than any URL without the head being too large.
    let program = Program::start(&["--max-head", "64KiB"]);
    let twice = 2 * (8 + 64) * 1024;
    for (head, status) in [
        (of_fields(100), 200),
        (of_size(64 * 1024), 200),
        (of_size(twice), 431),
        (of_target(8 * 1024), 200),
        (of_target(8 * 1024 + 1), 414),
    ] {
        let answer = sent(&program, &head);
        assert_eq!((answer.status, answer.header("x-request-id").is_some()), (status, true), "{answer:?}");
    }
    let bad = [
        (of_fields(101), 431),
        (of_size(twice + 1), 431),
        (of_target(66_000), 414),
        ("G<T / HTTP/1.1\r\n\r\n".to_owned(), 400),
    ];
    for (head, status) in &bad {
        let answer = sent(&program, head);
        assert_eq!((answer.status, answer.text(), answer.closes()), (*status, "", true), "{answer:?}");
    }
}
