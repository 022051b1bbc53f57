//! More connections than the limit allows.

use std::time::Duration;
#[cfg(unix)]
use std::{
    env,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::{Command, Stdio},
    time::Instant,
};

use sudoku_service::server::{ClosedReason, Limits};

use crate::http::{Client, PATIENCE, until};
use crate::support::{TestServer, generous};

const SHORT: Duration = Duration::from_millis(50);

/// Waits until the server has counted at least one tick of 5 ms. One sleep alone may end in the same turn of the
/// runtime as the tick.
async fn some_ticks() {
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn the_longest_idle_connection_makes_room() {
    // A short limit makes the ticks short, so that idle times differ.
    let server = TestServer::start(Limits { max_connections: 3, hangup_grace: SHORT, ..generous() });
    let mut clients = Vec::new();
    for _ in 0..3 {
        clients.push(server.idle_client().await);
        some_ticks().await;
    }
    // The first is used again, so that the second is the longest idle.
    clients[0].get("/").await;
    clients[0].expect(200, false).await;
    let _newcomer = server.idle_client().await;
    clients[1].expect_end().await;
    for kept in [0, 2] {
        clients[kept].get("/").await;
        clients[kept].expect(200, false).await;
    }
    assert_eq!(server.counters.closed(ClosedReason::Evicted), 1);
}

#[tokio::test]
async fn a_busy_connection_does_not_make_room() {
    let server = TestServer::start(Limits { max_connections: 2, ..generous() });
    let mut busy = Vec::new();
    for count in 1..=2 {
        let mut client = server.connect().await;
        client.get("/wait").await;
        server.begun(count).await;
        busy.push(client);
    }
    let mut newcomer = server.connect().await;
    newcomer.get("/").await;
    // It waits: the server has not admitted it.
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(server.counters.accepted(), 2);
    // As soon as one of the others is idle, it makes room.
    server.probe.permits.add_permits(1);
    newcomer.expect(200, false).await;
    until(|| server.counters.closed(ClosedReason::Evicted) == 1).await;
    server.probe.permits.add_permits(1);
}

#[tokio::test]
async fn a_connection_that_stays_silent_makes_room() {
    let server = TestServer::start(Limits { max_connections: 2, arrival_grace: SHORT, ..generous() });
    let mut silent = [server.connect().await, server.connect().await];
    let _newcomer = server.idle_client().await;
    silent[0].expect_end().await;
}

#[tokio::test]
async fn a_peer_that_reads_nothing_makes_room_and_leaves_nothing_in_the_kernel() {
    let server = TestServer::start(Limits { max_connections: 1, arrival_grace: SHORT, ..generous() });
    let mut client = server.connect().await;
    client.get("/endless").await;
    let _newcomer = server.idle_client().await;
    // The client gets a reset, not what the kernel held for it.
    assert!(client.rest().await.is_err());
}

/// Checks that connections of slow senders make room, and idle connections of well-behaved callers do not.
async fn check_slow_senders_make_room(send: &str) {
    let server = TestServer::start(Limits { max_connections: 16, arrival_grace: SHORT, ..generous() });
    let mut callers = Vec::new();
    for _ in 0..8 {
        callers.push(server.idle_client().await);
    }
    let mut slow = Vec::new();
    for _ in 0..40 {
        let mut client = server.connect().await;
        client.send(send).await;
        slow.push(client);
    }
    let _newcomer = server.idle_client().await;
    for caller in &mut callers {
        caller.get("/").await;
        caller.expect(200, false).await;
    }
}

#[tokio::test]
async fn half_sent_heads_make_room_before_idle_connections() {
    check_slow_senders_make_room("GET / HTTP/1.1\r\nHost: t").await;
}

#[tokio::test]
async fn half_sent_bodies_make_room_before_idle_connections() {
    check_slow_senders_make_room("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\n\r\n12").await;
}

#[tokio::test]
async fn the_longest_overdue_sender_makes_room_first() {
    let server = TestServer::start(Limits { max_connections: 2, arrival_grace: SHORT, ..generous() });
    let mut first = server.connect().await;
    first.post_head("/echo", 9).await;
    first.send("1").await;
    some_ticks().await;
    let mut second = server.connect().await;
    second.post_head("/echo", 9).await;
    second.send("1").await;
    // Both are overdue.
    for _ in 0..4 {
        some_ticks().await;
    }
    let _newcomer = server.idle_client().await;
    first.expect_end().await;
    second.send("23456789").await;
    assert_eq!(second.expect(200, false).await, "9");
}

#[tokio::test]
async fn a_thousand_connections_are_all_served_with_a_limit_of_ten() {
    let server = TestServer::start(Limits { max_connections: 10, ..generous() });
    let mut clients: Vec<Client> = Vec::new();
    for _ in 0..1000 {
        clients.push(server.idle_client().await);
        clients.truncate(20);
        assert!(server.counters.open() <= 10);
    }
    assert!(server.counters.closed(ClosedReason::Evicted) >= 10);
}

/// The environment variable that makes the next test act as the server, in a separate process with few descriptors.
const FEW_DESCRIPTORS: &str = "SERVER_TEST_FEW_DESCRIPTORS";

#[test]
#[cfg(unix)]
fn the_server_survives_running_out_of_descriptors() {
    if env::var_os(FEW_DESCRIPTORS).is_some() {
        serve_with_few_descriptors();
    } else {
        connect_beyond_few_descriptors();
    }
}

/// Serves until standard input ends. Prints the address first, and the number of errors last.
#[cfg(unix)]
fn serve_with_few_descriptors() {
    let say = |text: &str| writeln!(io::stdout(), "{text}").expect("the parent listens");
    tracing_subscriber::fmt().with_writer(io::stdout).with_ansi(false).init();
    tokio::runtime::Runtime::new().expect("a runtime").block_on(async {
        let begun = Instant::now();
        let limits = Limits { arrival_grace: Duration::from_millis(500), ..generous() };
        let server = TestServer::start(limits);
        say(&format!("address {}", server.address));
        let input = tokio::task::spawn_blocking(|| io::stdin().read_line(&mut String::new()));
        input.await.expect("it does not panic").expect("it can read");
        say(&format!("errors {}", server.counters.accept_errors()));
        say(&format!("seconds {}", begun.elapsed().as_secs()));
    });
}

/// Starts this test again under `ulimit -n 64`, and opens 200 connections to it.
#[cfg(unix)]
fn connect_beyond_few_descriptors() {
    let mut child = Command::new("sh")
        .args(["-c", r#"ulimit -n 64 && exec "$0" --exact "$1" --nocapture"#])
        .arg(env::current_exe().expect("this test has a file"))
        .arg("capacity::the_server_survives_running_out_of_descriptors")
        .env(FEW_DESCRIPTORS, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines().map(|line| line.expect("UTF-8"));
    let address = lines.find_map(|line| line.strip_prefix("address ").map(str::to_owned)).expect("it listens");
    let ask = || {
        let mut stream = TcpStream::connect(&address).expect("the kernel accepts");
        stream.set_read_timeout(Some(PATIENCE)).expect("the time is positive");
        stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").expect("the server reads");
        let mut start = [0; 12];
        stream.read_exact(&mut start).expect("the server responds");
        assert_eq!(&start, b"HTTP/1.1 200");
    };
    let silent: Vec<_> = (0..200).map(|_| TcpStream::connect(&address).expect("the kernel accepts")).collect();
    // Each newcomer is served, at the expense of silent connections.
    for _ in 0..5 {
        ask();
    }
    drop(silent);
    ask();
    drop(child.stdin.take());
    let said: Vec<_> = lines.collect();
    assert!(child.wait().expect("it ends").success(), "{said:#?}");
    let number = |name: &str| -> usize {
        let text = said.iter().find_map(|line| line.strip_prefix(name)).expect("it says so");
        text.trim().parse().expect("it is a number")
    };
    assert_ne!(number("errors"), 0, "it did run out of descriptors");
    let complaints = said.iter().filter(|line| line.contains("cannot accept connections")).count();
    assert!((1..=number("seconds") + 1).contains(&complaints), "at most one line a second: {said:#?}");
}
