//! Shutdown: what continues, what ends, and when.

use sudoku_service::server::Stage;
use tokio::net::TcpStream;

use crate::server::support::{TestServer, generous};
use crate::support::http::until;

#[tokio::test]
async fn when_closing_running_requests_finish_and_the_rest_ends() {
    let server = TestServer::start(generous());
    let mut running = server.waiting_client().await;
    let (mut idle, mut silent) = (server.idle_client().await, server.connect().await);
    // One that still waits in the kernel is reset.
    until(|| server.open() == 3).await;
    server.stage.send_replace(Stage::Closing);
    idle.expect_end().await;
    silent.expect_end().await;
    assert!(TcpStream::connect(server.address).await.is_err(), "the listener is closed");
    until(|| server.open() == 1).await;
    server.probe.permits.add_permits(1);
    assert_eq!(running.expect(200, true).await, "ok");
    running.expect_end().await;
    assert_eq!(server.cut_off().await, 0);
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
