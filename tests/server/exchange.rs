//! Requests and responses pass through unchanged.

use std::fmt::Write as _;

use sudoku_service::server::{ClosedReason, Limits};
use tokio::io::AsyncReadExt as _;

use crate::http::within;
use crate::support::{TestServer, generous};

#[tokio::test]
async fn a_connection_serves_one_request_after_another() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    for length in [0, 1, 5000, 200_000] {
        client.post_head("/echo", length).await;
        client.send(vec![b'x'; length]).await;
        assert_eq!(client.expect(200, false).await, length.to_string());
    }
    drop(client);
    server.closed(ClosedReason::Peer, 1).await;
    assert_eq!((server.counters.accepted(), server.counters.open()), (1, 0));
}

#[tokio::test]
async fn pipelined_requests_are_answered_in_order() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    let mut requests = String::new();
    for length in 0..100 {
        let body = "x".repeat(length);
        let _ = write!(requests, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n{body}");
    }
    client.send(requests).await;
    for length in 0..100 {
        assert_eq!(client.expect(200, false).await, length.to_string());
    }
}

#[tokio::test]
async fn a_service_gets_the_address_of_its_peer() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.get("/peer").await;
    assert_eq!(client.expect(200, false).await, client.stream.local_addr().expect("it is connected").to_string());
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
    server.closed(ClosedReason::Answered, 2).await;
}

#[tokio::test]
async fn heads_are_accepted_up_to_their_limits_and_rejected_beyond() {
    let server = TestServer::start(Limits { max_head_bytes: 10_000, max_headers: 20, ..generous() });
    let of_size = |bytes: usize| {
        let frame = "GET / HTTP/1.1\r\nX: \r\n\r\n";
        format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(bytes - frame.len()))
    };
    let of_fields = |fields: usize| format!("GET / HTTP/1.1\r\n{}\r\n", "X: 1\r\n".repeat(fields));
    for (head, status) in [(of_size(10_000), 200), (of_size(10_001), 431), (of_fields(20), 200), (of_fields(21), 431)] {
        let mut client = server.connect().await;
        client.send(head).await;
        client.expect(status, status != 200).await;
    }
}

#[tokio::test]
async fn a_head_that_cannot_be_parsed_gets_an_empty_answer_or_none_and_is_counted() {
    let server = TestServer::start(generous());
    for head in ["G<T / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nX Y: 1\r\n\r\n"] {
        let mut client = server.connect().await;
        client.send(head).await;
        assert_eq!(client.expect(400, true).await, "", "{head}");
    }
    let mut client = server.connect().await;
    client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    client.expect_end().await;
    drop(client);
    server.closed(ClosedReason::BadRequest, 3).await;
}

#[tokio::test]
async fn a_failing_response_body_is_sent_up_to_the_failure_without_an_end() {
    let server = TestServer::start(generous());
    for _ in 0..20 {
        let mut client = server.connect().await;
        client.get("/broken").await;
        let answer = String::from_utf8(client.rest().await.expect("an orderly end")).expect("it is ASCII");
        assert!(answer.ends_with("\r\nline 100\n\r\n"), "{answer}");
    }
    server.closed(ClosedReason::Failed, 20).await;
}

#[tokio::test]
async fn a_service_that_panics_ends_its_own_connection_only() {
    let server = TestServer::start(generous());
    let mut other = server.connect().await;
    for _ in 0..3 {
        let mut client = server.connect().await;
        client.get("/panic").await;
        client.expect_end().await;
    }
    server.closed(ClosedReason::Failed, 3).await;
    other.get("/").await;
    other.expect(200, false).await;
}

#[tokio::test]
async fn an_endless_response_is_produced_only_as_fast_as_it_is_read() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.get("/endless").await;
    let mut buffer = vec![0; 64 << 20];
    within(client.stream.read_exact(&mut buffer)).await.expect("the response continues");
}
