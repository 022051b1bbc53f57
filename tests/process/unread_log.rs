//! A log that nobody reads blocks nothing, and lost lines are counted.

use crate::http::{BlockingClient, get};
use crate::program::Program;

/// More requests of [`PATH_BYTES`] than the pipe and the queue of the log can hold.
const REQUESTS: u64 = 400;
const PATH_BYTES: usize = 4000;

/// Starts a service and makes it log more than the unread pipe and the queue can hold.
fn overfull() -> Program {
    let program = Program::start(&["--log", "debug,hyper=info", "--admin-listen", "127.0.0.1:0"]);
    let mut client = BlockingClient::connect(program.address);
    for _ in 0..REQUESTS {
        client.send(format!("GET /{} HTTP/1.1\r\nhost: test\r\n\r\n", "x".repeat(PATH_BYTES)));
        assert_eq!(client.response().status, 404);
    }
    program
}

#[test]
fn requests_and_probes_get_responses_and_sigterm_ends_the_process() {
    let program = overfull();
    assert_eq!(get(program.address, "/livez").status, 200);
    assert_eq!(get(program.admin.expect("an admin listener"), "/livez").status, 200);
    program.signal("TERM");
    assert_eq!(program.ended_unread().code(), Some(0));
}

#[test]
fn dropped_lines_are_counted_and_reported_once_there_is_room() {
    let mut program = overfull();
    let (mut logged, mut dropped) = (0, 0);
    while logged + dropped < REQUESTS {
        let line = program.log_line();
        match line["lines"].as_u64() {
            Some(lines) => {
                assert_eq!(line["level"], "WARN", "{line}");
                dropped += lines;
            }
            None => logged += 1,
        }
    }
    assert_eq!(logged + dropped, REQUESTS);
    assert!(dropped > 0 && logged > 0, "{logged} lines logged, {dropped} dropped");
}
