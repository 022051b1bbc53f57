//! Requests and responses, also those that end early.

use std::fmt::Write as _;
use std::sync::atomic::Ordering;

use sudoku_service::server::Limits;
use tokio::io::AsyncReadExt as _;

use crate::http::{until, within};
use crate::support::{TestServer, generous};

#[tokio::test]
async fn requests_are_answered_in_order_one_after_another_or_pipelined() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    for length in [0, 1, 5000, 200_000] {
        client.post_head("/echo", length).await;
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
async fn connection_close_and_http_1_0_end_the_connection() {
    let server = TestServer::start(generous());
    for request in ["GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"] {
        let mut client = server.connect().await;
        client.send(request).await;
        let answer = String::from_utf8(client.rest().await.expect("an orderly end")).expect("it is ASCII");
        assert!(answer.ends_with("\r\n\r\nok"), "{answer}");
    }
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

#[tokio::test]
async fn a_service_that_panics_ends_its_own_connection_only() {
    let server = TestServer::start(generous());
    let mut other = server.idle_client().await;
    let mut client = server.connect().await;
    client.get("/panic").await;
    client.expect_end().await;
    other.get("/").await;
    other.expect(200, false).await;
    until(|| server.open() == 1).await;
}

#[tokio::test]
async fn an_endless_response_is_produced_only_as_fast_as_it_is_read() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.get("/endless").await;
    let mut buffer = vec![0; 64 << 20];
    within(client.stream.read_exact(&mut buffer)).await.expect("the response continues");
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
async fn a_client_sees_the_end_of_an_early_response_before_its_upload_is_complete() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.post_head("/refuse", 10_000_000).await;
    assert_eq!(client.response().await.status, 413);
    client.expect_end().await;
}

#[tokio::test]
async fn the_client_is_asked_for_a_body_when_the_service_reads_it() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.send("POST /echo HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n").await;
    assert_eq!(client.response().await.status, 100);
    client.send("123456789").await;
    assert_eq!(client.expect(200, false).await, "9");
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
