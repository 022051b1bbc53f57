//! Incomplete bodies.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::puzzles::HARDEST;
use crate::support::service::Service;

/// Sends these bytes, closes the sending side, and returns the response up to the end of the connection.
async fn answer_to(address: SocketAddr, bytes: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(bytes.as_bytes()).await.expect("the service reads");
    stream.shutdown().await.expect("the sending side is closed");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer of text");
    answer
}

#[tokio::test]
async fn incomplete_bodies_are_reported_with_the_number_of_bytes() {
    let service = Service::start().await;
    for path in ["/solve", "/validate", "/solve/batch"] {
        let head =
            format!("POST {path} HTTP/1.1\r\nhost: test\r\ncontent-type: text/plain\r\ncontent-length: 81\r\n\r\n");
        for read in [0, 9, 80] {
            let answer = answer_to(service.address, &(head.clone() + &HARDEST[..read])).await;
            assert!(answer.starts_with("HTTP/1.1 400 "), "{path}: {answer}");
            assert!(answer.contains("\r\nconnection: close\r\n"), "{path}: {answer}");
            let expected = format!("\r\n\r\nincomplete-body: the body ended after {read} of 81 bytes\n");
            assert!(answer.ends_with(&expected), "{path}: {answer}");
        }
    }
}

#[tokio::test]
async fn incomplete_chunked_bodies_are_reported_with_the_number_of_bytes() {
    let service = Service::start().await;
    let expected = "\r\n\r\nincomplete-body: after 9 bytes, the chunked encoding of the body is invalid or ends \
        before the last chunk\n";
    let chunk = format!("9\r\n{}\r\n", &HARDEST[..9]);
    for path in ["/solve", "/validate"] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: test\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n"
        );
        for end in ["", "9\r\n", "x\r\n", "-1\r\n", "fffffffffffffffff\r\n", "0\r\n"] {
            let answer = answer_to(service.address, &format!("{head}{chunk}{end}")).await;
            assert!(answer.starts_with("HTTP/1.1 400 "), "{path} with {end:?}: {answer}");
            assert!(answer.contains("\r\nconnection: close\r\n"), "{path} with {end:?}: {answer}");
            assert!(answer.ends_with(expected), "{path} with {end:?}: {answer}");
        }
    }
}
