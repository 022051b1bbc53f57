//! Requests and responses, also those that end early.

use std::fmt::Write as _;
use std::sync::atomic::Ordering;

use sudoku_service::server::{Limits, Stage};

use crate::server::support::{TestServer, generous};
use crate::support::http::until;

#[tokio::test]
async fn requests_are_answered_in_order_one_after_another_or_pipelined() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    for length in [0, 1, 5000, 200_000] {
        client.send(format!("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n")).await;
        client.send(vec![b'x'; length]).await;
        assert_eq!(client.expect(200, false).await, length.to_string());
    }
    let mut requests = String::new();
    for length in 0..100 {
        let body = "x".repeat(length);
        let _ = write!(requests, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n{body}");
    }
    client.send(requests).await;
    for length in 0..100 {
        assert_eq!(client.expect(200, false).await, length.to_string());
    }
    drop(client);
    until(|| server.open() == 0).await;
    assert_eq!(server.counters.accepted.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn heads_are_accepted_up_to_their_limits_and_rejected_beyond() {
    let server = TestServer::start(Limits { max_head_bytes: 10_000, ..generous() });
    let of_size = |bytes: usize| {
        let frame = "GET / HTTP/1.1\r\nX: \r\n\r\n";
        format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(bytes - frame.len()))
    };
    let of_fields = |fields: usize| format!("GET / HTTP/1.1\r\n{}\r\n", "X: 1\r\n".repeat(fields));
    for head in [of_size(10_000), of_fields(100)] {
        let mut client = server.connect().await;
        client.send(head).await;
        client.expect(200, false).await;
    }
    for (head, status) in [(of_size(10_001), 431), (of_fields(101), 431), ("G<T / HTTP/1.1\r\n\r\n".to_owned(), 400)] {
        let mut client = server.connect().await;
        client.send(&head).await;
        // More than the socket buffers hold. A client that is still sending gets the response, too.
        client.send(vec![b'x'; 10_000_000]).await;
        assert_eq!(client.expect(status, true).await, "", "{head}");
        client.expect_end().await;
    }
}

/// As Python's `http.client` does.
#[tokio::test]
async fn a_client_that_writes_ten_megabytes_before_it_reads_gets_the_early_response() {
    let server = TestServer::start(generous());
    for framing in ["Content-Length: 10000000", "Transfer-Encoding: chunked"].repeat(10) {
        let mut client = server.connect().await;
        client.send(format!("POST /refuse HTTP/1.1\r\nHost: test\r\n{framing}\r\n\r\n")).await;
        if framing.starts_with("Transfer") {
            client.send("989680\r\n").await;
        }
        client.send(vec![b'x'; 10_000_000]).await;
        assert_eq!(client.response().await.status, 413);
        client.expect_end().await;
    }
}

#[tokio::test]
async fn a_request_of_a_client_that_closes_or_resets_is_dropped_at_once() {
    for resets in [false, true] {
        let server = TestServer::start(generous());
        let client = server.waiting_client().await;
        if resets {
            client.stream.set_zero_linger().expect("it is connected");
        }
        drop(client);
        until(|| server.probe.dropped.load(Ordering::SeqCst) == 1).await;
        until(|| server.open() == 0).await;
    }
}

#[tokio::test]
async fn a_half_sent_first_request_counts_as_running() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.send("GET / HT").await;
    // On one thread, the server reads it before it responds to a later request.
    let mut idle = server.idle_client().await;
    server.stage.send_replace(Stage::Closing);
    idle.expect_end().await;
    client.send("TP/1.1\r\nHost: a\r\n\r\n").await;
    client.expect(200, true).await;
    assert_eq!(server.cut_off().await, 0);
}
