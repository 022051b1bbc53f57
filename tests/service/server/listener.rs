//! Opening listeners, and running out of descriptors.

use sudoku_service::server::reachable;

use crate::server::support::{TestServer, generous};
use crate::support::http::until;

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
