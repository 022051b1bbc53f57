//! Opening listeners.

use std::convert::Infallible;
use std::io::ErrorKind;
use std::net::SocketAddr;

use bytes::Bytes;
use http_body_util::Full;
use hyper::Response;
use sudoku_service::server::{ServingThread, bind};
use tokio::net::{TcpListener, TcpStream};
use tower::service_fn;

use crate::http::{Client, get};
use crate::support::{TestServer, generous};

#[tokio::test]
async fn a_listener_on_all_addresses_serves_ipv4_and_ipv6_and_names_peers_in_their_own_form() {
    let port = TestServer::start_on("[::]:0", generous()).address.port();
    let mut loopbacks = vec!["127.0.0.1"];
    if TcpListener::bind("[::1]:0").await.is_ok() {
        loopbacks.push("[::1]");
    } else {
        eprintln!("SKIPPED: there is no IPv6 on this machine");
    }
    for loopback in loopbacks {
        let stream = TcpStream::connect(format!("{loopback}:{port}")).await.expect("the server accepts");
        let own = stream.local_addr().expect("it is connected");
        let mut client = Client::new(stream);
        client.get("/peer").await;
        assert_eq!(client.expect(200, false).await, own.to_string());
    }
}

#[tokio::test]
async fn a_serving_thread_answers_while_the_runtime_that_started_it_is_blocked_and_ends_on_drop() {
    let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "--listen", &generous()).expect("port 0 is always free");
    let address = listener.local_addr().expect("it is bound");
    let service = service_fn(async |_| Ok::<_, Infallible>(Response::new(Full::<Bytes>::from("ok"))));
    let thread = ServingThread::start("serving", listener, service, generous()).expect("a thread");
    // This blocks the only thread of the test's runtime.
    assert_eq!(get(address, "/").text(), "ok");
    drop(thread);
    let refused = std::net::TcpStream::connect(address).map_err(|error| error.kind());
    assert_eq!(refused.expect_err("it no longer listens"), ErrorKind::ConnectionRefused);
}

#[tokio::test]
async fn a_port_in_use_is_named_with_a_remedy() {
    let first = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "--listen", &generous()).expect("port 0 is always free");
    let address = first.local_addr().expect("it is bound");
    let error = bind(address, "--admin-listen", &generous()).expect_err("it is in use");
    assert_eq!(
        error.to_string(),
        format!("{address} is already in use; stop the other process or choose another address with --admin-listen")
    );
}

#[tokio::test]
async fn an_address_of_another_machine_is_named_with_a_remedy() {
    let error =
        bind(SocketAddr::from(([192, 0, 2, 1], 0)), "--listen", &generous()).expect_err("it is reserved for examples");
    assert_eq!(
        error.to_string(),
        "192.0.2.1:0 is not an address of this machine; choose another with --listen (:0 means all)"
    );
}

#[tokio::test]
async fn an_address_can_be_reused_right_after_its_connections_ended() {
    let address = {
        let listener =
            bind(SocketAddr::from(([127, 0, 0, 1], 0)), "--listen", &generous()).expect("port 0 is always free");
        let address = listener.local_addr().expect("it is bound");
        let client = tokio::net::TcpStream::connect(address).await.expect("it listens");
        // The side that closes first keeps the TIME-WAIT state.
        drop(listener.accept().await.expect("a client waits"));
        drop(client);
        address
    };
    bind(address, "--listen", &generous()).expect("TIME-WAIT does not block it");
}
