//! Opening listeners.

use std::net::SocketAddr;

use sudoku_service::server::bind;

use crate::support::generous;

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
        "192.0.2.1:0 is not an address of this machine; choose another with --listen (0.0.0.0 means all)"
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
