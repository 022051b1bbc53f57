//! A response that the server sends before it has read the whole request reaches the client.

use std::time::Duration;

use sudoku_service::server::{ClosedReason, Limits};

use crate::http::Client;
use crate::support::{TestServer, generous};

/// Uploads `length` bytes before it reads, as Python's `http.client` does.
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
async fn a_client_that_writes_ten_megabytes_before_it_reads_gets_the_response() {
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
async fn a_client_that_writes_chunks_before_it_reads_gets_the_response() {
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
async fn the_client_sees_the_end_of_the_response_before_the_upload_is_complete() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.post_head("/refuse", 10_000_000).await;
    client.expect(413, true).await;
    client.expect_end().await;
    drop(client);
    server.closed(ClosedReason::Answered, 1).await;
}

#[tokio::test]
async fn discarding_ends_at_the_byte_limit() {
    let server = TestServer::start(Limits { linger_bytes: 100_000, ..generous() });
    let mut client = server.connect().await;
    client.post_head("/refuse", 10_000_000).await;
    client.expect(413, true).await;
    let chunk = vec![b'x'; 1 << 16];
    let mut sent = 0;
    while tokio::io::AsyncWriteExt::write_all(&mut client.stream, &chunk).await.is_ok() {
        sent += chunk.len();
        assert!(sent < 10_000_000, "the server does not stop reading");
    }
    server.closed(ClosedReason::LingerTimeout, 1).await;
}

#[tokio::test]
async fn discarding_ends_at_the_time_limit() {
    let server = TestServer::start(Limits { linger_timeout: Duration::from_millis(150), ..generous() });
    let mut client = server.connect().await;
    client.post_head("/refuse", 10_000_000).await;
    client.expect(413, true).await;
    server.closed(ClosedReason::LingerTimeout, 1).await;
}

#[tokio::test]
async fn the_connection_survives_a_small_body_that_the_service_does_not_read() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    for _ in 0..3 {
        // The body arrives in a separate packet, after the response.
        client.post_head("/refuse", 1000).await;
        client.expect(413, false).await;
        client.send([b'x'; 1000]).await;
        // Here head and body arrive together.
        client.send("POST /refuse HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\n12345").await;
        client.expect(413, false).await;
    }
    client.get("/").await;
    assert_eq!(client.expect(200, false).await, "ok");
}

#[tokio::test]
async fn a_small_body_that_never_arrives_does_not_keep_the_connection_open_forever() {
    let server = TestServer::start(Limits { linger_timeout: Duration::from_millis(150), ..generous() });
    let mut client = server.connect().await;
    client.post_head("/refuse", 1000).await;
    client.expect(413, false).await;
    client.expect_end().await;
    server.closed(ClosedReason::LingerTimeout, 1).await;
}

#[tokio::test]
async fn the_server_does_not_wait_for_a_small_body_after_expect_100_continue() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.send("POST /refuse HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n").await;
    client.expect(413, true).await;
    client.expect_end().await;
}

#[tokio::test]
async fn the_client_is_asked_for_the_body_when_the_service_reads() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.send("POST /echo HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n").await;
    assert_eq!(client.response().await.status, 100);
    client.send("123456789").await;
    assert_eq!(client.expect(200, false).await, "9");
}

#[tokio::test]
async fn a_client_that_sends_more_after_its_last_request_gets_the_response() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.send("GET /wait HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n").await;
    server.begun(1).await;
    client.send(vec![b'x'; 100_000]).await;
    server.probe.permits.add_permits(1);
    client.expect(200, true).await;
    client.expect_end().await;
}

#[tokio::test]
async fn hypers_own_rejections_reach_a_client_that_is_still_sending() {
    let server = TestServer::start(generous());
    for (head, status) in [("GET / HTTP/1.1\r\nX: ", 431), ("\0", 400)] {
        let mut client = server.connect().await;
        client.send(head).await;
        // More than the socket buffers and the limit of a head combined.
        client.send(vec![b'x'; 10_000_000]).await;
        client.expect(status, true).await;
        client.expect_end().await;
    }
    server.closed(ClosedReason::BadRequest, 2).await;
}
