//! Answers that are sent before their request was read to its end reach the client.

use std::time::Duration;

use sudoku_service::server::{ClosedReason, Limits};

use crate::support::{Client, TestServer, generous};

/// Uploads `length` bytes, all before reading, as Python's `http.client` does.
async fn upload(client: &mut Client, path: &str, length: usize) {
    client.post_head(path, length).await;
    let chunk = vec![b'x'; 1 << 16];
    let mut sent = 0;
    while sent < length {
        let count = chunk.len().min(length - sent);
        client.send(&chunk[..count]).await;
        sent += count;
    }
}

#[tokio::test]
async fn a_client_that_writes_ten_megabytes_before_it_reads_gets_the_answer() {
    let server = TestServer::start(generous());
    for path in ["/refuse", "/refuse-close"].repeat(25) {
        let mut client = server.connect().await;
        upload(&mut client, path, 10_000_000).await;
        client.expect(if path == "/refuse" { 413 } else { 408 }, true).await;
        client.expect_end().await;
    }
    server.closed(ClosedReason::Answered, 50).await;
}

#[tokio::test]
async fn so_does_one_that_sends_chunks_of_unknown_total() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.send("POST /refuse HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n").await;
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    for _ in 0..160 {
        client.send(&chunk).await;
    }
    client.send("0\r\n\r\n").await;
    client.expect(413, true).await;
    client.expect_end().await;
}

#[tokio::test]
async fn the_end_of_the_answer_is_seen_before_the_upload_is_over() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.post_head("/refuse", 10_000_000).await;
    client.expect(413, true).await;
    client.expect_end().await;
    drop(client);
    server.closed(ClosedReason::Answered, 1).await;
}

#[tokio::test]
async fn no_more_than_the_bytes_allowed_are_thrown_away() {
    let server = TestServer::start(Limits { linger_bytes: 100_000, ..generous() });
    let mut client = server.connect().await;
    client.post_head("/refuse", 10_000_000).await;
    client.expect(413, true).await;
    let chunk = vec![b'x'; 1 << 16];
    let mut sent = 0;
    while tokio::io::AsyncWriteExt::write_all(&mut client.0, &chunk).await.is_ok() {
        sent += chunk.len();
        assert!(sent < 10_000_000, "the server takes no end of bytes");
    }
    server.closed(ClosedReason::LingerTimeout, 1).await;
}

#[tokio::test]
async fn nor_is_anything_thrown_away_beyond_the_time_allowed() {
    let server = TestServer::start(Limits { linger_timeout: Duration::from_millis(150), ..generous() });
    let mut client = server.connect().await;
    client.post_head("/refuse", 10_000_000).await;
    client.expect(413, true).await;
    server.closed(ClosedReason::LingerTimeout, 1).await;
}

#[tokio::test]
async fn a_small_body_that_the_service_leaves_unread_does_not_cost_the_connection() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    for _ in 0..3 {
        // The body comes in a packet of its own, after the answer.
        client.post_head("/refuse", 1000).await;
        client.expect(413, false).await;
        client.send([b'x'; 1000]).await;
        // Here head and body come together.
        client.send("POST /refuse HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\n12345").await;
        client.expect(413, false).await;
    }
    client.get("/").await;
    assert_eq!(client.expect(200, false).await, "ok");
}

#[tokio::test]
async fn a_small_body_that_never_comes_does_not_keep_the_connection_for_ever() {
    let server = TestServer::start(Limits { linger_timeout: Duration::from_millis(150), ..generous() });
    let mut client = server.connect().await;
    client.post_head("/refuse", 1000).await;
    client.expect(413, false).await;
    client.expect_end().await;
    server.closed(ClosedReason::LingerTimeout, 1).await;
}

#[tokio::test]
async fn a_small_body_that_waits_for_leave_is_not_waited_for() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.send("POST /refuse HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n").await;
    client.expect(413, true).await;
    client.expect_end().await;
}

#[tokio::test]
async fn leave_is_given_when_the_service_reads() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.send("POST /echo HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n").await;
    let (head, _) = client.answer().await;
    assert_eq!(head, "http/1.1 100 continue\r\n\r\n");
    client.send("123456789").await;
    assert_eq!(client.expect(200, false).await, "9");
}

#[tokio::test]
async fn a_client_that_sends_on_behind_its_last_request_gets_the_answer_to_it() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.send("GET /wait HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n").await;
    server.begun(1).await;
    client.send(vec![b'x'; 100_000]).await;
    server.probe.leave.add_permits(1);
    client.expect(200, true).await;
    client.expect_end().await;
}

#[tokio::test]
async fn hyper_s_own_refusals_reach_a_client_that_is_still_sending() {
    let server = TestServer::start(generous());
    for (head, status) in [("GET / HTTP/1.1\r\nX: ", 431), ("\0", 400)] {
        let mut client = server.connect().await;
        client.send(head).await;
        // More than socket buffers and the limit on a head together can hold.
        client.send(vec![b'x'; 10_000_000]).await;
        client.expect(status, true).await;
        client.expect_end().await;
    }
    server.closed(ClosedReason::BadRequest, 2).await;
}
