//! The time limits: each ends only the connections that exceed it, with its own reason.

use std::time::{Duration, Instant};

use sudoku_service::server::{ClosedReason, Limits};
use tokio::net::TcpSocket;

use crate::http::Client;
use crate::support::{TestServer, generous};

const SHORT: Duration = Duration::from_millis(150);

#[tokio::test]
async fn a_silent_connection_ends_at_the_head_timeout() {
    let server = TestServer::start(Limits { head_timeout: SHORT, ..generous() });
    // The limit starts with the accept, which may come before `connect` returns.
    let begun = Instant::now();
    let mut client = server.connect().await;
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
async fn a_trickled_head_ends_at_the_head_timeout_although_bytes_keep_arriving() {
    let server = TestServer::start(Limits { head_timeout: SHORT, ..generous() });
    let (mut reader, mut writer) = server.connect().await.stream.into_split();
    let trickle = tokio::spawn(async move {
        use tokio::io::AsyncWriteExt as _;
        while writer.write_all(b"X").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    server.closed(ClosedReason::HeadTimeout, 1).await;
    crate::http::within(trickle).await.expect("it does not panic");
    let mut rest = Vec::new();
    let _ = tokio::io::AsyncReadExt::read_to_end(&mut reader, &mut rest).await;
    assert!(rest.is_empty());
}

#[tokio::test]
async fn a_head_on_an_open_connection_has_its_own_time_limit() {
    let server = TestServer::start(Limits { head_timeout: SHORT, ..generous() });
    let mut client = server.idle_client().await;
    // The connection is idle for longer than the head timeout, which is a separate limit.
    tokio::time::sleep(SHORT * 3).await;
    client.get("/").await;
    client.expect(200, false).await;
    let begun = Instant::now();
    client.send("GET / HT").await;
    client.expect_end().await;
    assert!(begun.elapsed() >= SHORT, "the limit starts at the first byte of the head");
    server.closed(ClosedReason::HeadTimeout, 1).await;
}

#[tokio::test]
async fn an_idle_connection_ends_at_the_idle_timeout() {
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
async fn an_old_connection_ends_with_its_next_response() {
    let server = TestServer::start(Limits { max_age: SHORT, ..generous() });
    let begun = Instant::now();
    let mut client = server.connect().await;
    loop {
        client.get("/").await;
        let response = client.response().await;
        assert_eq!(response.status, 200);
        if response.closes() {
            break;
        }
    }
    assert!(begun.elapsed() >= SHORT * 8 / 10, "a connection may be a tenth younger than the limit");
    client.expect_end().await;
}

#[tokio::test]
async fn no_limit_of_the_server_ends_a_running_request() {
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
    server.probe.permits.add_permits(1);
    assert_eq!(client.expect(200, false).await, "ok");
}

#[tokio::test]
async fn a_peer_that_does_not_read_its_response_is_cut_off() {
    let server = TestServer::start(Limits { write_timeout: SHORT, ..generous() });
    let mut client = server.connect().await;
    client.get("/endless").await;
    server.closed(ClosedReason::WriteTimeout, 1).await;
    // The kernel has discarded its buffer too: the client gets a reset, not megabytes to read.
    assert!(client.rest().await.is_err());
}

#[tokio::test]
async fn the_kernel_does_not_buffer_a_long_response_for_a_peer_that_reads_nothing() {
    let server = TestServer::start(Limits { send_buffer: 64 * 1024, write_timeout: SHORT, ..generous() });
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("every system supports this size");
    let mut client = Client::new(socket.connect(server.address).await.expect("the server accepts"));
    client.send("GET /long HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n").await;
    // If the kernel had buffered the whole response, the connection would have been closed as answered.
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
        client.stream.read_exact(&mut buffer).await.expect("the response continues");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(server.counters.closed(ClosedReason::WriteTimeout), 0);
}
