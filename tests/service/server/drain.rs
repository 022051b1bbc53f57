//! Shutdown: what continues, what ends, and when.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sudoku_service::server::{Limits, Signals, Stage, reached};
use tokio::net::TcpStream;
use tokio::sync::watch;

use crate::server::support::{SHORT, TestServer, generous};
use crate::support::http::{until, within};
#[cfg(unix)]
use crate::support::program::send_signal;

#[tokio::test]
async fn while_draining_connections_are_accepted_and_responses_announce_the_end() {
    let server = TestServer::start(generous());
    let kept = server.idle_client().await;
    server.stage.send_replace(Stage::Draining);
    for mut client in [kept, server.connect().await] {
        client.get("/").await;
        client.expect(200, true).await;
        client.expect_end().await;
    }
}

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

#[tokio::test]
async fn a_request_that_exceeds_the_deadline_is_cut_off() {
    let server = TestServer::start(Limits { drain_timeout: SHORT, ..generous() });
    let mut stuck = server.waiting_client().await;
    server.stage.send_replace(Stage::Closing);
    stuck.expect_end().await;
    assert_eq!(server.probe.dropped.load(Ordering::SeqCst), 1);
    assert_eq!(server.cut_off().await, 1);
}

#[tokio::test]
async fn the_last_stage_cuts_off_running_requests_and_nothing_else() {
    let server = TestServer::start(generous());
    let mut stuck = server.waiting_client().await;
    let (_idle, _silent) = (server.idle_client().await, server.connect().await);
    server.stage.send_replace(Stage::Ended);
    stuck.expect_end().await;
    assert_eq!(server.cut_off().await, 1);
}

/// Signals affect the whole process, so all cases are in one test.
#[tokio::test]
#[cfg(unix)]
async fn signals_advance_the_shutdown() {
    let send = |signal: &str| send_signal(signal, std::process::id());
    let long = Duration::from_secs(1000);
    for (delay, first, then, second) in [
        (SHORT, "TERM", Stage::Closing, "TERM"),
        (long, "TERM", Stage::Draining, "INT"),
        (long, "INT", Stage::Closing, "INT"),
    ] {
        let (sender, stage) = watch::channel(Stage::Running);
        let driver = tokio::spawn(Signals::install().expect("handlers can be set").drive(sender, delay));
        send(first);
        within(reached(&stage, then)).await;
        assert_eq!(*stage.borrow(), then);
        send(second);
        within(reached(&stage, Stage::Ended)).await;
        within(driver).await.expect("it does not panic");
    }
}
