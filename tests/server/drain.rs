//! Shutdown: what continues, what ends, and when.

use std::{
    process::{Command, id},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use sudoku_service::server::{ClosedReason, Limits, Outcome, Shutdown, ShutdownWatch, Signals, Stage};

use crate::http::{Client, until, within};
use crate::support::{TestServer, generous};

/// A short grace period, for tests that wait until it ends.
const GRACE: Duration = Duration::from_millis(50);

/// Returns a client whose request the server has read in part.
async fn half_sent(server: &TestServer) -> Client {
    let mut client = server.connect().await;
    client.send("GET / HT").await;
    // On one thread, the server reads it before it responds to a later request.
    server.idle_client().await;
    client
}

#[tokio::test]
async fn while_draining_connections_are_accepted_and_responses_announce_the_end() {
    let server = TestServer::start(generous());
    let mut kept = server.idle_client().await;
    assert!(!server.watch.is_draining());
    server.shutdown.advance(Stage::Draining);
    assert!(server.watch.is_draining());
    kept.get("/").await;
    kept.expect(200, true).await;
    kept.expect_end().await;
    let mut newcomer = server.connect().await;
    newcomer.get("/").await;
    newcomer.expect(200, true).await;
    newcomer.expect_end().await;
}

#[tokio::test]
async fn when_closing_running_requests_finish_and_the_rest_ends() {
    let server = TestServer::start(Limits { arrival_grace: GRACE, ..generous() });
    let mut running = server.connect().await;
    running.get("/wait").await;
    server.begun(1).await;
    let mut idle = server.idle_client().await;
    let mut silent = server.connect().await;
    server.shutdown.advance(Stage::Closing);
    idle.expect_end().await;
    silent.expect_end().await;
    server.closed(ClosedReason::Drained, 2).await;
    assert!(tokio::net::TcpStream::connect(server.address).await.is_err(), "the listener is closed");
    assert_eq!(server.counters.open(), 1);
    server.probe.permits.add_permits(1);
    assert_eq!(running.expect(200, true).await, "ok");
    running.expect_end().await;
    assert_eq!(server.outcome().await, Outcome::Drained);
}

#[tokio::test]
async fn a_half_sent_request_counts_as_running() {
    let server = TestServer::start(Limits { arrival_grace: GRACE, ..generous() });
    let mut client = half_sent(&server).await;
    let mut idle = server.idle_client().await;
    server.shutdown.advance(Stage::Closing);
    idle.expect_end().await;
    client.send("TP/1.1\r\nHost: a\r\n\r\n").await;
    client.expect(200, true).await;
    assert_eq!(server.outcome().await, Outcome::Drained);
}

#[tokio::test]
async fn a_half_sent_request_does_not_outlast_the_head_timeout() {
    let server = TestServer::start(Limits { head_timeout: Duration::from_millis(150), ..generous() });
    let mut client = server.connect().await;
    client.send("GET / HT").await;
    server.shutdown.advance(Stage::Closing);
    client.expect_end().await;
    assert_eq!(server.outcome().await, Outcome::Drained);
}

#[tokio::test]
async fn connections_that_the_kernel_has_accepted_are_served() {
    // On this one thread the server cannot accept between the connects and the shutdown.
    let server = TestServer::start(generous());
    let streams: Vec<_> =
        (0..100).map(|_| std::net::TcpStream::connect(server.address).expect("the kernel accepts")).collect();
    server.shutdown.advance(Stage::Closing);
    for stream in streams {
        stream.set_nonblocking(true).expect("it is a socket");
        let mut client = crate::http::Client::new(tokio::net::TcpStream::from_std(stream).expect("it is a socket"));
        client.get("/").await;
        client.expect(200, true).await;
    }
    assert_eq!(server.outcome().await, Outcome::Drained);
}

#[tokio::test]
async fn a_request_that_exceeds_the_deadline_is_aborted() {
    let server = TestServer::start(Limits { drain_timeout: Duration::from_millis(200), ..generous() });
    let mut stuck = server.connect().await;
    stuck.get("/wait").await;
    server.begun(1).await;
    let _half_sent = half_sent(&server).await;
    let begun = Instant::now();
    server.shutdown.advance(Stage::Closing);
    until(|| server.probe.dropped.load(Ordering::SeqCst) == 1).await;
    assert!(begun.elapsed() >= Duration::from_millis(200));
    stuck.expect_end().await;
    assert_eq!(server.outcome().await, Outcome::DeadlinePassed { aborted: 2 });
}

#[tokio::test]
async fn the_last_stage_aborts_everything_at_once() {
    let server = TestServer::start(generous());
    let mut stuck = server.connect().await;
    stuck.get("/wait").await;
    server.begun(1).await;
    server.shutdown.advance(Stage::Ended);
    stuck.expect_end().await;
    assert_eq!(server.outcome().await, Outcome::Forced { aborted: 1 });
}

#[tokio::test]
async fn a_response_that_started_before_the_drain_finishes_and_the_connection_ends() {
    let server = TestServer::start(Limits { arrival_grace: GRACE, ..generous() });
    let mut client = server.connect().await;
    client.get("/late").await;
    server.begun(2).await;
    server.shutdown.advance(Stage::Closing);
    server.probe.permits.add_permits(1);
    let answer = String::from_utf8(client.rest().await.expect("an orderly end")).expect("it is ASCII");
    assert!(answer.ends_with("first\n\r\n7\r\nsecond\n\r\n0\r\n\r\n"), "{answer}");
    assert_eq!(server.outcome().await, Outcome::Drained);
}

#[tokio::test]
async fn dropping_the_serving_future_ends_its_connections() {
    let server = TestServer::start(generous());
    let mut client = server.connect().await;
    client.get("/wait").await;
    server.begun(1).await;
    server.drop_serving();
    client.expect_end().await;
    server.closed(ClosedReason::Aborted, 1).await;
}

#[tokio::test]
async fn stages_only_advance_and_wake_their_waiters() {
    let shutdown = Shutdown::new();
    let watch = shutdown.watch();
    let waiting = tokio::spawn({
        let watch = watch.clone();
        async move { watch.reached(Stage::Closing).await }
    });
    shutdown.advance(Stage::Draining);
    tokio::task::yield_now().await;
    assert!(!waiting.is_finished());
    shutdown.advance(Stage::Ended);
    shutdown.advance(Stage::Running);
    assert_eq!(watch.stage(), Stage::Ended);
    within(waiting).await.expect("it does not panic");
    let never = ShutdownWatch::never();
    assert!(tokio::time::timeout(Duration::from_millis(50), never.reached(Stage::Draining)).await.is_err());
    assert_eq!(never.stage(), Stage::Running);
}

/// Clients send one request after the other on open connections until a response announces the end.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_request_is_lost_when_the_server_closes_under_load() {
    const CLIENTS: usize = 64;
    let server = TestServer::start(generous());
    let answered = Arc::new(AtomicUsize::new(0));
    let mut clients = tokio::task::JoinSet::new();
    for _ in 0..CLIENTS {
        let mut client = server.connect().await;
        let answered = Arc::clone(&answered);
        clients.spawn(async move {
            loop {
                client.post_head("/echo", 5).await;
                client.send("12345").await;
                let response = client.response().await;
                assert_eq!(response.text(), "5");
                answered.fetch_add(1, Ordering::SeqCst);
                if response.closes() {
                    client.expect_end().await;
                    return;
                }
            }
        });
    }
    until(|| answered.load(Ordering::SeqCst) > 10 * CLIENTS).await;
    server.shutdown.advance(Stage::Closing);
    while let Some(client) = within(clients.join_next()).await {
        client.expect("no request is lost");
    }
    assert_eq!(server.outcome().await, Outcome::Drained);
}

