//! Many requests on one connection.

use crate::http::BlockingClient;
use crate::support::{TestServer, generous};

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_connection_that_pipelines_hundreds_of_requests_does_not_delay_another() {
    const PIPELINED: usize = 400;
    let server = TestServer::start(generous());
    // These block the thread of the test, which does not run the server.
    let [mut greedy, mut other] = [(); 2].map(|()| BlockingClient::connect(server.address));
    other.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n");
    other.response();
    let many = "GET /count HTTP/1.1\r\nHost: test\r\n\r\n".repeat(PIPELINED);
    greedy.send(format!("GET /hold HTTP/1.1\r\nHost: test\r\n\r\n{many}"));
    // While the first of its requests holds the server's only thread, a request arrives on the other connection.
    server.probe.hold.wait();
    other.send("GET /counted HTTP/1.1\r\nHost: test\r\n\r\n");
    server.probe.hold.wait();
    let counted: usize = other.response().text().parse().expect("a number");
    assert!(counted <= 16, "{counted} of {PIPELINED} pipelined requests came first");
    for _ in 0..=PIPELINED {
        assert_eq!(greedy.response().text(), "ok");
    }
}
