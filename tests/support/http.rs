//! Two clients of HTTP/1.1 that send exactly the bytes they are given.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::answer::Answer;

/// Time limit for each wait of a test. Only a failure takes that long.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// A client that blocks its thread.
pub struct BlockingClient {
    pub stream: std::net::TcpStream,
    /// What has arrived and was not taken.
    pub received: Vec<u8>,
}

impl BlockingClient {
    pub fn connect(address: SocketAddr) -> Self {
        let stream = std::net::TcpStream::connect(address).expect("the service accepts");
        stream.set_read_timeout(Some(PATIENCE)).expect("the time is positive");
        stream.set_write_timeout(Some(PATIENCE)).expect("the time is positive");
        Self { stream, received: Vec::new() }
    }

    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).expect("the service reads");
    }

    /// Reads one response.
    #[track_caller]
    pub fn response(&mut self) -> Answer {
        loop {
            if let Some((response, length)) = Answer::parse(&self.received) {
                self.received.drain(..length);
                return response;
            }
            let count = self.read().expect("the service responds");
            assert_ne!(count, 0, "the connection ended after {:?}", String::from_utf8_lossy(&self.received));
        }
    }

    /// Waits for the service to close the connection, and returns whether it sent nothing more.
    pub fn is_closed(&mut self) -> bool {
        assert!(self.received.is_empty(), "unread: {:?}", String::from_utf8_lossy(&self.received));
        match self.read() {
            Ok(count) => count == 0,
            // The service closed the connection before it had read everything.
            Err(error) if error.kind() == ErrorKind::ConnectionReset => true,
            Err(error) => panic!("{error} instead of the end of the connection"),
        }
    }

    /// Reads what has arrived, or waits for it. Returns its length, 0 at the end of the connection.
    pub fn read(&mut self) -> std::io::Result<usize> {
        let mut buffer = [0; 8192];
        let count = loop {
            match self.stream.read(&mut buffer) {
                // Pausing the process interrupts a read that has a time limit.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.received.extend(&buffer[..count]);
        Ok(count)
    }
}

/// Sends one GET request on a new connection.
pub fn get(address: SocketAddr, path: &str) -> Answer {
    let mut client = BlockingClient::connect(address);
    client.send(format!("GET {path} HTTP/1.1\r\nhost: test\r\n\r\n"));
    client.response()
}

/// A client for tests whose server runs on the same thread.
pub struct Client {
    pub stream: tokio::net::TcpStream,
    received: Vec<u8>,
}

impl Client {
    pub fn new(stream: tokio::net::TcpStream) -> Self {
        Self { stream, received: Vec::new() }
    }

    pub async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        within(self.stream.write_all(bytes.as_ref())).await.expect("the server reads");
    }

    /// Sends a GET request.
    pub async fn get(&mut self, path: &str) {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n")).await;
    }

    /// Reads one response.
    pub async fn response(&mut self) -> Answer {
        loop {
            if let Some((response, length)) = Answer::parse(&self.received) {
                self.received.drain(..length);
                return response;
            }
            let read = within(self.stream.read_buf(&mut self.received)).await;
            let count = read.unwrap_or_else(|error| panic!("{error} after {:?}", self.shown()));
            assert_ne!(count, 0, "the connection ended after {:?}", self.shown());
        }
    }

    /// Reads one response, checks its status and whether it announces the end of the connection, and returns its body.
    #[track_caller]
    pub fn expect(&mut self, status: u16, closes: bool) -> impl Future<Output = String> {
        let caller = std::panic::Location::caller();
        async move {
            let response = self.response().await;
            assert_eq!((response.status, response.closes()), (status, closes), "{caller}: {response:?}");
            response.text().to_owned()
        }
    }

    /// Reads until the server closes the connection. Returns an error if the server resets it instead.
    pub async fn rest(&mut self) -> std::io::Result<Vec<u8>> {
        let mut rest = std::mem::take(&mut self.received);
        within(self.stream.read_to_end(&mut rest)).await.map(|_| rest)
    }

    /// Waits for the server to close the connection in order, without sending more.
    #[track_caller]
    pub fn expect_end(&mut self) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            match self.rest().await {
                Ok(rest) => assert!(rest.is_empty(), "{caller}: {:?}", String::from_utf8_lossy(&rest)),
                Err(error) => panic!("{caller}: {error} instead of an orderly end"),
            }
        }
    }

    fn shown(&self) -> String {
        String::from_utf8_lossy(&self.received).into_owned()
    }
}

/// Waits for a future, at most [`PATIENCE`].
#[track_caller]
pub fn within<F: Future>(future: F) -> impl Future<Output = F::Output> {
    let caller = std::panic::Location::caller();
    async move {
        let output = tokio::time::timeout(PATIENCE, future).await;
        output.unwrap_or_else(|_| panic!("timed out after {PATIENCE:?}, waiting at {caller}"))
    }
}

/// Waits until `condition` holds.
#[track_caller]
pub fn until(condition: impl Fn() -> bool) -> impl Future<Output = ()> {
    within(async move {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
}
