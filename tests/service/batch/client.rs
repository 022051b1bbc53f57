//! A client that sends and reads a batch step by step.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

pub use crate::support::answer::{Answer, End};
use crate::support::http::{BlockingClient, PATIENCE};

/// The header fields of a chunked body of text.
pub const CHUNKED: &str = "content-type: text/plain\r\ntransfer-encoding: chunked";

/// A running batch.
pub struct Batch {
    client: BlockingClient,
    /// The number of lines of the answer that have been taken.
    lines: usize,
}

/// Sends a complete batch to `/solve/batch` with its length and reads the complete answer.
pub fn send(address: SocketAddr, media_type: &str, body: &[u8]) -> Answer {
    send_to(address, "/solve/batch", media_type, body)
}

/// Sends a complete batch with its length and reads the complete answer.
pub fn send_to(address: SocketAddr, target: &str, media_type: &str, body: &[u8]) -> Answer {
    let fields = format!("content-type: {media_type}\r\ncontent-length: {}", body.len());
    let mut batch = Batch::begin_at(address, target, &fields);
    batch.write(body);
    batch.rest()
}

/// Sends a complete batch of text to `/solve/batch` until the service has room for it.
pub fn send_until_admitted(address: SocketAddr, body: &[u8]) -> Answer {
    let begun = Instant::now();
    loop {
        let answer = send(address, "text/plain", body);
        if answer.status != 503 {
            return answer;
        }
        assert!(begun.elapsed() < PATIENCE, "still refused: {answer:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

impl Batch {
    /// Sends a head with these header fields.
    pub fn begin(address: SocketAddr, fields: &str) -> Self {
        Self::begin_at(address, "/solve/batch", fields)
    }

    /// Sends a head with this target and these header fields.
    pub fn begin_at(address: SocketAddr, target: &str, fields: &str) -> Self {
        let client = BlockingClient::connect(address);
        client.stream.set_nodelay(true).expect("it is connected");
        let mut batch = Self { client, lines: 0 };
        batch.write(format!("POST {target} HTTP/1.1\r\nhost: test\r\n{fields}\r\n\r\n").as_bytes());
        batch
    }

    /// The socket itself.
    pub fn socket(&self) -> &TcpStream {
        &self.client.stream
    }

    /// Reads `100 Continue`.
    pub fn read_continue(&mut self) {
        assert_eq!(self.client.response().status, 100, "the service asks for the body");
    }

    /// Starts a chunked body of text.
    pub fn stream(address: SocketAddr) -> Self {
        Self::begin(address, CHUNKED)
    }

    pub fn write(&mut self, bytes: &[u8]) {
        self.client.send(bytes);
    }

    /// Sends a chunk of the body.
    pub fn chunk(&mut self, bytes: &[u8]) {
        self.try_chunk(bytes).expect("the service reads");
    }

    pub fn try_chunk(&mut self, bytes: &[u8]) -> io::Result<()> {
        let chunk = [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
        self.client.stream.write_all(&chunk)
    }

    /// Ends the body.
    pub fn finish(&mut self) {
        self.write(b"0\r\n\r\n");
    }

    /// Waits for the head of the answer.
    pub fn head(&mut self) {
        while Answer::so_far(&self.client.received).is_none() {
            assert_ne!(self.client.read().expect("the service answers"), 0, "the connection ended before the answer");
        }
    }

    /// The next line of the answer, without its line break.
    pub fn line(&mut self) -> String {
        loop {
            let answer = Answer::so_far(&self.client.received).map(|(answer, _)| answer);
            let line = answer.as_ref().and_then(|answer| answer.text().split_inclusive('\n').nth(self.lines));
            if let Some(line) = line.and_then(|line| line.strip_suffix('\n')) {
                self.lines += 1;
                return line.to_owned();
            }
            assert_ne!(self.client.read().expect("the answer continues"), 0, "the answer ended: {answer:?}");
        }
    }

    /// The rest of the answer.
    pub fn rest(mut self) -> Answer {
        self.head();
        // Whatever ends otherwise is not whole. To parse it after each read would take long.
        let may_be_whole = |received: &[u8]| received.ends_with(b"0\r\n\r\n") || received.len() < 64 * 1024;
        while !(may_be_whole(&self.client.received) && Answer::parse(&self.client.received).is_some())
            && self.client.read().expect("the connection is not reset") > 0
        {}
        let mut answer = Answer::of_connection(&self.client.received);
        let taken: usize = answer.body.split_inclusive(|&byte| byte == b'\n').take(self.lines).map(<[u8]>::len).sum();
        answer.body.drain(..taken);
        answer
    }
}
