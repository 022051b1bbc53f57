//! Many requests, or pieces of one, on one connection.

use crate::http::BlockingClient;
use crate::support::{TestServer, generous};

/// What another connection must wait for, behind this input of a greedy one and while the server's only thread is held: the
/// number of requests and of pieces of bodies that are counted before its own request.
fn counted_before(server: &TestServer, greedy: &mut BlockingClient, input: &str) -> usize {
    // These block the thread of the test, which does not run the server.
    let mut other = BlockingClient::connect(server.address);
    other.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n");
    other.response();
    greedy.send(format!("GET /hold HTTP/1.1\r\nHost: test\r\n\r\n{input}"));
    // While the first request of the greedy connection holds the thread, a request arrives on the other one.
    server.probe.hold.wait();
    other.send("GET /counted HTTP/1.1\r\nHost: test\r\n\r\n");
    server.probe.hold.wait();
    other.response().text().parse().expect("a number")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_connection_that_pipelines_hundreds_of_requests_does_not_delay_another() {
    const PIPELINED: usize = 400;
    let server = TestServer::start(generous());
    let mut greedy = BlockingClient::connect(server.address);
    let many = "GET /count HTTP/1.1\r\nHost: test\r\n\r\n".repeat(PIPELINED);
    let counted = counted_before(&server, &mut greedy, &many);
    assert!(counted <= 16, "{counted} of {PIPELINED} pipelined requests came first");
    for _ in 0..=PIPELINED {
        assert_eq!(greedy.response().text(), "ok");
    }
}

/// The runtime looks at its sockets at least every 61 turns, in each of which hyper reads sixteen pieces: half a millisecond.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_body_of_single_bytes_does_not_delay_another_connection() {
    const PIECES: usize = 6000;
    let server = TestServer::start(generous());
    let mut greedy = BlockingClient::connect(server.address);
    let pieces = "1\r\nx\r\n".repeat(PIECES);
    let body = format!("POST /count HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n{pieces}0\r\n\r\n");
    let counted = counted_before(&server, &mut greedy, &body);
    assert!(counted <= PIECES / 4, "{counted} of {PIECES} pieces came first");
    for _ in 0..2 {
        assert_eq!(greedy.response().text(), "ok");
    }
}
