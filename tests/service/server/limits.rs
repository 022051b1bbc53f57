//! The limits: each ends only the connections that exceed it. Listeners, and running out of descriptors.

use std::sync::atomic::Ordering;
use std::time::Instant;

use sudoku_service::server::{Limits, reachable};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;
use tokio::time::sleep;

use crate::server::support::{SHORT, TestServer, generous};
use crate::support::http::{Client, until, within};

#[tokio::test]
async fn a_silent_connection_ends() {
    let server = TestServer::start(Limits { first_byte_timeout: SHORT, ..generous() });
    server.connect().await.expect_end().await;
}

#[tokio::test]
async fn an_idle_connection_ends_not_before_its_time() {
    let server = TestServer::start(Limits { idle_timeout: SHORT, ..generous() });
    let mut client = server.connect().await;
    let begun = Instant::now();
    client.get("/").await;
    client.expect(200, false).await;
    client.expect_end().await;
    assert!(begun.elapsed() >= SHORT);
}

#[tokio::test]
async fn a_head_that_is_half_sent_or_trickled_ends_at_the_idle_timeout() {
    let server = TestServer::start(Limits { idle_timeout: SHORT, ..generous() });
    let mut client = server.connect().await;
    client.send("GET / HTTP/1.1\r\nHos").await;
    client.expect_end().await;
    let mut trickled = server.connect().await;
    let trickle = async {
        while trickled.stream.write_all(b"X").await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    within(trickle).await;
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
    assert!(begun.elapsed() >= SHORT);
    client.expect_end().await;
}

#[tokio::test]
async fn no_limit_ends_a_running_request() {
    let server = TestServer::start(Limits {
        first_byte_timeout: SHORT,
        idle_timeout: SHORT,
        max_age: SHORT,
        write_timeout: SHORT,
        ..generous()
    });
    let mut client = server.waiting_client().await;
    // Others meet these limits meanwhile.
    for _ in 0..3 {
        server.connect().await.expect_end().await;
    }
    server.probe.permits.add_permits(1);
    assert_eq!(client.expect(200, true).await, "ok");
}

#[tokio::test]
async fn a_peer_that_reads_nothing_is_reset_and_leaves_nothing_in_the_kernel() {
    let server = TestServer::start(Limits { write_timeout: SHORT, ..generous() });
    let mut client = server.connect().await;
    client.get("/endless").await;
    until(|| server.counters.accepted.load(Ordering::Relaxed) == 1 && server.open() == 0).await;
    assert!(client.rest().await.is_err());
}

#[tokio::test]
async fn a_peer_that_reads_too_slowly_is_reset_although_it_reads_in_time() {
    // With these buffers, the kernel takes more after each two or three kilobytes that the client reads.
    let server = TestServer::start(Limits { write_timeout: 10 * SHORT, send_buffer: 2048, ..generous() });
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(2048).expect("every system supports this size");
    let mut client = Client::new(within(socket.connect(server.address)).await.expect("the server accepts"));
    client.get("/endless").await;
    let read_slowly = async {
        while client.stream.read_exact(&mut [0; 256]).await.is_ok() {
            sleep(SHORT).await;
        }
    };
    within(read_slowly).await;
}

#[tokio::test]
async fn connections_beyond_the_limit_wait() {
    let server = TestServer::start(Limits { max_connections: 2, ..generous() });
    let mut first = server.idle_client().await;
    let _second = server.idle_client().await;
    let mut waiting = server.connect().await;
    waiting.get("/").await;
    for _ in 0..10 {
        first.get("/").await;
        first.expect(200, false).await;
    }
    let counters = &server.counters;
    let counted = [&counters.accepted, &counters.open, &counters.limit].map(|counter| counter.load(Ordering::Relaxed));
    assert_eq!(counted, [2, 2, 2]);
    drop(first);
    waiting.expect(200, false).await;
}

#[test]
fn a_listener_on_all_addresses_is_reached_on_the_loopback_address() {
    for (listen, reached) in [
        ("127.0.0.1:8080", "127.0.0.1:8080"),
        ("0.0.0.0:80", "127.0.0.1:80"),
        ("[::]:8080", "127.0.0.1:8080"),
        ("[::1]:8080", "[::1]:8080"),
        ("192.0.2.7:8080", "192.0.2.7:8080"),
    ] {
        assert_eq!(reachable(listen.parse().expect("an address")).to_string(), reached);
    }
}

/// The kernel accepts more connections than the process has descriptors. They are served once others end.
#[test]
#[cfg(target_os = "linux")]
fn the_server_survives_running_out_of_descriptors() {
    const IN_A_PROCESS_WITH_FEW: &str = "SERVER_TEST_FEW_DESCRIPTORS";
    if std::env::var_os(IN_A_PROCESS_WITH_FEW).is_some() {
        return tokio::runtime::Runtime::new().expect("a runtime").block_on(run_out_of_descriptors());
    }
    let name = std::thread::current().name().expect("the name of this test").to_owned();
    let output = std::process::Command::new("sh")
        .args(["-c", r#"ulimit -n 64 && exec "$0" --exact "$1""#])
        .arg(std::env::current_exe().expect("this test has a file"))
        .arg(name)
        .env(IN_A_PROCESS_WITH_FEW, "1")
        .output();
    let printed = String::from_utf8(output.expect("there is a shell").stdout).expect("text");
    assert!(printed.contains("1 passed"), "{printed}");
}

#[cfg(target_os = "linux")]
async fn run_out_of_descriptors() {
    let server = TestServer::start(generous());
    let mut client = server.idle_client().await;
    let mut taken: Vec<_> = std::iter::from_fn(|| std::fs::File::open("/dev/null").ok()).collect();
    // One for the client, and none for the server.
    drop(taken.pop());
    let mut waiting = server.connect().await;
    waiting.get("/").await;
    until(|| server.counters.accept_errors.load(std::sync::atomic::Ordering::Relaxed) > 0).await;
    client.get("/").await;
    client.expect(200, false).await;
    drop(taken);
    waiting.expect(200, false).await;
}
