//! The limits in time: each ends the connection that is over it, for its own reason, and no other.

use std::time::{Duration, Instant};

use sudoku_service::server::{ClosedReason, Limits};
use tokio::net::TcpSocket;

use crate::support::{Client, TestServer, generous};

const SHORT: Duration = Duration::from_millis(150);

#[tokio::test]
async fn a_silent_connection_ends_at_the_head_timeout() {
    let server = TestServer::start(Limits { head_timeout: SHORT, ..generous() });
    let mut client = server.connect().await;
    let begun = Instant::now();
    client.expect_end().await;
    assert!(begun.elapsed() >= SHORT, "a limit is never early");
    server.closed(ClosedReason::HeadTimeout, 1).await;
}

#[tokio::test]
async fn a_half_sent_head_ends_at_the_head_timeout() {
    let server = TestServer::start(Limits { head_timeout: SHORT, ..generous() });
    let mut client = server.connect().await;
    client.send("GET / HTTP/1.1\r\nHos").await;
    client.expect_end().await;
    server.closed(ClosedReason::HeadTimeout, 1).await;
}

#[tokio::test]
async fn a_trickled_head_ends_at_the_head_timeout_though_bytes_keep_coming() {
    let server = TestServer::start(Limits { head_timeout: SHORT, ..generous() });
    let (mut reader, mut writer) = server.connect().await.0.into_split();
    let trickle = tokio::spawn(async move {
        use tokio::io::AsyncWriteExt as _;
        while writer.write_all(b"X").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    server.closed(ClosedReason::HeadTimeout, 1).await;
    crate::support::within(trickle).await.expect("it does not panic");
    let mut rest = Vec::new();
    let _ = tokio::io::AsyncReadExt::read_to_end(&mut reader, &mut rest).await;
    assert!(rest.is_empty());
}

#[tokio::test]
async fn a_head_on_a_kept_connection_has_its_own_time() {
    let server = TestServer::start(Limits { head_timeout: SHORT, ..generous() });
    let mut client = server.connect().await;
    client.get("/").await;
    client.expect(200, false).await;
    // The connection rests for longer than a head may take: the two limits are apart.
    tokio::time::sleep(SHORT * 3).await;
    client.get("/").await;
    client.expect(200, false).await;
    let begun = Instant::now();
    client.send("GET / HT").await;
    client.expect_end().await;
    assert!(begun.elapsed() >= SHORT, "it is counted from the head's first byte");
    server.closed(ClosedReason::HeadTimeout, 1).await;
}

#[tokio::test]
async fn a_resting_connection_ends_at_the_idle_timeout() {
    let server = TestServer::start(Limits { idle_timeout: SHORT, ..generous() });
    let mut client = server.connect().await;
    let begun = Instant::now();
    client.get("/").await;
    client.expect(200, false).await;
    client.expect_end().await;
    assert!(begun.elapsed() >= SHORT);
    server.closed(ClosedReason::Idle, 1).await;
}

#[tokio::test]
async fn no_limit_but_the_services_own_ends_a_running_request() {
    let limits = Limits {
        head_timeout: SHORT,
        idle_timeout: SHORT,
        write_timeout: SHORT,
        hangup_grace: SHORT,
        linger_timeout: SHORT,
        ..generous()
    };
    let server = TestServer::start(limits);
    let mut client = server.connect().await;
    client.get("/wait").await;
    server.begun(1).await;
    tokio::time::sleep(SHORT * 4).await;
    server.probe.leave.add_permits(1);
    assert_eq!(client.expect(200, false).await, "ok");
}

#[tokio::test]
async fn a_peer_that_does_not_read_its_answer_is_cut_off() {
    let server = TestServer::start(Limits { write_timeout: SHORT, ..generous() });
    let mut client = server.connect().await;
    client.get("/endless").await;
    server.closed(ClosedReason::WriteTimeout, 1).await;
    // What the kernel still held is gone too: the client finds a reset, not megabytes to read.
    assert!(client.rest().await.is_err());
}

#[tokio::test]
async fn the_kernel_does_not_take_a_long_answer_for_a_peer_that_reads_nothing() {
    let server = TestServer::start(Limits { send_buffer: 64 * 1024, write_timeout: SHORT, ..generous() });
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a size that every system takes");
    let mut client = Client(socket.connect(server.address).await.expect("the server accepts"));
    client.send("GET /long HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n").await;
    // Had the kernel taken the answer whole, its end would be that of an answered request.
    server.closed(ClosedReason::WriteTimeout, 1).await;
}

#[tokio::test]
async fn a_peer_that_reads_slowly_is_not_cut_off() {
    use tokio::io::AsyncReadExt as _;
    let server = TestServer::start(Limits { write_timeout: Duration::from_secs(1), ..generous() });
    let mut client = server.connect().await;
    client.get("/endless").await;
    let mut buffer = vec![0; 4 << 20];
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(2500) {
        client.0.read_exact(&mut buffer).await.expect("the answer goes on");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(server.counters.closed(ClosedReason::WriteTimeout), 0);
}
