//! Clients that close one or both directions of the connection while the server handles their request.

use std::{sync::atomic::Ordering, time::Duration};

use sudoku_service::server::{ClosedReason, Limits};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::http::{until, within};
use crate::support::{TestServer, generous};

#[tokio::test]
async fn a_client_that_closes_its_sending_side_gets_its_response() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.get("/wait").await;
    client.stream.shutdown().await.expect("it is connected");
    server.begun(1).await;
    // Gives the server time to notice. It must not treat this as the end.
    tokio::time::sleep(Duration::from_millis(100)).await;
    server.probe.permits.add_permits(1);
    assert_eq!(client.expect(200, false).await, "ok");
    client.expect_end().await;
    server.closed(ClosedReason::Peer, 1).await;
}

#[tokio::test]
async fn a_client_that_closes_its_sending_side_after_a_body_gets_its_response() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.post_head("/echo", 5).await;
    client.send("12345").await;
    client.stream.shutdown().await.expect("it is connected");
    assert_eq!(client.expect(200, false).await, "5");
    client.expect_end().await;
}

#[tokio::test]
async fn a_request_of_a_client_that_resets_is_dropped_at_once() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.get("/wait").await;
    server.begun(1).await;
    client.stream.set_zero_linger().expect("it is connected");
    drop(client);
    until(|| server.probe.dropped.load(Ordering::SeqCst) == 1).await;
    server.closed(ClosedReason::Peer, 1).await;
}

#[tokio::test]
async fn a_request_of_a_client_that_closes_is_dropped_after_the_grace() {
    let server = TestServer::start(Limits { hangup_grace: Duration::from_millis(150), ..generous() });
    let mut client = server.connect().await;
    client.get("/wait").await;
    server.begun(1).await;
    drop(client);
    until(|| server.probe.dropped.load(Ordering::SeqCst) == 1).await;
    server.closed(ClosedReason::HungUp, 1).await;
}

#[tokio::test]
async fn the_grace_starts_at_the_last_byte_that_the_client_read() {
    let server = TestServer::start(Limits { hangup_grace: Duration::from_millis(300), ..generous() });
    let mut client = server.connect().await;
    client.get("/endless").await;
    client.stream.shutdown().await.expect("it is connected");
    let mut buffer = vec![0; 16 << 20];
    for _ in 0..8 {
        within(client.stream.read_exact(&mut buffer)).await.expect("the response continues");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    drop(client);
    server.closed(ClosedReason::Peer, 1).await;
    assert_eq!(server.counters.closed(ClosedReason::HungUp), 0);
}

#[tokio::test]
async fn a_client_that_hangs_up_during_a_head_or_body_is_released() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.send("GET / HT").await;
    drop(client);
    server.closed(ClosedReason::Peer, 1).await;
    let mut client = server.connect().await;
    client.post_head("/echo", 100).await;
    client.send("123").await;
    client.stream.shutdown().await.expect("it is connected");
    client.expect(400, true).await;
    client.expect_end().await;
    until(|| server.counters.open() == 0).await;
}