/// Signals affect the whole process, so all cases are in one test.
#[tokio::test]
#[cfg(unix)]
async fn signals_advance_the_shutdown() {
    let send = |signal: &str| {
        let sent = Command::new("kill").args([signal, &id().to_string()]).status().expect("the kill command exists");
        assert!(sent.success());
    };
    let start = |delay| {
        let shutdown = Shutdown::new();
        let watch = shutdown.watch();
        let driver = tokio::spawn(Signals::install().expect("handlers can be set").drive(shutdown, delay));
        (watch, driver)
    };
    let long = Duration::from_secs(1000);

    let (watch, driver) = start(Duration::from_millis(300));
    let begun = Instant::now();
    send("-TERM");
    within(watch.reached(Stage::Closing)).await;
    assert!(begun.elapsed() >= Duration::from_millis(300));
    send("-TERM");
    within(watch.reached(Stage::Ended)).await;
    within(driver).await.expect("it does not panic");

    let (watch, driver) = start(long);
    send("-INT");
    within(watch.reached(Stage::Closing)).await;
    assert_eq!(watch.stage(), Stage::Closing);
    send("-INT");
    within(watch.reached(Stage::Ended)).await;
    within(driver).await.expect("it does not panic");

    let (watch, driver) = start(long);
    send("-TERM");
    within(watch.reached(Stage::Draining)).await;
    assert_eq!(watch.stage(), Stage::Draining);
    send("-INT");
    within(watch.reached(Stage::Ended)).await;
    within(driver).await.expect("it does not panic");
}
