//! HTTP/1.1 responses, and two clients that send exactly the bytes they are given.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// Time limit for each wait of a test. Only a failure takes that long.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// A parsed response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    /// Names in lower case, with their values.
    pub headers: Vec<(String, String)>,
    /// The body without its transfer coding.
    pub body: Vec<u8>,
}

impl Response {
    /// Parses the response at the start of `bytes`: the response and its length, or `None` if it is incomplete.
    #[track_caller]
    pub fn parse(bytes: &[u8]) -> Option<(Self, usize)> {
        let shown = || String::from_utf8_lossy(bytes).into_owned();
        let mut fields = [httparse::EMPTY_HEADER; 64];
        let mut head = httparse::Response::new(&mut fields);
        let start = match head.parse(bytes).unwrap_or_else(|error| panic!("{error} in {:?}", shown())) {
            httparse::Status::Complete(start) => start,
            httparse::Status::Partial => return None,
        };
        let headers = (head.headers.iter())
            .map(|field| (field.name.to_ascii_lowercase(), String::from_utf8_lossy(field.value).into_owned()))
            .collect();
        let mut response = Self { status: head.code.expect("a whole head has a status"), headers, body: Vec::new() };
        let rest = &bytes[start..];
        let length = if response.header("transfer-encoding").is_some() {
            response.body_of_chunks(rest)?
        } else {
            let length = response.header("content-length").map_or(0, |length| length.parse().expect("a number"));
            response.body = rest.get(..length)?.to_vec();
            length
        };
        Some((response, start + length))
    }

    /// Reads the chunks of the body. Returns their length, or `None` if they are incomplete.
    fn body_of_chunks(&mut self, mut bytes: &[u8]) -> Option<usize> {
        let whole = bytes.len();
        loop {
            let httparse::Status::Complete((start, size)) = httparse::parse_chunk_size(bytes).expect("a chunk size")
            else {
                return None;
            };
            let size = usize::try_from(size).expect("it fits in memory");
            let chunk = bytes.get(start..start + size + 2)?;
            self.body.extend(&chunk[..size]);
            bytes = &bytes[start + size + 2..];
            if size == 0 {
                return Some(whole - bytes.len());
            }
        }
    }

    /// Returns the value of this header, with several fields joined by commas.
    pub fn header(&self, name: &str) -> Option<String> {
        let values: Vec<&str> =
            self.headers.iter().filter(|(other, _)| other == name).map(|(_, value)| value.as_str()).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    /// Returns whether the response announces the end of the connection.
    pub fn closes(&self) -> bool {
        self.header("connection").is_some_and(|value| value == "close")
    }

    /// The body as text.
    #[track_caller]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the body is UTF-8")
    }
}

/// A client that blocks its thread.
pub struct BlockingClient {
    stream: std::net::TcpStream,
    received: Vec<u8>,
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
    pub fn response(&mut self) -> Response {
        loop {
            if let Some((response, length)) = Response::parse(&self.received) {
                self.received.drain(..length);
                return response;
            }
            let count = self.read().expect("the service responds");
            assert_ne!(count, 0, "the connection ended after {:?}", String::from_utf8_lossy(&self.received));
        }
    }

    /// Reads until `text` has arrived, and keeps it for later reads.
    pub fn wait_for(&mut self, text: &str) {
        while !self.received.windows(text.len()).any(|window| window == text.as_bytes()) {
            assert_ne!(self.read().expect("the service responds"), 0, "the connection ended before {text:?}");
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

    fn read(&mut self) -> std::io::Result<usize> {
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
pub fn get(address: SocketAddr, path: &str) -> Response {
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

    /// Sends the head of a POST request whose body has `length` bytes.
    pub async fn post_head(&mut self, path: &str, length: usize) {
        self.send(format!("POST {path} HTTP/1.1\r\nHost: test\r\nContent-Length: {length}\r\n\r\n")).await;
    }

    /// Reads one response.
    pub async fn response(&mut self) -> Response {
        loop {
            if let Some((response, length)) = Response::parse(&self.received) {
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
