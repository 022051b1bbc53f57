//! Opening listeners, and running out of descriptors.

use std::net::SocketAddr;

use sudoku_service::server::{bind, reachable};
use tokio::net::{TcpListener, TcpStream};

use crate::server::support::{TestServer, generous};
use crate::support::http::{Client, until};

#[tokio::test]
#[expect(clippy::print_stderr, reason = "a test says that it is skipped")]
async fn a_listener_on_all_addresses_serves_ipv4_and_ipv6() {
    let port = TestServer::start_on("[::]:0", generous()).address.port();
    let mut loopbacks = vec!["127.0.0.1"];
    if TcpListener::bind("[::1]:0").await.is_ok() {
        loopbacks.push("[::1]");
    } else {
        eprintln!("SKIPPED: there is no IPv6 on this machine");
    }
    for loopback in loopbacks {
        let stream = TcpStream::connect(format!("{loopback}:{port}")).await.expect("the server accepts");
        let mut client = Client::new(stream);
        client.get("/").await;
        client.expect(200, false).await;
    }
}

#[tokio::test]
async fn an_address_that_cannot_be_bound_is_named_with_its_setting() {
    let first = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "--listen", &generous()).expect("port 0 is always free");
    let used = first.local_addr().expect("it is bound");
    // One that is reserved for examples.
    for address in [used, SocketAddr::from(([192, 0, 2, 1], 0))] {
        let error = bind(address, "--admin-listen", &generous()).expect_err("it is in use or of another machine");
        let message = error.to_string();
        assert!(message.starts_with(&format!("cannot listen on {address}: ")), "{message}");
        assert!(message.ends_with("; choose another address with --admin-listen"), "{message}");
    }
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
